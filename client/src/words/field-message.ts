import type { Translate, WordKey } from './translate.ts'

/** The sentences of the contract's schemas that a respondent or a new colleague can meet, and where their translations stand. */
const translated: Readonly<Record<string, WordKey>> = {
  Required: 'errors.required',
  'Must have a length of at least 8.': 'errors.passwordLength',
  'Does not match': 'errors.doesNotMatch',
  'Enter an email address, like name@example.com': 'errors.email',
  'Contains characters that cannot be stored': 'errors.unstorable',
}

/** A schema's message in the reader's language. What a schema says of a value of the wrong kind means that nothing was chosen. */
export function fieldMessage(message: string, t: Translate): string {
  const key = translated[message]
  if (key) return t(key)
  return /^Invalid (input|option)\b/.test(message) ? t('errors.required') : message
}
