import { isAdmin } from '@portico/shared/rules/accounts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type Caller, type RequestContext } from '../../infra/request-context.ts'

/** Whether the caller works on this language: admins on all, translators on theirs (shared/spec/access-matrix.md#translators). */
export function isTheirs(ctx: RequestContext, language: string): boolean {
  const { roles, translates } = callerOf(ctx)
  return isAdmin(roles) || translates.includes(language)
}

/** Throws `NOT_FOUND` for a language that the caller does not work on, as for a questionnaire that there is not. */
export function requireTheirs(ctx: RequestContext, language: string): void {
  if (!isTheirs(ctx, language)) throw new Failure('NOT_FOUND')
}

/** Whether somebody may sign translations off. */
export function maySignOff({ roles, signsOffTranslations }: Caller): boolean {
  return isAdmin(roles) || signsOffTranslations
}
