import { isAdmin } from '@portico/shared/rules/accounts'
import type { ContactRole } from '@portico/shared/rules/definition'
import type { RequestContext } from '../../infra/request-context.ts'
import type { SealedRespondent } from '../../infra/security/sealed-respondent.ts'
import { findPublished, type Published } from '../questionnaires/definitions.ts'
import { decisionsOfAll, type PastDecision } from '../responses/review/history.ts'

/** A respondent whose contact data may be unconfirmed. */
export interface Contacted extends SealedRespondent {
  readonly id: number
  readonly questionnaireId: number
  readonly contactConfirmedUpTo: number | null
}

/** Since when contact data is what an agency entered; null if the respondent or an admin gave or confirmed it. */
export interface UnconfirmedSince {
  readonly email: Date | null
  readonly phone: Date | null
}

/**
 * Returns which contact data of these respondents is unconfirmed, by id. It is derived from the history, which every version of Portico
 * writes, so that corrections by an older version or in a restored backup count too (shared/spec/contract.md#privacy-requests).
 */
export async function unconfirmedContacts(ctx: RequestContext, people: readonly Contacted[]): Promise<Map<number, UnconfirmedSince>> {
  const histories = await decisionsOfAll(ctx, people)
  const found = new Map<number, UnconfirmedSince>()
  for (const person of people) {
    const published = await findPublished(ctx, person.questionnaireId)
    const history = histories.get(person.id) ?? []
    const since = (role: ContactRole) => changedByAgency(person, history, published && positionOf(published, role))
    found.set(person.id, { email: since('email'), phone: since('phone') })
  }
  return found
}

function positionOf({ places, contactQuestions }: Published, role: ContactRole): number {
  return places.questions.findIndex(({ identifier }) => identifier === contactQuestions[role])
}

// Compares ids, which are assigned while the respondent is locked: a request that waited for the lock records the time when it arrived.
function changedByAgency({ contactConfirmedUpTo }: Contacted, history: readonly PastDecision[], position: number | undefined): Date | null {
  const newest = history.findLast((one) => one.about === 'correction' && one.position === position && one.before !== one.after)
  if (!newest || isAdmin(newest.roles) || newest.id <= (contactConfirmedUpTo ?? 0)) return null
  return newest.decidedAt
}
