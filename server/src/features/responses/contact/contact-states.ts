import { sql, type Kysely } from 'kysely'
import type { ContactState } from '@portico/shared/contract/cases'
import { prepared } from '../../../infra/postgres/prepared.ts'
import type { Database, RequestContext } from '../../../infra/request-context.ts'

/** Of someone who was neither written to nor called. */
export const notReached: ContactState = { invitation: 'none', lastCall: null }

interface Respondents {
  readonly ids: readonly number[]
}

const selectInvitations = prepared<Respondents>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('message')
    .select(['respondentId', 'sentAt'])
    .where('respondentId', '=', sql<number>`any(${place('ids')}::bigint[])`)
    .where('kind', '=', 'invitation'),
)

const selectCalls = prepared<Respondents>()((db: Kysely<Database>, place) =>
  db
    .selectFrom('telephone_call')
    .select(['respondentId', 'outcome', 'callAgainOn', 'calledAt'])
    .distinctOn('respondentId')
    .where('respondentId', '=', sql<number>`any(${place('ids')}::bigint[])`)
    .orderBy('respondentId')
    .orderBy('id', 'desc'),
)

/** How each of these respondents was reached so far, by their ids. */
export async function contactStatesOf(ctx: RequestContext, respondentIds: readonly number[]): Promise<Map<number, ContactState>> {
  const respondents = { ids: respondentIds }
  const [invitations, calls] = await Promise.all([selectInvitations(ctx.db, respondents), selectCalls(ctx.db, respondents)])
  const sent = new Map(invitations.map(({ respondentId, sentAt }) => [respondentId, sentAt !== null]))
  const called = new Map(calls.map(({ respondentId, calledAt, ...call }) => [respondentId, { ...call, calledAt: calledAt.toISOString() }]))
  return new Map(respondentIds.map((id) => [id, { invitation: stateOf(sent.get(id)), lastCall: called.get(id) ?? null }]))
}

function stateOf(sent: boolean | undefined): ContactState['invitation'] {
  if (sent === undefined) return 'none'
  return sent ? 'sent' : 'waiting'
}
