import { sql } from 'kysely'
import type { Page } from '@portico/shared/contract/paging'
import type { PrivacyRequestEntry, RequestList } from '@portico/shared/contract/privacy'
import { auditPage } from '../../infra/security/audit/audit.ts'
import { openContact, openRequest, type SealedRespondent } from '../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { keptCaseOf } from './find-person.ts'
import { unconfirmedContacts, type Contacted, type UnconfirmedSince } from './unconfirmed-contact.ts'

/** Returns a page of privacy requests: the open ones, most urgent first, or all, newest first. */
export async function listRequests(ctx: RequestContext, { pagination, open }: RequestList): Promise<Page<PrivacyRequestEntry>> {
  const { offset, count: batchSize } = pagination
  const { count } = await ctx.db
    .selectFrom('privacy_request')
    .select((select) => select.fn.countAll<string>().as('count'))
    .$if(open, (query) => query.where('doneAt', 'is', null))
    .executeTakeFirstOrThrow()
  const rows = await select(ctx)
    .$if(open, (query) => query.where('doneAt', 'is', null).orderBy('dueAt', (order) => order.asc().nullsLast()))
    .orderBy('privacy_request.id', open ? 'asc' : 'desc')
    .limit(batchSize)
    .offset(offset)
    .execute()
  const unconfirmed = await unconfirmedContacts(ctx, rows.flatMap(keptOf))
  const items = rows.map((row) => entryOf(ctx, row, unconfirmed.get(row.keptId ?? 0)))
  auditPage(
    ctx,
    rows.flatMap(({ anonymousId, keptAnonymousId }) => [anonymousId, keptAnonymousId ?? anonymousId]),
    Number(count),
  )
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < Number(count) }, meta: { count: Number(count) } }
}

function select(ctx: RequestContext) {
  return ctx.db
    .selectFrom('privacy_request')
    .leftJoin('respondent', 'respondent.id', 'privacy_request.respondentId')
    .leftJoin('stopped_respondent', 'stopped_respondent.respondentId', 'respondent.id')
    .leftJoin('account', 'account.id', 'privacy_request.doneById')
    .select([
      'privacy_request.id',
      'privacy_request.anonymousId',
      'privacy_request.kind',
      'byTelephone',
      'sealed',
      'requestedAt',
      'dueAt',
      'doneAt',
    ])
    .select(['account.name as doneBy', 'respondent.keyId', 'respondent.wrappedKey as ownKey'])
    .select('stopped_respondent.wrappedKey as setAsideKey')
    .leftJoin('respondent as kept', (join) => join.on('kept.id', '=', keptCase))
    .leftJoin('stopped_respondent as stopped', 'stopped.respondentId', 'kept.id')
    .select(['kept.anonymousId as keptAnonymousId', 'kept.keyId as keptKeyId', 'kept.wrappedKey as keptKey', 'kept.sealedContact'])
    .select(['stopped.wrappedKey as keptSetAsideKey', 'kept.id as keptId', 'kept.questionnaireId', 'kept.contactConfirmedUpTo'])
}

const keptCase = keptCaseOf(sql`privacy_request.respondent_id`)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

// Nobody if the respondent was deleted.
function keptOf(row: Row): (Contacted & { readonly sealedContact: Uint8Array })[] {
  const { keptId: id, keptAnonymousId: anonymousId, keptKeyId: keyId, questionnaireId, sealedContact, contactConfirmedUpTo } = row
  if (id === null || anonymousId === null || keyId === null || questionnaireId === null || sealedContact === null) return []
  return [{ id, anonymousId, keyId, wrappedKey: row.keptSetAsideKey ?? row.keptKey, questionnaireId, sealedContact, contactConfirmedUpTo }]
}

function entryOf(ctx: RequestContext, row: Row, unconfirmed: UnconfirmedSince | undefined): PrivacyRequestEntry {
  const { encryption } = ctx.services
  const { id, anonymousId, kind, byTelephone, doneBy, keyId, sealed } = row
  const person: SealedRespondent = { anonymousId, keyId: keyId ?? '', wrappedKey: row.setAsideKey ?? row.ownKey }
  const [kept] = keptOf(row)
  const { fullName, email, phoneNumber } = kept ? openContact(encryption, kept) : nobody
  return {
    id,
    anonymousId,
    kind,
    byTelephone,
    requestedAt: row.requestedAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    doneBy,
    text: sealed && openRequest(encryption, person, sealed),
    contact: kept ? { fullName, email, phoneNumber } : null,
    unconfirmedContactSince: (unconfirmed?.email ?? unconfirmed?.phone)?.toISOString() ?? null,
  }
}

const nobody = { fullName: '', email: null, phoneNumber: null }
