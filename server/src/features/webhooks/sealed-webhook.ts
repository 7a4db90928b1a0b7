import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sealJson, unsealJson, type Encryption } from '../../infra/security/encryption.ts'

/** What only Portico and the receiver know about a webhook. `previous`: the old secret and until when it also signs, ISO 8601 in UTC. */
export const sealedWebhook = z.object({
  url: z.string(),
  secret: z.string(),
  previous: z.object({ secret: z.string(), until: z.string() }).optional(),
})
export type SealedWebhook = z.infer<typeof sealedWebhook>

interface SealedColumns {
  readonly id: number
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly sealed: Buffer
}

/** Seals a webhook's content under its own data key and returns the columns to store. */
export function sealWebhook(encryption: Encryption, id: number, content: SealedWebhook): SealedColumns {
  const { key, keyId, wrapped } = encryption.newDataKey(owner(id))
  return { id, keyId, wrappedKey: wrapped, sealed: sealJson(key, associatedData(id), content) }
}

/** Opens the sealed columns of a webhook. Throws if they were changed or moved. */
export function openWebhook(encryption: Encryption, { id, keyId, wrappedKey, sealed }: SealedColumns): SealedWebhook {
  const key = encryption.unwrapKey(owner(id), keyId, wrappedKey)
  return sealedWebhook.parse(unsealJson(key, associatedData(id), sealed))
}

const prefix = 'whsec_'

/** Returns a new secret of 256 random bits in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/**
 * Returns the `webhook-signature` of a message, with one signature per valid secret, newest first (Standard Webhooks). `seconds`: Unix
 * time.
 */
export function signatures(
  webhook: SealedWebhook,
  now: Date,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  const { secret, previous } = webhook
  const secrets = previous && new Date(previous.until) > now ? [secret, previous.secret] : [secret]
  const sign = (one: string) =>
    createHmac('sha256', Buffer.from(one.slice(prefix.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return secrets.map((one) => `v1,${sign(one)}`).join(' ')
}

const owner = (id: number) => `webhook:${id}`
const associatedData = (id: number) => `webhook:${id}:sealed`
