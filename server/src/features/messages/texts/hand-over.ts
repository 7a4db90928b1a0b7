import type { Selectable } from 'kysely'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { Database, RequestContext, Services } from '../../../infra/request-context.ts'
import { phoneForm } from '../../../infra/security/sealed-respondent.ts'
import { TextRefusal, type TextGateway } from '../../../infra/texts/text-gateway.ts'
import { markSent } from '../mark-sent.ts'
import { outgoingOf, type Outgoing } from '../queries.ts'

type MessageRow = Selectable<Database['message']>
type OutgoingText = Extract<Outgoing, { readonly channel: 'text' }>

// For this long no other worker retries a text whose hand-over has begun; requests to a gateway time out sooner.
const leaseMs = 60_000
// How far the gateway's clock may lag behind.
const skewMs = 60_000

/**
 * Records that a text is about to be handed over, before contacting the gateway, and returns the time recorded. Unlike a mail server, a
 * gateway cannot detect a duplicate by its id: if an earlier record exists, the gateway is asked whether it has the text, and if so nothing
 * is handed over (undefined).
 */
export async function beginHandOver(ctx: RequestContext, message: MessageRow, text: OutgoingText): Promise<Date | undefined> {
  if (await isWithGateway(ctx, message, text)) {
    await markSent(ctx, message, text)
    return undefined
  }
  const handedOverAt = ctx.now
  await ctx.db
    .updateTable('message')
    .set({
      channel: 'text',
      handedOverAt,
      handedOverHash: hashOf(ctx, message, text.text),
      dueAt: new Date(handedOverAt.getTime() + leaseMs),
    })
    .where('id', '=', message.id)
    .execute()
  return handedOverAt
}

// If the text has changed since, the recipient gets the new one too, even if the old one may have arrived.
async function isWithGateway(ctx: RequestContext, message: MessageRow, { to, text: content }: OutgoingText) {
  const { handedOverAt, handedOverHash } = message
  if (!handedOverAt || !handedOverHash?.equals(hashOf(ctx, message, content))) return false
  const kept = await gatewayOf(ctx.services).listTo(to)
  const since = handedOverAt.getTime() - skewMs
  return kept.some(({ text, createdAt }) => createdAt.getTime() >= since && hashOf(ctx, message, text).equals(handedOverHash))
}

/**
 * Hands over a text that was recorded at `begunAt`; does nothing if another worker has recorded it since. The row lock is held while it is
 * composed and until the gateway has answered.
 *
 * @throws if the gateway does not accept it, or does not say whether it did.
 */
export async function handOver(services: Services, messageId: number, begunAt: Date): Promise<void> {
  const refused = await inTransaction(services, `message:${messageId}`, async (ctx) => {
    const message = await ctx.db.selectFrom('message').selectAll().where('id', '=', messageId).forUpdate().skipLocked().executeTakeFirst()
    if (!message || message.sentAt || message.handedOverAt?.getTime() !== begunAt.getTime()) return undefined
    const text = await outgoingOf(ctx, message)
    const isSame = text?.channel === 'text' && message.handedOverHash?.equals(hashOf(ctx, message, text.text))
    // It has changed or is no longer due, so it starts over.
    if (!isSame) return clearHandOver(ctx, messageId, { dueAt: ctx.now })
    const { id, to, text: content } = text
    const refusal = await sendToGateway(services, { id, to, text: content, reportTo: reportAddress(services, messageId) })
    if (!refusal) {
      services.metrics.text('sent')
      await markSent(ctx, message, text)
      return undefined
    }
    await recordRefusal(ctx, messageId, refusal, to)
    return refusal.why === 'later' ? refusal : undefined
  })
  if (refused) throw new Error(`Text ${messageId} was not taken: ${refused.message}`)
}

/** Returns the URL to which the gateway reports the delivery of a message. */
export function reportAddress({ publicUrl }: Services, messageId: number): string {
  return `${publicUrl}/texts/status/${messageId}`
}

async function sendToGateway(services: Services, text: Parameters<TextGateway['send']>[0]): Promise<TextRefusal | undefined> {
  try {
    await gatewayOf(services).send(text)
    return undefined
  } catch (error) {
    services.metrics.text('refused')
    if (error instanceof TextRefusal) return error
    throw error
  }
}

async function recordRefusal(ctx: RequestContext, messageId: number, { why }: TextRefusal, to: string): Promise<void> {
  if (why === 'later') return clearHandOver(ctx, messageId, { dueAt: ctx.now })
  await clearHandOver(ctx, messageId, { dueAt: null, delivery: 'undelivered' })
  if (why === 'number') return
  const phoneHash = ctx.services.encryption.lookupHash('phone', phoneForm(to))
  await ctx.db
    .insertInto('text_stop')
    .values({ phoneHash, stoppedAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NextState = Partial<Pick<MessageRow, 'dueAt' | 'delivery'>>

async function clearHandOver({ db }: RequestContext, messageId: number, next: NextState): Promise<undefined> {
  await db
    .updateTable('message')
    .set({ handedOverAt: null, handedOverHash: null, ...next })
    .where('id', '=', messageId)
    .execute()
}

// Of the message, too: the text of an announcement alone would group its recipients by language.
function hashOf({ services }: RequestContext, { id }: MessageRow, text: string): Buffer {
  return services.encryption.lookupHash('text', `${id}:${text.trim()}`)
}

function gatewayOf({ texts }: Services): TextGateway {
  if (!texts) throw new Error('There is no gateway of text messages')
  return texts
}
