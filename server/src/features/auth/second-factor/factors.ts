import type { SecondFactorMethod } from '@portico/shared/words/second-factors'
import type { Kysely } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import { prepared } from '../../../infra/postgres/statements/prepared.ts'
import type { Database, RequestContext } from '../../../infra/request-context.ts'
import type { PasskeyAssertion } from '@portico/shared/contract/passkeys'
import { redeemAuthenticatorCode } from './authenticator-app.ts'
import { verifyPasskey } from './passkeys.ts'
import { removeRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'

/** The second factors of an account. */
export interface Factors {
  readonly passkeys: number
  readonly authenticator: boolean
  readonly recoveryCodesLeft: number
}

export async function findFactors({ db }: Pick<RequestContext, 'db'>, accountId: number): Promise<Factors> {
  const [counted] = await countFactors(db, { accountId })
  return { passkeys: counted?.passkeys ?? 0, authenticator: counted?.apps === 1, recoveryCodesLeft: counted?.codes ?? 0 }
}

const countFactors = prepared<{ accountId: number }>()((db: Kysely<Database>, place) =>
  db.selectNoFrom((select) => [
    select
      .selectFrom('passkey')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('accountId', '=', place('accountId'))
      .as('passkeys'),
    select
      .selectFrom('authenticator_app')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('accountId', '=', place('accountId'))
      .where('confirmedAt', 'is not', null)
      .as('apps'),
    select
      .selectFrom('recovery_code')
      .select((count) => count.fn.countAll<number>().as('count'))
      .where('accountId', '=', place('accountId'))
      .where('usedAt', 'is', null)
      .as('codes'),
  ]),
)

/** Returns the methods with which an account can confirm a sign-in; empty if its password is enough. */
export function methodsOf({ passkeys, authenticator, recoveryCodesLeft }: Factors): SecondFactorMethod[] {
  if (passkeys === 0 && !authenticator) return []
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(authenticator ? (['authenticator'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery-code'] as const) : []),
  ]
}

/** A submitted second factor: a code of the app, a recovery code, or a passkey's signature on the challenge. */
export type GivenFactor = { readonly code: string } | { readonly passkey: PasskeyAssertion }

/**
 * Checks a second factor of an account, uses it up, and returns which one it was. Throws `WRONG_SECOND_FACTOR` or `PASSKEY_NOT_ACCEPTED`.
 */
export async function verifyFactor(
  ctx: RequestContext,
  accountId: number,
  given: GivenFactor,
  challenge: string,
): Promise<SecondFactorMethod> {
  if ('passkey' in given) {
    await verifyPasskey(ctx, given.passkey, { challenge, accountId })
    return 'passkey'
  }
  if (isAuthenticatorCode(given.code)) {
    if (await redeemAuthenticatorCode(ctx, accountId, digitsOf(given.code))) return 'authenticator'
  } else if (await redeemRecoveryCode(ctx, accountId, given.code)) return 'recovery-code'
  throw new Failure('WRONG_SECOND_FACTOR')
}

/** Whether a code is one of an authenticator app; otherwise it is a recovery code. */
export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/.test(digitsOf(code))
}

function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** Removes every second factor of an account, so that its password is enough again. */
export async function removeAllFactors(ctx: RequestContext, accountId: number): Promise<void> {
  await ctx.db.deleteFrom('passkey').where('accountId', '=', accountId).execute()
  await ctx.db.deleteFrom('authenticator_app').where('accountId', '=', accountId).execute()
  await removeRecoveryCodes(ctx, accountId)
}
