import type { PasskeyCreation, PasskeyRequest } from '@portico/shared/contract/passkeys'
import type { NewAuthenticator, NewPasskey, RecoveryCodes } from '@portico/shared/contract/sign-in'
import type { Role } from '@portico/shared/words/roles'
import type { SignInChange } from '@portico/shared/words/second-factors'
import { sql } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { enqueueSignInNotice } from '../../messages/commands.ts'
import { beginAuthenticatorApp, confirmAuthenticatorApp } from '../second-factor/authenticator-app.ts'
import { createChallenge, spendChallenge } from '../second-factor/challenges.ts'
import { findFactors, methodsOf, type Factors } from '../second-factor/factors.ts'
import { requireFreshProof } from '../second-factor/fresh-proof.ts'
import { addPasskey, challengeIn, passkeyCreationFor, passkeyRequestFor } from '../second-factor/passkeys.ts'
import { removeRecoveryCodes, replaceRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { endSessions } from '../sessions.ts'

/** Returns what a browser needs to reauthenticate the caller with a passkey. */
export async function startReauthentication(ctx: RequestContext): Promise<PasskeyRequest> {
  const { id, sessionId } = callerOf(ctx)
  const challenge = await createChallenge(ctx, 'reauthentication', { accountId: id, boundTo: sessionId })
  return passkeyRequestFor(ctx, challenge, id)
}

/** Returns options for creating a passkey. */
export async function beginPasskey(ctx: RequestContext): Promise<PasskeyCreation> {
  requireFreshProof(ctx)
  const caller = callerOf(ctx)
  const challenge = await createChallenge(ctx, 'passkey-registration', { accountId: caller.id, boundTo: caller.sessionId })
  return passkeyCreationFor(ctx, challenge, caller)
}

/** Adds the passkey that a device created. Throws `PASSKEY_NOT_ACCEPTED` or `CHALLENGE_EXPIRED`. */
export async function finishPasskey(ctx: RequestContext, { name, passkey }: NewPasskey): Promise<RecoveryCodes> {
  const before = await lockForChange(ctx)
  const { id, sessionId } = callerOf(ctx)
  const challenge = challengeIn(passkey)
  await spendChallenge(ctx, 'passkey-registration', challenge, sessionId)
  auditSubject(ctx, 'passkey', await addPasskey(ctx, id, { challenge, name, passkey }))
  return finishAdding(ctx, before, 'passkey-added', name)
}

/** Removes a passkey. Throws `NOT_FOUND`, and `LAST_SECOND_FACTOR` while the caller's role needs one. */
export async function removePasskey(ctx: RequestContext, { id }: { readonly id: number }): Promise<Record<string, never>> {
  await lockForChange(ctx)
  const removed = await ctx.db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('accountId', '=', callerOf(ctx).id)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'passkey', id)
  return finishRemoving(ctx, 'passkey-removed', removed.name)
}

/** Returns a secret for an authenticator app; once confirmed with a code, it replaces the current app. */
export async function beginAuthenticator(ctx: RequestContext): Promise<NewAuthenticator> {
  await lockForChange(ctx)
  return beginAuthenticatorApp(ctx, callerOf(ctx))
}

/** Confirms the new authenticator app. Throws `WRONG_SECOND_FACTOR`. */
export async function finishAuthenticator(ctx: RequestContext, { code }: { readonly code: string }): Promise<RecoveryCodes> {
  const before = await lockForChange(ctx)
  await confirmAuthenticatorApp(ctx, callerOf(ctx).id, code.replaceAll(/\s/g, ''))
  return finishAdding(ctx, before, 'authenticator-added')
}

/** Removes the authenticator app, if there is one. Throws `LAST_SECOND_FACTOR` while the caller's role needs one. */
export async function removeAuthenticator(ctx: RequestContext): Promise<Record<string, never>> {
  const { authenticator } = await lockForChange(ctx)
  if (!authenticator) return {}
  await ctx.db.deleteFrom('authenticator_app').where('accountId', '=', callerOf(ctx).id).execute()
  return finishRemoving(ctx, 'authenticator-removed')
}

/** Replaces the recovery codes and returns the new ones; empty if the caller has no second factor for them to replace. */
export async function createRecoveryCodes(ctx: RequestContext): Promise<RecoveryCodes> {
  const factors = await lockForChange(ctx)
  if (methodsOf(factors).length === 0) return { recoveryCodes: [] }
  const codes = await replaceRecoveryCodes(ctx, callerOf(ctx).id)
  await enqueueSignInNotice(ctx, callerOf(ctx), 'recovery-codes-replaced')
  return { recoveryCodes: codes }
}

/** Ends one session of the caller immediately. Throws `NOT_FOUND`. */
export async function endOneSession(ctx: RequestContext, { id }: { readonly id: string }): Promise<Record<string, never>> {
  requireFreshProof(ctx)
  const caller = callerOf(ctx)
  if ((await endSessions(ctx, caller.id, { only: id })) === 0) throw new Failure('NOT_FOUND')
  await enqueueSignInNotice(ctx, caller, 'sessions-ended')
  return {}
}

/** Ends every session of the caller except the current one, immediately. */
export async function endOtherSessions(ctx: RequestContext): Promise<Record<string, never>> {
  requireFreshProof(ctx)
  const caller = callerOf(ctx)
  if ((await endSessions(ctx, caller.id, { except: caller.sessionId })) > 0) await enqueueSignInNotice(ctx, caller, 'sessions-ended')
  return {}
}

// The row lock serializes changes to one account, and keeps sign-ins from happening between them.
async function lockForChange(ctx: RequestContext): Promise<Factors> {
  requireFreshProof(ctx)
  const { id } = callerOf(ctx)
  await ctx.db.selectFrom('account').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  auditSubject(ctx, 'account', id)
  return findFactors(ctx, id)
}

// Adding the first second factor ends every session that began without one, except the current session, which has just proved itself.
async function finishAdding(ctx: RequestContext, before: Factors, change: SignInChange, detail?: string): Promise<RecoveryCodes> {
  const caller = callerOf(ctx)
  if (methodsOf(before).length === 0) await endSessions(ctx, caller.id, { except: caller.sessionId })
  await enqueueSignInNotice(ctx, caller, change, detail)
  return { recoveryCodes: before.recoveryCodesLeft === 0 ? await replaceRecoveryCodes(ctx, caller.id) : [] }
}

async function finishRemoving(ctx: RequestContext, change: SignInChange, detail?: string): Promise<Record<string, never>> {
  const caller = callerOf(ctx)
  if (methodsOf(await findFactors(ctx, caller.id)).length === 0) {
    const rule = await ctx.db
      .selectFrom('sign_in_policy')
      .select('role')
      .where('role', '=', sql<Role>`any(${caller.roles})`)
      .executeTakeFirst()
    if (rule) throw new Failure('LAST_SECOND_FACTOR')
    await removeRecoveryCodes(ctx, caller.id)
  }
  await enqueueSignInNotice(ctx, caller, change, detail)
  return {}
}
