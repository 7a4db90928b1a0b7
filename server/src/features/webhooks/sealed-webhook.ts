import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { seal, unseal, type Encryption } from '../../infra/security/encryption.ts'

/** What only Portico and the receiver know of a webhook. `previous`: the secret before, and until when it signs as well, ISO 8601 in UTC. */
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

/** The columns that hold it, under a key of its own. */
export function sealWebhook(encryption: Encryption, id: number, content: SealedWebhook): SealedColumns {
  const { key, keyId, wrapped } = encryption.newDataKey(owner(id))
  return { id, keyId, wrappedKey: wrapped, sealed: seal(key, associatedData(id), JSON.stringify(content)) }
}

/** What the columns hold; throws when they were changed or moved. */
export function openWebhook(encryption: Encryption, { id, keyId, wrappedKey, sealed }: SealedColumns): SealedWebhook {
  const key = encryption.unwrapKey(owner(id), keyId, wrappedKey)
  return sealedWebhook.parse(JSON.parse(unseal(key, associatedData(id), sealed).toString()))
}

const prefix = 'whsec_'

/** A new secret of 256 random bits, as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** `webhook-signature` of a message, one for each secret that holds now, newest first (Standard Webhooks). `seconds`: since 1970. */
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
