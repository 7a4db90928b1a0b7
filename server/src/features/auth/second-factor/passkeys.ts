import { isIP } from 'node:net'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '@portico/shared/contract/passkeys'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext, Services } from '../../../infra/request-context.ts'

const maxPasskeys = 20

// Imported on first use: it accounts for a fifth of all modules loaded at start.
const webAuthn = () => import('@simplewebauthn/server')

/** Whether browsers offer passkeys at this address: they are bound to a host name, so a bare IP address cannot have any. */
export function arePasskeysSupported({ publicUrl }: Pick<Services, 'publicUrl'>): boolean {
  return isIP(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')) === 0
}

/**
 * Returns what a device needs to sign this challenge, with a passkey of this account or, if `accountId` is null, with any it has for this
 * portal.
 */
export async function passkeyRequestFor(ctx: RequestContext, challenge: string, accountId: number | null): Promise<PasskeyRequest> {
  const allowed = accountId === null ? undefined : await passkeysOf(ctx, accountId)
  const { generateAuthenticationOptions } = await webAuthn()
  const { allowCredentials, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.services).id,
    challenge: bytesOf(challenge),
    timeout: limits.signInChallengeMs,
    // A passkey alone counts as two factors: the device, and the PIN or fingerprint that it asks for.
    userVerification: accountId === null ? 'required' : 'preferred',
    ...(allowed && { allowCredentials: allowed }),
  })
  return allowCredentials ? { ...options, allowCredentials: asCredentials(allowCredentials) } : options
}

/** Returns what a device needs to create a passkey for this account. */
export async function passkeyCreationFor(ctx: RequestContext, challenge: string, account: Owner): Promise<PasskeyCreation> {
  const { id, name } = relyingParty(ctx.services)
  const { generateRegistrationOptions } = await webAuthn()
  const { excludeCredentials, ...options } = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(userHandleOf(ctx, account.id)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: bytesOf(challenge),
    timeout: limits.signInChallengeMs,
    attestationType: 'none',
    excludeCredentials: await passkeysOf(ctx, account.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options, excludeCredentials: asCredentials(excludeCredentials ?? []) }
}

interface Owner {
  readonly id: number
  readonly email: string
  readonly name: string
}

/** Stores a new passkey of an account under the name that the person gave it. Throws `PASSKEY_NOT_ACCEPTED`. */
export async function addPasskey(ctx: RequestContext, accountId: number, given: NewPasskey): Promise<number> {
  const { challenge, name, passkey } = given
  const { origin, id: expectedRPID } = relyingParty(ctx.services)
  const { verifyRegistrationResponse } = await webAuthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: false,
  }).catch(rejectPasskey)
  const existing = await passkeysOf(ctx, accountId)
  if (!registrationInfo || existing.length >= maxPasskeys) return rejectPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  const added = await ctx.db
    .insertInto('passkey')
    .values({
      accountId,
      credentialId: bytesOf(id),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: passkey.response.transports ?? [],
      name,
      addedAt: ctx.now,
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? rejectPasskey()
}

interface NewPasskey {
  readonly challenge: string
  readonly name: string
  readonly passkey: PasskeyAttestation
}

/**
 * Verifies who signed this challenge and returns their account id. As a second factor the passkey must belong to `accountId`; alone
 * (`accountId` null) the device must have asked for a PIN or fingerprint. A counter that does not increase reveals a cloned passkey. Throws
 * `PASSKEY_NOT_ACCEPTED`.
 */
export async function verifyPasskey(
  ctx: RequestContext,
  passkey: PasskeyAssertion,
  { challenge, accountId }: { readonly challenge: string; readonly accountId: number | null },
): Promise<number> {
  const stored = await ctx.db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', bytesOf(passkey.id))
    .forUpdate()
    .executeTakeFirst()
  if (!stored || (accountId !== null && stored.accountId !== accountId)) return rejectPasskey()
  const { userHandle } = passkey.response
  if (userHandle !== undefined && !bytesOf(userHandle).equals(userHandleOf(ctx, stored.accountId))) return rejectPasskey()
  const { origin, id: expectedRPID } = relyingParty(ctx.services)
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: passkey,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: accountId === null,
    credential: { id: passkey.id, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
  }).catch(rejectPasskey)
  if (!verified) return rejectPasskey()
  await ctx.db
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: ctx.now })
    .where('id', '=', stored.id)
    .execute()
  return stored.accountId
}

/** Returns the challenge that a passkey claims to have signed; `verifyPasskey` verifies it. Throws `PASSKEY_NOT_ACCEPTED`. */
export function challengeIn({ response }: PasskeyAssertion | PasskeyAttestation): string {
  try {
    const clientData: unknown = JSON.parse(bytesOf(response.clientDataJSON).toString())
    if (typeof clientData === 'object' && clientData !== null && 'challenge' in clientData && typeof clientData.challenge === 'string')
      return clientData.challenge
  } catch {
    // Not JSON: rejected below.
  }
  return rejectPasskey()
}

// The library's detailed errors are not passed on, because they would help an attacker.
function rejectPasskey(): never {
  throw new Failure('PASSKEY_NOT_ACCEPTED')
}

async function passkeysOf(ctx: RequestContext, accountId: number): Promise<{ id: string; transports: string[] }[]> {
  const rows = await ctx.db.selectFrom('passkey').select(['credentialId', 'transports']).where('accountId', '=', accountId).execute()
  return rows.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }))
}

function asCredentials(passkeys: readonly { id: string; transports?: string[] }[]) {
  return passkeys.map(({ id, transports }) => ({ id, type: 'public-key' as const, ...(transports && { transports }) }))
}

function relyingParty({ publicUrl }: Pick<Services, 'publicUrl'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: 'Portico', origin }
}

// The account's WebAuthn user handle: the same for each of its passkeys, and free of personal data.
function userHandleOf(ctx: RequestContext, accountId: number): Buffer {
  return ctx.services.encryption.lookupHash('passkey', String(accountId))
}

function bytesOf(base64url: string): Buffer<ArrayBuffer> {
  return Buffer.from(base64url, 'base64url')
}
