import { fieldMessageKey } from '@portico/shared/words/field-messages'
import type { Translate } from './translate.ts'

/** Translates a schema's message to the reader's language, where Portico has a translation. */
export function fieldMessage(message: string, t: Translate): string {
  const key = fieldMessageKey(message)
  return key ? t(`errors.${key}`) : message
}
