import { Failure } from '../../../infra/failure.ts'
import { inAuditedTransaction } from '../../../infra/postgres/transaction.ts'
import { sql, type Caller, type RequestContext, type Services } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { findPublished, type Published } from '../../questionnaires/definitions.ts'
import { runTrial } from '../../questionnaires/trials/run-trial.ts'
import { openResult, type TrialEntry } from '../../questionnaires/trials/trial-result.ts'
import { openCase, type Case } from '../review/open-case.ts'
import { everyone } from '../scope.ts'
import { adminWhoApplied } from './applied-rules.ts'
import { changesBy, openCaseTrial, withHeldDecisions } from './open-case-changes.ts'
import { updateByRules } from './rules-of-case.ts'

/** Runs or resumes a trial of a version's rules on open cases: finds what they change or, once an admin has applied them, changes it. */
export async function runNewRules(services: Services, trialId: number, signal: AbortSignal): Promise<void> {
  await runTrial(services, trialId, signal, openCaseTrial)
  const applied = await findApplied(services, trialId)
  while (applied && (await applyNext(services, applied))) signal.throwIfAborted()
}

interface Applied {
  readonly id: number
  readonly caller: Caller
  readonly rules: Published
  readonly list: readonly TrialEntry[]
}

async function findApplied(services: Services, trialId: number): Promise<Applied | undefined> {
  const db = sql(services.orm.em.fork())
  const trial = await db
    .selectFrom('rule_trial')
    .select(['id', 'questionnaireId', 'startedById', 'keyId', 'wrappedKey', 'sealedResult'])
    .where('id', '=', trialId)
    .where('status', '=', 'applying')
    .executeTakeFirst()
  const rules = trial && (await findPublished({ services, db }, trial.questionnaireId ?? 0))
  if (!rules) return undefined
  return { id: trialId, caller: await adminWhoApplied({ services, db }, trial), rules, list: openResult(services.encryption, trial) }
}

/**
 * Changes the next case of the list in its own audited transaction. The progress is committed with it, so that each case is handled once
 * despite concurrent runs. Returns false at the end.
 */
function applyNext(services: Services, { id, caller, rules, list }: Applied): Promise<boolean> {
  return inAuditedTransaction({ services, caller, requestId: `new-rules:${id}` }, 'responses.applyNewRules', async (ctx) => {
    const trial = await ctx.db
      .selectFrom('rule_trial')
      .select(['done', 'changed'])
      .where('id', '=', id)
      .where('status', '=', 'applying')
      .forUpdate()
      .executeTakeFirst()
    const next = trial && list[trial.done]
    if (!next) return false
    auditSubject(ctx, 'rule trial', id)
    const changed = trial.changed + Number(await applyRulesTo(ctx, rules, next.anonymousId))
    const done = trial.done + 1
    const status = done === list.length ? 'applied' : 'applying'
    await ctx.db.updateTable('rule_trial').set({ done, changed, status }).where('id', '=', id).execute()
    return status === 'applying'
  })
}

/** Returns whether anything changed; decisions since the preview are kept. */
async function applyRulesTo(ctx: RequestContext, rules: Published, anonymousId: string): Promise<boolean> {
  const reviewed = await openCaseIfPresent(ctx, anonymousId)
  if (!reviewed || reviewed.forcedFlag !== null || reviewed.checkedInAt !== null) return false
  const changes = changesBy(rules, await withHeldDecisions(ctx, reviewed.questionnaireId, reviewed), reviewed.submittedOn)
  if (changes.length === 0) return false
  await updateByRules(ctx, reviewed, changes, { withoutInvitation: true })
  return true
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
