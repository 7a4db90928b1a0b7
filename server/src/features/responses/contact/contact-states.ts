import type { ContactState } from '@portico/shared/contract/cases'
import type { RequestContext } from '../../../infra/request-context.ts'

/** Of someone who was neither written to nor called. */
export const notReached: ContactState = { invitation: 'none', lastCall: null }

/** How each of these respondents was reached so far, by their ids. */
export async function contactStatesOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<Map<number, ContactState>> {
  const [invitations, calls] = await Promise.all([
    ctx.db
      .selectFrom('message')
      .select(['respondentId', 'sentAt'])
      .where('respondentId', 'in', [...respondentIds])
      .where('kind', '=', 'invitation')
      .execute(),
    ctx.db
      .selectFrom('telephone_call')
      .select(['respondentId', 'outcome', 'callAgainOn', 'calledAt'])
      .distinctOn('respondentId')
      .where('respondentId', 'in', [...respondentIds])
      .orderBy('respondentId')
      .orderBy('id', 'desc')
      .execute(),
  ])
  const sent = new Map(invitations.map(({ respondentId, sentAt }) => [respondentId, sentAt !== null]))
  const called = new Map(calls.map(({ respondentId, calledAt, ...call }) => [respondentId, { ...call, calledAt: calledAt.toISOString() }]))
  return new Map(respondentIds.map((id) => [id, { invitation: stateOf(sent.get(id)), lastCall: called.get(id) ?? null }]))
}

function stateOf(sent: boolean | undefined): ContactState['invitation'] {
  if (sent === undefined) return 'none'
  return sent ? 'sent' : 'waiting'
}
