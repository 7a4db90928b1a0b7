import { sql } from 'kysely'
import type { Message, MessageList } from '@portico/shared/contract/messages'
import { languageOf } from '@portico/shared/words/languages'
import type { MessageChannel } from '@portico/shared/words/messages'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { auditPage, auditRespondents, auditSubject } from '../../../infra/security/audit/audit.ts'
import { openContact } from '../../../infra/security/sealed-respondent.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'
import { inviteAgain } from '../invitations.ts'
import { writeInvitation } from '../queries.ts'
import { stateOf } from '../state.ts'

const scanBatchSize = 200
const maxScanned = 2_000

// Until it is sent, a message to a respondent without an e-mail address counts as a text.
const channelOf = ({ services }: RequestContext) =>
  sql<MessageChannel>`coalesce(channel, case when ${Boolean(services.texts)} and sent_at is null and message.respondent_id is not null and email_hash is null
    then 'text' else 'email' end)`

/**
 * Returns which messages were sent to whom, newest first, without their content (shared/spec/contract.md#messages). The contact language is
 * sealed: filtering by it opens up to 2,000 messages per call, and `next` continues after them. Throws `NOT_FOUND` for an unknown workshop.
 */
export async function listMessages(ctx: RequestContext, input: MessageList): Promise<{ items: Message[]; next: number | null }> {
  const workshopId = input.workshopName === undefined ? undefined : await workshopIdOf(ctx, input.workshopName)
  const items: Message[] = []
  let before = input.before
  for (let scanned = 0; scanned < maxScanned; scanned += scanBatchSize) {
    const pageSize = input.language ? scanBatchSize : input.count + 1
    const rows = await findMessagesBefore(ctx, before, { ...input, workshopId }, pageSize)
    for (const row of rows) {
      if (items.length === input.count) return pageOf(ctx, items, before ?? null)
      before = row.id
      const shown = await messageView(ctx, row)
      if (input.language === undefined || (shown.language && languageOf(shown.language)?.code === input.language)) items.push(shown)
    }
    if (rows.length < pageSize) return pageOf(ctx, items, null)
  }
  return pageOf(ctx, items, before ?? null)
}

function pageOf(ctx: RequestContext, items: Message[], next: number | null) {
  const anonymousIds = items.flatMap(({ anonymousId }) => anonymousId ?? [])
  auditPage(ctx, anonymousIds, anonymousIds.length)
  return { items, next }
}

async function workshopIdOf(ctx: RequestContext, name: string): Promise<number> {
  const workshop = await ctx.db.selectFrom('workshop').select('id').where('name', '=', name).executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  return workshop.id
}

type Wanted = Pick<MessageList, 'kind' | 'state' | 'channel'> & { readonly workshopId: number | undefined }

// Respondents who asked us to stop appear in no list.
function findMessagesBefore(ctx: RequestContext, before: number | undefined, { kind, state, channel, workshopId }: Wanted, limit: number) {
  return ctx.db
    .selectFrom('message')
    .leftJoin('respondent', 'respondent.id', 'message.respondentId')
    .leftJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select([
      'message.id',
      'kind',
      'attempts',
      'createdAt',
      'sentAt',
      'dueAt',
      stateOf.as('state'),
      'workshop.name as workshopName',
      channelOf(ctx).as('channel'),
    ])
    .select(['respondent.anonymousId', 'respondent.keyId', 'respondent.wrappedKey', 'sealedContact', 'sealedAnswers'])
    .select(['questionnaireId', 'language'])
    .where((where) => where.or([where('message.respondentId', 'is', null), where('respondent.wrappedKey', 'is not', null)]))
    .$if(before !== undefined, (query) => query.where('message.id', '<', before ?? 0))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'invitation'))
    .$if(state !== undefined, (query) => query.where(stateOf, '=', state ?? 'sent'))
    .$if(channel !== undefined, (query) => query.where(channelOf(ctx), '=', channel ?? 'text'))
    .$if(workshopId !== undefined, (query) => query.where('respondent.workshopId', '=', workshopId ?? 0))
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()
}

type Row = Awaited<ReturnType<typeof findMessagesBefore>>[number]

async function messageView(ctx: RequestContext, row: Row): Promise<Message> {
  const { id, kind, state, channel, attempts, createdAt, sentAt, dueAt, anonymousId, workshopName } = row
  return {
    id,
    kind,
    state,
    channel,
    anonymousId,
    workshopName,
    language: await contactLanguageOfRow(ctx, row),
    attempts,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
  }
}

async function contactLanguageOfRow(ctx: RequestContext, row: Row): Promise<string | null> {
  const { anonymousId, keyId, wrappedKey, sealedContact, sealedAnswers, questionnaireId, language } = row
  if (anonymousId === null || keyId === null || !sealedContact || !sealedAnswers || questionnaireId === null || language === null)
    return null
  const person = { anonymousId, keyId, wrappedKey, sealedContact, sealedAnswers, questionnaireId, language }
  return contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person))
}

/**
 * Resends a message: one that was given up is retried; for one that reached a respondent, the current invitation is sent. Throws
 * `NOT_FOUND`, `NOT_INVITED` if the respondent is not welcome, and `INVALID_REQUEST` if the message is on its way, no longer due or was
 * sent to staff, or if the address already got its three invitations of the day.
 */
export async function sendMessageAgain(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  const message = await ctx.db
    .selectFrom('message')
    .leftJoin('respondent', 'respondent.id', 'message.respondentId')
    .select(['respondentId', 'kind', stateOf.as('state'), 'anonymousId'])
    .where('message.id', '=', id)
    .forUpdate('message')
    .executeTakeFirst()
  if (!message) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'message', id)
  if (message.anonymousId !== null) auditRespondents(ctx, [message.anonymousId])
  if (message.state === 'gave-up') {
    await ctx.db.updateTable('message').set({ attempts: 0, refusedAt: null, dueAt: ctx.now }).where('id', '=', id).execute()
    return {}
  }
  if (!['sent', 'delivered', 'undelivered'].includes(message.state))
    throw new Failure('INVALID_REQUEST', 'It is on its way, or not due any more.')
  if (message.respondentId === null) throw new Failure('INVALID_REQUEST', 'What a member of staff got is not kept.')
  await lockRespondent(ctx, message.respondentId)
  if (!(await writeInvitation(ctx, message.respondentId))) throw new Failure('NOT_INVITED')
  await inviteAgain(ctx, message.respondentId)
  return {}
}

// If two admins resend concurrently, the second sees the first's message; and a respondent who turns red concurrently gets none.
async function lockRespondent({ db }: RequestContext, respondentId: number): Promise<void> {
  await db.selectFrom('respondent').select('id').where('id', '=', respondentId).forNoKeyUpdate().execute()
}
