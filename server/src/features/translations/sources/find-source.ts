import { emailSourceName, interfaceSourceName } from '@portico/shared/rules/translations'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findEmailTexts } from './email-texts.ts'
import { interfaceTexts } from './interface-texts.ts'
import { findTexts } from './questionnaire-texts.ts'
import type { TextSource } from './text-source.ts'

/** Returns the texts of a questionnaire, or of one of the two other sources, whose names no questionnaire can have. Throws `NOT_FOUND`. */
export async function findSource(ctx: RequestContext, name: string): Promise<TextSource> {
  if (name === emailSourceName) return findEmailTexts(ctx)
  return name === interfaceSourceName ? interfaceTexts : findTexts(ctx, name)
}
