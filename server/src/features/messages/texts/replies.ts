import { sql } from 'kysely'
import { keywordIn, type TextKeyword } from '@portico/shared/words/text-keywords'
import { nextChange, nextId } from '../../../infra/postgres/next-id.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { Origin, RequestContext, Services } from '../../../infra/request-context.ts'
import { auditRespondents, writeAudit } from '../../../infra/security/audit/audit.ts'
import { openContact, openReplies, phoneForm, sealReply, type SealedRespondent } from '../../../infra/security/sealed-respondent.ts'
import { contactLanguageOf } from '../../questionnaires/definitions.ts'
import { mailLanguage } from '../words.ts'
import { isStopped } from './write-text.ts'

const keptDays = 30
/** On so many cases of its number a text is noted: a family shares one, and nobody fills the log of hundreds with one text. */
const casesPerText = 20

/** A text message that somebody sent us. */
export interface IncomingText {
  /** The gateway's id of it: the same once more is the same text. */
  readonly gatewayId: string
  readonly from: string
  readonly text: string
  readonly attachments: number
  /** What the gateway took it for and has answered already; undefined: it left that to us. */
  readonly answered?: TextKeyword | undefined
}

/** What a respondent replied by text, newest first. */
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
 * Takes a text in: a sealed line of the contact log of the cases of its number, those first that got a text last, STOP and START for the number, once however often it is handed over. Returns
 * what to answer; undefined: nothing. A number that nobody has leaves no trace but a STOP (shared/spec/contract.md#text-messages).
 */
export async function takeReply(origin: Origin, incoming: IncomingText): Promise<string | undefined> {
  const { encryption, metrics, rateLimits } = origin.services
  const phoneHash = encryption.lookupHash('phone', phoneForm(incoming.from))
  const keyword = incoming.answered ?? keywordIn(incoming.text)
  const { within } = await rateLimits.count('repliesPerNumber', phoneHash.toString('base64'))
  if (!within && keyword !== 'stop') {
    metrics.text('over-limit')
    return undefined
  }
  return inTransaction(origin.services, origin.requestId, async (ctx) => {
    if (!(await isNew(ctx, incoming.gatewayId))) return undefined
    const people = await peopleWith(ctx, phoneHash)
    metrics.text(people.length > 0 ? 'reply' : 'unknown-number')
    if (people.length === 0 && keyword !== 'stop') return undefined
    if (!within && (await isStopped(ctx, phoneHash))) return undefined
    if (within) for (const person of people) await keep(ctx, person, incoming)
    await obey(ctx, keyword, phoneHash)
    auditRespondents(
      ctx,
      people.map(({ anonymousId }) => anonymousId),
    )
    if (people.length > 0) await writeAudit(ctx, 'texts.takeReply')
    return incoming.answered || !within ? undefined : answerTo(ctx, keyword, people[0])
  })
}

async function isNew({ db, services, now }: RequestContext, gatewayId: string): Promise<boolean> {
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

// Whoever asked us to stop has put their key away: there is nothing to seal a line with.
function peopleWith({ db }: RequestContext, phoneHash: Buffer) {
  return db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'keyId', 'wrappedKey', 'sealedContact', 'sealedAnswers', 'questionnaireId', 'language'])
    .where('phoneHash', '=', phoneHash)
    .where('wrappedKey', 'is not', null)
    .orderBy(lastText, (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(casesPerText)
    .forKeyShare()
    .execute()
}

type Person = Awaited<ReturnType<typeof peopleWith>>[number]

async function keep(ctx: RequestContext, person: Person, { text, attachments }: IncomingText): Promise<void> {
  const id = await nextId(ctx.db, 'text_reply')
  const sealed = sealReply(ctx.services.encryption, person, id, { text, attachments })
  await ctx.db.insertInto('text_reply').values({ id, respondentId: person.id, sealed, receivedAt: ctx.now }).execute()
}

async function obey({ db, now }: RequestContext, keyword: TextKeyword | undefined, phoneHash: Buffer): Promise<void> {
  if (keyword === 'start') await db.deleteFrom('text_stop').where('phoneHash', '=', phoneHash).execute()
  if (keyword !== 'stop') return
  await db
    .insertInto('text_stop')
    .values({ phoneHash, stoppedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function answerTo(ctx: RequestContext, keyword: TextKeyword | undefined, person: Person | undefined): Promise<string | undefined> {
  if (!keyword) return undefined
  const tag = person && (await contactLanguageOf(ctx, person, openContact(ctx.services.encryption, person)))
  const { text } = mailLanguage([tag, person?.language]).words
  return { stop: text.stopped, start: text.resumed, help: text.help }[keyword]
}

/** Notes what the telephone network says of a text; reports come in any order and more than once, and what arrived has arrived. */
export async function reportDelivery(
  { services, requestId }: Origin,
  messageId: number,
  delivery: 'delivered' | 'undelivered',
): Promise<void> {
  const isNews = await inTransaction(services, requestId, async ({ db }) => {
    const reported = await db
      .updateTable('message')
      .set({ delivery })
      .where('id', '=', messageId)
      .where('channel', '=', 'text')
      .where((where) => where.or([where('delivery', 'is', null), where('delivery', '<>', 'delivered')]))
      .returning('respondentId')
      .executeTakeFirst()
    if (!reported) return false
    await db.updateTable('respondent').set({ changeSeq: nextChange }).where('id', '=', reported.respondentId).execute()
    return true
  })
  if (isNews) services.metrics.text(delivery)
}

/** Forgets which texts were taken in; a gateway hands none over again after so long. */
export async function sweepReceivedTexts(services: Services): Promise<void> {
  await inTransaction(services, 'sweep-texts', async ({ db, now }) => {
    await db
      .deleteFrom('received_text')
      .where('receivedAt', '<', new Date(now.getTime() - keptDays * 86_400_000))
      .execute()
  })
}
