import type { DecidableFlag } from '@portico/shared/words/flags'
import { sealReason, type SealedPerson } from '../../../infra/person.ts'
import { callerOf, type Work } from '../../../infra/work.ts'
import { membershipsOf } from '../scope.ts'

/** What somebody decided, and why. */
export interface Decided {
  readonly about: 'answer' | 'respondent' | 'check-in'
  readonly position?: number
  readonly flag: DecidableFlag | null
  readonly reason: string
}

/** Adds a decision to a respondent's history; done by somebody who is not of their agency, it is marked so (access-matrix.md). */
export async function record(
  work: Work,
  person: SealedPerson & { readonly id: number; readonly agencyId: number | null },
  decided: Decided,
): Promise<void> {
  const own = await membershipsOf(work)
  await work.db
    .insertInto('decision')
    .values({
      respondentId: person.id,
      about: decided.about,
      position: decided.position ?? null,
      flag: decided.flag,
      sealedReason: sealReason(work.deps.vault, person, decided.reason),
      accountId: callerOf(work).id,
      outsideAgency: person.agencyId === null || !own.includes(person.agencyId),
      decidedAt: work.now,
    })
    .execute()
}
