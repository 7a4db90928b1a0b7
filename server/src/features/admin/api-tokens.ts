import { callsNamed } from '@portico/shared/rules/api-token-calls'
import type { ApiToken, NewApiToken } from '@portico/shared/contract/api-tokens'
import { limits } from '@portico/shared/words/limits'
import { Failure } from '../../infra/failure.ts'
import { lockMaker } from '../../infra/postgres/current-rights.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { enqueueSignInNotice } from '../messages/commands.ts'
import { newApiTokenSecret } from '../auth/api-tokens/find-token-caller.ts'
import { requireRecentProof } from '../auth/second-factor/fresh-proof.ts'

/**
 * Creates a token (shared/spec/contract.md#api-tokens); its secret is returned only this once. Groups are expanded to the calls that they
 * contain today. Throws `REAUTHENTICATION_REQUIRED`, `UNAUTHENTICATED` if the account was just disabled, `NOT_FOUND` for an unknown
 * workshop or agency, and `VALIDATION_ERROR` for a call that no token, or none with these bounds, may make, and for an expiry that is in
 * the past or more than a year ahead.
 */
export async function createApiToken(ctx: RequestContext, input: NewApiToken): Promise<{ id: number; token: string }> {
  requireRecentProof(ctx)
  await lockMaker(ctx)
  const expiresAt = new Date(input.expiresAt)
  const ahead = expiresAt.getTime() - ctx.now.getTime()
  if (ahead <= 0 || ahead > limits.apiTokenMaxMs) rejectInput(['expiresAt'], 'Choose a time within the next year.')
  const bounds = { workshopIds: await requireWorkshops(ctx, input.workshopNames), agencyIds: await requireAgencies(ctx, input.agencyIds) }
  const calls = input.calls.map((name) => callsNamed(name, bounds))
  const wrong = calls.findIndex((named) => named.length === 0)
  if (wrong !== -1) rejectInput(['calls', wrong], 'A token with these bounds cannot make this call, or there is no such call.')
  const { token, tokenHash } = newApiTokenSecret()
  const { id } = await ctx.db
    .insertInto('api_token')
    .values({
      ...bounds,
      name: input.name,
      tokenHash,
      makerId: callerOf(ctx).id,
      calls: [...new Set(calls.flat())],
      addressRanges: input.addressRanges ?? null,
      createdAt: ctx.now,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  auditSubject(ctx, 'token', id)
  await enqueueSignInNotice(ctx, callerOf(ctx), 'api-token-made', input.name)
  return { id, token }
}

function rejectInput(path: (string | number)[], message: string): never {
  throw new Failure('VALIDATION_ERROR', message, { issues: [{ path, code: 'custom', message }] })
}

async function requireWorkshops(ctx: RequestContext, names: readonly string[] | undefined): Promise<number[] | null> {
  if (!names) return null
  const found = await ctx.db.selectFrom('workshop').select('id').where('name', 'in', names).execute()
  if (found.length < new Set(names).size) throw new Failure('NOT_FOUND', 'There is no workshop of one of these names.')
  return found.map(({ id }) => id)
}

async function requireAgencies(ctx: RequestContext, ids: readonly number[] | undefined): Promise<number[] | null> {
  if (!ids) return null
  const found = await ctx.db.selectFrom('agency').select('id').where('id', 'in', ids).execute()
  if (found.length < new Set(ids).size) throw new Failure('NOT_FOUND', 'There is no agency with one of these ids.')
  return found.map(({ id }) => id)
}

/** Returns every token, newest first, with who made it and when it was last used. */
export async function listApiTokens({ db, now }: RequestContext): Promise<ApiToken[]> {
  const [rows, workshops, agencies] = await Promise.all([
    db
      .selectFrom('api_token')
      .innerJoin('account', 'account.id', 'api_token.makerId')
      .selectAll('api_token')
      .select(['account.name as madeBy', 'disabledAt', 'verifiedAt'])
      .orderBy('api_token.id', 'desc')
      .execute(),
    db.selectFrom('workshop').select(['id', 'name']).orderBy('id').execute(),
    db.selectFrom('agency').select(['id', 'name']).orderBy('id').execute(),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    madeBy: row.madeBy,
    calls: row.calls.map((path) => path.replaceAll('.', '/')),
    workshopNames: row.workshopIds && workshops.filter(({ id }) => row.workshopIds?.includes(id)).map(({ name }) => name),
    agencies: row.agencyIds && agencies.filter(({ id }) => row.agencyIds?.includes(id)),
    addressRanges: row.addressRanges,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    works: !row.revokedAt && row.expiresAt > now && !row.disabledAt && row.verifiedAt !== null,
  }))
}

/** Revokes a token, so that its next call is refused; does nothing if it is already revoked. Throws `NOT_FOUND`. */
export async function revokeApiToken(ctx: RequestContext, { id }: { id: number }): Promise<Record<string, never>> {
  const found = await ctx.db.selectFrom('api_token').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'token', id)
  await ctx.db.updateTable('api_token').set({ revokedAt: ctx.now }).where('id', '=', id).where('revokedAt', 'is', null).execute()
  return {}
}

/**
 * Revokes every token of an account permanently, when it is disabled or is no longer an admin's
 * (shared/spec/access-matrix.md#disabling-and-demoting).
 */
export async function revokeTokensOf(ctx: RequestContext, accountId: number): Promise<void> {
  const revoked = await ctx.db
    .updateTable('api_token')
    .set({ revokedAt: ctx.now })
    .where('makerId', '=', accountId)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of revoked) auditSubject(ctx, 'token', id)
}
