import { isIP } from 'node:net'
import type { CreatedWebhook, NewWebhook } from '@portico/shared/contract/webhooks'
import type { WebhookMessageType } from '@portico/shared/words/webhook-events'
import { limits } from '@portico/shared/words/limits'
import { sql } from 'kysely'
import { Failure } from '../../infra/failure.ts'
import { lockMaker } from '../../infra/postgres/current-rights.ts'
import { nextId } from '../../infra/postgres/next-id.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { isLoopback, isPublicAddress } from '../../infra/security/network.ts'
import { requireRecentProof } from '../auth/second-factor/fresh-proof.ts'
import { newWebhookSecret, openWebhook, sealWebhook } from './sealed-webhook.ts'

/**
 * Creates a webhook (shared/spec/contract.md#webhooks) and returns its secret, which is never shown again. Throws
 * `REAUTHENTICATION_REQUIRED`, `FORBIDDEN` if the caller just stopped being an admin, `NOT_FOUND` for an unknown workshop, `INVALID_REQUEST` if the maximum number exists, and `VALIDATION_ERROR`
 * for an address that must not receive messages.
 */
export async function createWebhook(ctx: RequestContext, input: NewWebhook): Promise<CreatedWebhook> {
  requireRecentProof(ctx)
  requireAllowedTarget(ctx, input.url)
  const workshopIds = await requireWorkshops(ctx, input.workshopNames)
  await lockMaker(ctx)
  await lockAll(ctx)
  const { count } = await ctx.db
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.webhooksMax)
    throw new Failure('INVALID_REQUEST', `There are ${limits.webhooksMax} webhooks already. Delete one first.`)
  const id = await nextId(ctx.db, 'webhook')
  const secret = newWebhookSecret()
  await ctx.db
    .insertInto('webhook')
    .values({
      ...sealWebhook(ctx.services.encryption, id, { url: input.url, secret }),
      name: input.name,
      events: [...new Set(input.events)],
      workshopIds,
      isTest: input.test ?? false,
      makerId: callerOf(ctx).id,
      createdAt: ctx.now,
    })
    .execute()
  auditSubject(ctx, 'webhook', id)
  return { id, secret }
}

// Host names are resolved and checked each time something is sent.
function requireAllowedTarget({ services }: RequestContext, url: string): void {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isLoopback(host) && services.loopbackWebhooks) return
  if (!services.sandbox && protocol === 'https:' && !isLoopback(host) && (isIP(host) === 0 || isPublicAddress(host))) return
  const message = services.sandbox
    ? 'In the sandbox webhooks go to this machine alone: write an address like http://127.0.0.1:4000/.'
    : 'Write an https address that the internet can reach.'
  throw new Failure('VALIDATION_ERROR', message, { issues: [{ path: ['url'], code: 'custom', message }] })
}

async function requireWorkshops(ctx: RequestContext, names: readonly string[] | undefined): Promise<number[] | null> {
  if (!names) return null
  const found = await ctx.db.selectFrom('workshop').select('id').where('name', 'in', names).execute()
  if (found.length < new Set(names).size) throw new Failure('NOT_FOUND', 'There is no workshop of one of these names.')
  return found.map(({ id }) => id)
}

// Serializes creation, so that concurrent calls cannot exceed the maximum.
async function lockAll(ctx: RequestContext): Promise<void> {
  await sql`lock table webhook in share row exclusive mode`.execute(ctx.db)
}

/**
 * Disables or enables a webhook. Waiting messages are kept; events while it is disabled are not sent later. Throws `NOT_FOUND`, and
 * `FORBIDDEN` if the caller just stopped being an admin.
 */
export async function setWebhook(ctx: RequestContext, { id, enabled }: { id: number; enabled: boolean }): Promise<Record<string, never>> {
  if (enabled) await lockMaker(ctx)
  await lockWebhook(ctx, id)
  await ctx.db
    .updateTable('webhook')
    .set(
      enabled
        ? { disabledAt: null, disabledBecause: null, failingSince: null, failures: 0, pausedUntil: null }
        : { disabledAt: ctx.now, disabledBecause: 'by-hand' },
    )
    .where('id', '=', id)
    .where('disabledAt', enabled ? 'is not' : 'is', null)
    .execute()
  if (enabled)
    await ctx.db
      .updateTable('webhook_delivery')
      .set({ dueAt: ctx.now, firstTriedAt: null })
      .where('webhookId', '=', id)
      .where('dueAt', 'is not', null)
      .execute()
  return {}
}

/** Disables the webhooks of an account that stops being an admin's; another admin may enable them again. */
export async function disableWebhooksOf(ctx: RequestContext, accountId: number): Promise<void> {
  const disabled = await ctx.db
    .updateTable('webhook')
    .set({ disabledAt: ctx.now, disabledBecause: 'by-hand' })
    .where('makerId', '=', accountId)
    .where('disabledAt', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of disabled) auditSubject(ctx, 'webhook', id)
}

/** Replaces the secret of a webhook; the previous one also signs messages for a day. Throws `REAUTHENTICATION_REQUIRED`, `NOT_FOUND`. */
export async function rotateSecret(ctx: RequestContext, { id }: { id: number }): Promise<{ secret: string }> {
  requireRecentProof(ctx)
  const { encryption } = ctx.services
  const before = openWebhook(encryption, await lockWebhook(ctx, id))
  const secret = newWebhookSecret()
  const until = new Date(ctx.now.getTime() + limits.webhookSecretOverlapMs).toISOString()
  const content = { url: before.url, secret, previous: { secret: before.secret, until } }
  await ctx.db
    .updateTable('webhook')
    .set(sealWebhook(encryption, id, content))
    .where('id', '=', id)
    .execute()
  return { secret }
}

/** Deletes a webhook with all its messages. Throws `NOT_FOUND`. */
export async function deleteWebhook(ctx: RequestContext, { id }: { id: number }): Promise<Record<string, never>> {
  await lockWebhook(ctx, id)
  await ctx.db.deleteFrom('webhook').where('id', '=', id).execute()
  return {}
}

/** Queues an empty message to test delivery. Throws `NOT_FOUND`. */
export async function sendTest(ctx: RequestContext, { id }: { id: number }): Promise<Record<string, never>> {
  await lockWebhook(ctx, id)
  const event: WebhookMessageType = 'webhook.test'
  await ctx.db.insertInto('webhook_delivery').values({ webhookId: id, event, data: {}, happenedAt: ctx.now, dueAt: ctx.now }).execute()
  await endPause(ctx, id)
  return {}
}

/** Sends a message again, or a waiting one at once, under the same id. Throws `NOT_FOUND`. */
export async function replayDelivery(ctx: RequestContext, { id }: { id: number }): Promise<Record<string, never>> {
  const found = await ctx.db
    .updateTable('webhook_delivery')
    .set({ dueAt: ctx.now, deliveredAt: null, firstTriedAt: null })
    .where('id', '=', id)
    .returning('webhookId')
    .executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'webhook', found.webhookId)
  await endPause(ctx, found.webhookId)
  return {}
}

// An admin who requests a message now presumably knows that the receiver is back. Not null, so that a round that is sending notices the
// change.
async function endPause({ db, now }: RequestContext, id: number): Promise<void> {
  await db.updateTable('webhook').set({ pausedUntil: now }).where('id', '=', id).execute()
}

async function lockWebhook(ctx: RequestContext, id: number) {
  const found = await ctx.db.selectFrom('webhook').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'webhook', id)
  return found
}
