import { Failure } from '../../../infra/failure.ts'
import { inAuditedTransaction } from '../../../infra/postgres/transaction.ts'
import { sql, type RequestContext, type Services } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { findChanges, runTrial } from '../../questionnaires/trials/run-trial.ts'
import { openResult, type TrialEntry } from '../../questionnaires/trials/trial-result.ts'
import { openCase, type Case } from '../review/open-case.ts'
import { everyone } from '../scope.ts'
import { appliedBy, findAppliedRules, trialsByAdmins, untilKnown, type AppliedRules } from './applied-rules.ts'
import { openCaseTrial } from './open-case-changes.ts'
import { changesByNewRules, updateByRules, rulesAction } from './rules-of-case.ts'

/** Runs or resumes a trial of a version's rules on open cases: finds what they change or, once an admin has applied them, changes it. */
export async function runNewRules(services: Services, trialId: number, signal: AbortSignal): Promise<void> {
  await runTrial(services, trialId, signal, openCaseTrial)
  const applied = await findApplied(services, trialId)
  if (!applied) return
  if (applied.list.length > 0) while (await applyNext(services, applied)) signal.throwIfAborted()
  await applyToOthers(services, applied, signal)
  await sql(services.orm.em.fork())
    .updateTable('rule_trial')
    .set({ status: 'applied' })
    .where('id', '=', trialId)
    .where('status', '=', 'applying')
    .execute()
}

interface Applied extends AppliedRules {
  readonly id: number
  readonly list: readonly TrialEntry[]
}

// Applies the rules to open cases that the preview did not list because they arrived, returned or were corrected after it.
async function applyToOthers(services: Services, applied: Applied, signal: AbortSignal): Promise<void> {
  const { id, rules, admin } = applied
  const { name, definition } = rules
  await untilKnown(services, signal)
  const search = { services, db: sql(services.orm.em.fork()), kind: openCaseTrial }
  for await (const { changes } of findChanges(search, { name, definition, questionnaireId: rules.id }))
    for (const { anonymousId } of changes) {
      signal.throwIfAborted()
      const isApplying = await inAuditedTransaction({ services, caller: admin, requestId: `new-rules:${id}` }, rulesAction, async (ctx) => {
        const trial = await lockApplying(ctx, id)
        if (trial) await applyTo(ctx, id, anonymousId)
        return trial !== undefined
      })
      if (!isApplying) return
    }
}

async function findApplied(services: Services, trialId: number): Promise<Applied | undefined> {
  const db = sql(services.orm.em.fork())
  const trial = await trialsByAdmins({ db })
    .select(['keyId', 'wrappedKey', 'sealedResult'])
    .where('rule_trial.id', '=', trialId)
    .where('status', '=', 'applying')
    .executeTakeFirst()
  const applied = trial && (await appliedBy({ services, db }, trial))
  return applied && { ...applied, id: trialId, list: openResult(services.encryption, trial) }
}

/**
 * Changes the next case of the list in its own audited transaction. The progress is committed with it, so that each case is handled once
 * despite concurrent runs. Returns false at the end.
 */
function applyNext(services: Services, { id, admin, list }: Applied): Promise<boolean> {
  return inAuditedTransaction({ services, caller: admin, requestId: `new-rules:${id}` }, rulesAction, async (ctx) => {
    const trial = await lockApplying(ctx, id)
    const next = trial && list[trial.done]
    if (!next) return false
    await applyTo(ctx, id, next.anonymousId)
    const done = trial.done + 1
    await ctx.db.updateTable('rule_trial').set({ done }).where('id', '=', id).execute()
    return done < list.length
  })
}

// Undefined once an application was given up.
function lockApplying({ db }: RequestContext, id: number): Promise<{ done: number } | undefined> {
  return db.selectFrom('rule_trial').select('done').where('id', '=', id).where('status', '=', 'applying').forUpdate().executeTakeFirst()
}

// Counts the case if anything changed; decisions since the preview are kept.
async function applyTo(ctx: RequestContext, id: number, anonymousId: string): Promise<void> {
  auditSubject(ctx, 'rule trial', id)
  const reviewed = await openCaseIfPresent(ctx, anonymousId)
  if (!reviewed || reviewed.forcedFlag !== null || reviewed.checkedInAt !== null) return
  const changes = await changesByNewRules(ctx, reviewed, await findAppliedRules(ctx, reviewed.questionnaireId))
  if (changes.length === 0) return
  await updateByRules(ctx, reviewed, changes, { withoutInvitation: true })
  await ctx.db
    .updateTable('rule_trial')
    .set((row) => ({ changed: row('changed', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function openCaseIfPresent(ctx: RequestContext, anonymousId: string): Promise<Case | undefined> {
  try {
    return await openCase(ctx, await everyone(ctx), { anonymousId })
  } catch (error) {
    // Deleted since the preview.
    if (error instanceof Failure && error.id === 'NOT_FOUND') return undefined
    throw error
  }
}
