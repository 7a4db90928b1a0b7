import { Secret, TOTP } from 'otpauth'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { seal, unseal } from '../../../infra/security/encryption.ts'

const secretBytes = 20
// Accepts one 30 s step before and after: phone clocks drift, and people type slowly.
const stepTolerance = 1

/** Begins the setup of an authenticator app: stores a new sealed secret that takes effect once confirmed with a code. */
export async function beginAuthenticatorApp(ctx: RequestContext, account: Owner): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes }).base32
  const { key, keyId, wrapped } = ctx.services.encryption.newDataKey(ownerOf(account.id))
  await ctx.db.deleteFrom('authenticator_app').where('accountId', '=', account.id).where('confirmedAt', 'is', null).execute()
  await ctx.db
    .insertInto('authenticator_app')
    .values({
      accountId: account.id,
      keyId,
      wrappedKey: wrapped,
      sealedSecret: seal(key, secretAssociatedData(account.id), secret),
      begunAt: ctx.now,
    })
    .execute()
  return { secret, uri: totpOf(secret, account.email).toString() }
}

interface Owner {
  readonly id: number
  readonly email: string
}

/** Confirms an app whose setup began within the last ten minutes and replaces the previous one. Throws `WRONG_SECOND_FACTOR`. */
export async function confirmAuthenticatorApp(ctx: RequestContext, accountId: number, code: string): Promise<void> {
  const begun = await ctx.db
    .selectFrom('authenticator_app')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .where('begunAt', '>', new Date(ctx.now.getTime() - limits.authenticatorSetupMs))
    .forUpdate()
    .executeTakeFirst()
  const step = begun && stepOf(ctx, begun, code)
  if (!begun || step === undefined) throw new Failure('WRONG_SECOND_FACTOR')
  await ctx.db.deleteFrom('authenticator_app').where('accountId', '=', accountId).where('confirmedAt', 'is not', null).execute()
  await ctx.db.updateTable('authenticator_app').set({ confirmedAt: ctx.now, lastUsedStep: step }).where('id', '=', begun.id).execute()
}

/** Whether this is the current code of the account's app. Using a code invalidates it and every earlier one. */
export async function redeemAuthenticatorCode(ctx: RequestContext, accountId: number, code: string): Promise<boolean> {
  const app = await ctx.db
    .selectFrom('authenticator_app')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  const step = app && stepOf(ctx, app, code)
  if (!app || step === undefined || step <= (app.lastUsedStep ?? -1)) return false
  await ctx.db.updateTable('authenticator_app').set({ lastUsedStep: step, lastUsedAt: ctx.now }).where('id', '=', app.id).execute()
  return true
}

interface SealedApp {
  readonly accountId: number
  readonly keyId: string
  readonly wrappedKey: Uint8Array
  readonly sealedSecret: Uint8Array
}

function stepOf(ctx: RequestContext, { accountId, keyId, wrappedKey, sealedSecret }: SealedApp, code: string): number | undefined {
  const key = ctx.services.encryption.unwrapKey(ownerOf(accountId), keyId, wrappedKey)
  const totp = totpOf(unseal(key, secretAssociatedData(accountId), sealedSecret).toString(), '')
  const timestamp = ctx.now.getTime()
  const steps = totp.validate({ token: code, timestamp, window: stepTolerance })
  return steps === null ? undefined : totp.counter({ timestamp }) + steps
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Portico', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })
}

function ownerOf(accountId: number): string {
  return `authenticator:${accountId}`
}

function secretAssociatedData(accountId: number): string {
  return `authenticator:${accountId}:secret`
}
