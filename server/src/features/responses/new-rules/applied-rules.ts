import { lock } from '../../../infra/postgres/locks.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { Caller, RequestContext, Services } from '../../../infra/request-context.ts'
import { findPublished, type Published } from '../../questionnaires/definitions.ts'

/** The newest rules that an admin had applied to open cases. */
export interface AppliedRules {
  readonly rules: Published
  readonly trial: { readonly id: number; readonly startedById: number }
}

/**
 * Finds the newest rules that were applied, or are being applied, to the open cases of this questionnaire
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases); undefined if there are none. If rules are applied from now on, their
 * application waits for the transaction (`untilKnown`) and sees its cases.
 */
export async function findAppliedRules(ctx: RequestContext, name: string): Promise<AppliedRules | undefined> {
  await lock(ctx.db, 'appliedRules', name, 'shared')
  const trial = await ctx.db
    .selectFrom('rule_trial')
    .innerJoin('questionnaire', 'questionnaire.id', 'rule_trial.questionnaireId')
    .select(['rule_trial.id', 'startedById', 'questionnaire.id as questionnaireId'])
    .where('rule_trial.name', '=', name)
    .where('status', 'in', ['applying', 'applied'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rules = trial && (await findPublished(ctx, trial.questionnaireId))
  return rules && { rules, trial }
}

/** Waits until every transaction that looked for applied rules of this questionnaire before now has ended. */
export function untilKnown(services: Services, name: string): Promise<void> {
  return inTransaction(services, 'new-rules', ({ db }) => lock(db, 'appliedRules', name))
}

/** Returns the admin who applied rules as the caller of what follows from them. */
export async function adminWhoApplied(
  { services, db }: { readonly services: Services; readonly db: RequestContext['db'] },
  { id, startedById }: AppliedRules['trial'],
): Promise<Caller> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'roles'])
    .where('id', '=', startedById)
    .executeTakeFirstOrThrow()
  return {
    ...account,
    translates: [],
    signsOffTranslations: false,
    sessionId: `rule-trial:${id}`,
    provedAt: services.clock(),
    secondFactorDueAt: null,
  }
}
