import { sql } from 'kysely'
import { keywordIn, type TextKeyword } from '@portico/shared/words/text-keywords'
import { markChanged, nextId } from '../../../infra/postgres/next-id.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { HttpContext, Origin, RequestContext, Services } from '../../../infra/request-context.ts'
import { auditRespondents, writeAudit } from '../../../infra/security/audit/audit.ts'
import { openContact, openReplies, phoneForm, sealReply, type SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'
import { mailLanguage } from '../words.ts'
import { isTextStopped } from './write-text.ts'

const retentionDays = 30
/** A text is recorded on at most this many cases of its number: enough for a family, without filling the logs of hundreds. */
const maxCasesPerText = 20

/** A text message that was sent to us. */
export interface IncomingText {
  /** The gateway's id; a repeated id is the same text. */
  readonly gatewayId: string
  readonly from: string
  readonly text: string
  readonly attachments: number
  /** The keyword that the gateway recognized and already answered; undefined if answering is left to us. */
  readonly answered?: TextKeyword | undefined
}

/** Returns what a respondent replied by text, newest first. */
export async function repliesOf({ db, services }: RequestContext, person: SealedRespondent & { readonly id: number }) {
  const rows = await db
    .selectFrom('text_reply')
    .select(['id', 'sealed', 'receivedAt'])
    .where('respondentId', '=', person.id)
    .orderBy('id', 'desc')
    .execute()
  return openReplies(services.encryption, person, rows)
}

/**
 * Receives a text: adds a sealed line to the contact logs of the cases of its number, most recently texted first, and applies STOP and
 * START to the number; idempotent. Returns the answer to send, or undefined for none. A number without an open case is unknown: of its texts
 * only STOP and START have an effect (shared/spec/contract.md#text-messages).
 */
export async function receiveText(origin: Origin & Pick<HttpContext, 'services'>, incoming: IncomingText): Promise<string | undefined> {
  const { encryption, metrics, rateLimits } = origin.services
  const phoneHash = encryption.lookupHash('phone', phoneForm(incoming.from))
  const keyword = incoming.answered ?? keywordIn(incoming.text)
  const { within } = await rateLimits.count('repliesPerNumber', phoneHash.toString('base64'))
  if (!within && keyword !== 'stop') {
    metrics.text('over-limit')
    return undefined
  }
  return inTransaction(origin.services, origin.requestId, async (ctx) => {
    if (!(await recordReceipt(ctx, incoming.gatewayId))) return undefined
    const people = await findCasesByNumber(ctx, phoneHash)
    metrics.text(people.length > 0 ? 'reply' : 'unknown-number')
    const setsStop = keyword === 'stop' || keyword === 'start'
    if (people.length === 0 && !setsStop) return undefined
    if (!within && (await isTextStopped(ctx, phoneHash))) return undefined
    if (within) for (const person of people) await storeReply(ctx, person, incoming)
    await applyKeyword(ctx, keyword, phoneHash)
    auditRespondents(
      ctx,
      people.map(({ anonymousId }) => anonymousId),
    )
    if (people.length > 0) await writeAudit(ctx, 'texts.takeReply')
    return incoming.answered || !within ? undefined : answerFor(ctx, keyword, people[0])
  })
}

async function recordReceipt({ db, services, now }: RequestContext, gatewayId: string): Promise<boolean> {
  const stored = await db
    .insertInto('received_text')
    .values({ hash: services.encryption.lookupHash('text', `received:${gatewayId}`), receivedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('receivedAt')
    .executeTakeFirst()
  return stored !== undefined
}

const lastText = sql<Date | null>`(
  select max(sent_at) from message where message.respondent_id = respondent.id and message.channel = 'text')`

// The key of a respondent who asked us to stop is set aside, so nothing can be sealed for them.
function findCasesByNumber({ db }: RequestContext, phoneHash: Buffer) {
  return db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers', 'questionnaireId', 'language'])
    .where('phoneHash', '=', phoneHash)
    .where('wrappedKey', 'is not', null)
    .orderBy(lastText, (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(maxCasesPerText)
    .forKeyShare()
    .execute()
}

type Person = Awaited<ReturnType<typeof findCasesByNumber>>[number]

async function storeReply(ctx: RequestContext, person: Person, { text, attachments }: IncomingText): Promise<void> {
  const id = await nextId(ctx.db, 'text_reply')
  const sealed = sealReply(ctx.services.encryption, person, id, { text, attachments })
  await ctx.db.insertInto('text_reply').values({ id, respondentId: person.id, sealed, receivedAt: ctx.now }).execute()
}

async function applyKeyword({ db, now }: RequestContext, keyword: TextKeyword | undefined, phoneHash: Buffer): Promise<void> {
  if (keyword === 'start') await db.deleteFrom('text_stop').where('phoneHash', '=', phoneHash).execute()
  if (keyword !== 'stop') return
  await db
    .insertInto('text_stop')
    .values({ phoneHash, stoppedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function answerFor(ctx: RequestContext, keyword: TextKeyword | undefined, person: Person | undefined): Promise<string | undefined> {
  if (!keyword) return undefined
  const tag = person && (await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person)))
  const { text } = mailLanguage([tag, person?.language]).words
  return { stop: text.stopped, start: text.resumed, help: text.help }[keyword]
}

/** Records a delivery report; reports arrive in any order and repeatedly, and `delivered` is final. */
export async function reportDelivery(
  { services, requestId }: Origin,
  messageId: number,
  delivery: 'delivered' | 'undelivered',
): Promise<void> {
  const isChanged = await inTransaction(services, requestId, async (ctx) => {
    const reported = await ctx.db
      .updateTable('message')
      .set({ delivery })
      .where('id', '=', messageId)
      .where('channel', '=', 'text')
      .where((where) => where.or([where('delivery', 'is', null), where('delivery', '<>', 'delivered')]))
      .returning('respondentId')
      .executeTakeFirst()
    if (!reported) return false
    if (reported.respondentId !== null) await markChanged(ctx, [reported.respondentId])
    return true
  })
  if (isChanged) services.metrics.text(delivery)
}

/** Deletes the record of received texts; a gateway does not resend texts this old. */
export async function sweepReceivedTexts(services: Services): Promise<void> {
  await inTransaction(services, 'sweep-texts', async ({ db, now }) => {
    await db
      .deleteFrom('received_text')
      .where('receivedAt', '<', new Date(now.getTime() - retentionDays * 86_400_000))
      .execute()
  })
}
