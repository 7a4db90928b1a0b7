import type { DecidableFlag } from '@portico/shared/words/flags'
import { sealReason, type SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { membershipsOf } from '../scope.ts'

/** What somebody decided, and why. */
export interface Decided {
  readonly about: 'answer' | 'respondent' | 'check-in'
  readonly position?: number
  readonly flag: DecidableFlag | null
  readonly reason: string
}

/**
 * Adds a decision to a respondent's history; done by somebody who is not of their agency, it is marked so
 * (shared/spec/access-matrix.md#assigned-respondents).
 */
export async function record(
  ctx: RequestContext,
  person: SealedRespondent & { readonly id: number; readonly agencyId: number | null },
  decided: Decided,
): Promise<void> {
  const own = await membershipsOf(ctx)
  await ctx.db
    .insertInto('decision')
    .values({
      respondentId: person.id,
      about: decided.about,
      position: decided.position ?? null,
      flag: decided.flag,
      sealedReason: sealReason(ctx.services.encryption, person, decided.reason),
      accountId: callerOf(ctx).id,
      outsideAgency: person.agencyId === null || !own.includes(person.agencyId),
      decidedAt: ctx.now,
    })
    .execute()
}
