import { isAdmin } from '@portico/shared/rules/accounts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type Caller, type RequestContext } from '../../infra/request-context.ts'

/** Whether the caller works on this language: admins on all, translators on their own (shared/spec/access-matrix.md#translators). */
export function worksOnLanguage(ctx: RequestContext, language: string): boolean {
  const { roles, translates } = callerOf(ctx)
  return isAdmin(roles) || translates.includes(language)
}

/** Throws `NOT_FOUND` for a language that the caller does not work on, as for an unknown questionnaire. */
export function requireLanguage(ctx: RequestContext, language: string): void {
  if (!worksOnLanguage(ctx, language)) throw new Failure('NOT_FOUND')
}

/** Whether an account may sign off translations. */
export function maySignOff({ roles, signsOffTranslations }: Caller): boolean {
  return isAdmin(roles) || signsOffTranslations
}
