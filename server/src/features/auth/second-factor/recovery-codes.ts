import { randomInt } from 'node:crypto'
import type { RequestContext } from '../../../infra/request-context.ts'

const codeCount = 10
// Without 0 1 I L O U, like `anonymousId`: people read these from paper.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Replaces the recovery codes with ten new ones (58 random bits each) and returns them. Only keyed hashes are stored. */
export async function replaceRecoveryCodes(ctx: RequestContext, accountId: number): Promise<string[]> {
  const newCodes = Array.from({ length: codeCount }, newCode)
  await removeRecoveryCodes(ctx, accountId)
  await ctx.db
    .insertInto('recovery_code')
    .values(newCodes.map((code) => ({ accountId, codeHash: hashOf(ctx, accountId, code), createdAt: ctx.now })))
    .execute()
  return newCodes
}

export async function removeRecoveryCodes(ctx: RequestContext, accountId: number): Promise<void> {
  await ctx.db.deleteFrom('recovery_code').where('accountId', '=', accountId).execute()
}

/** Uses a recovery code up; false if it is unknown or used. Case, spaces and dashes do not matter. */
export async function redeemRecoveryCode(ctx: RequestContext, accountId: number, code: string): Promise<boolean> {
  const used = await ctx.db
    .updateTable('recovery_code')
    .set({ usedAt: ctx.now })
    .where('accountId', '=', accountId)
    .where('codeHash', '=', hashOf(ctx, accountId, code))
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

function newCode(): string {
  const picked = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${picked.slice(0, 4)}-${picked.slice(4, 8)}-${picked.slice(8)}`
}

function hashOf(ctx: RequestContext, accountId: number, code: string): Buffer {
  return ctx.services.encryption.lookupHash('recovery-code', `${accountId}:${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
}
