import { untilUsersEnded } from '../../../infra/postgres/locks.ts'
import { sql, type Caller, type RequestContext, type Services } from '../../../infra/request-context.ts'
import { findPublished, type Published } from '../../questionnaires/definitions.ts'

/** Rules that were applied, or are being applied, to open cases. */
export interface AppliedRules {
  readonly rules: Published
  /** The admin who applied them, as the caller of what follows from them. */
  readonly admin: Caller
}

/**
 * Finds the newest rules that were applied, or are being applied, to the open cases of this questionnaire, given by any of its versions
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases); undefined if there are none. If rules are applied from now on, their
 * application waits for the transaction (`untilKnown`) and sees its cases.
 */
export async function findAppliedRules(ctx: RequestContext, questionnaireId: number): Promise<AppliedRules | undefined> {
  const trial = await trialsByAdmins(ctx)
    .innerJoin('questionnaire', 'questionnaire.id', 'rule_trial.questionnaireId')
    .where('rule_trial.name', '=', (select) => select.selectFrom('questionnaire').select('name').where('id', '=', questionnaireId))
    .where('status', 'in', ['applying', 'applied'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return trial && appliedBy(ctx, trial)
}

/**
 * Waits until every transaction has ended that looked for applied rules, or for the newest version, before now. All others know the rules
 * that are being applied now.
 */
export function untilKnown(services: Services, signal: AbortSignal): Promise<void> {
  return untilUsersEnded(sql(services.orm.em.fork()), 'questionnaire', signal)
}

type Reading = Pick<RequestContext, 'services' | 'db'>

/** Selects trials with the accounts that started them, for `appliedBy`. */
export function trialsByAdmins({ db }: Pick<Reading, 'db'>) {
  return db
    .selectFrom('rule_trial')
    .innerJoin('account', 'account.id', 'rule_trial.startedById')
    .select(['rule_trial.id', 'rule_trial.questionnaireId', 'account.id as accountId', 'account.name as accountName', 'email', 'roles'])
}

type TrialByAdmin = Awaited<ReturnType<ReturnType<typeof trialsByAdmins>['executeTakeFirstOrThrow']>>

/** Returns the rules of a trial that was applied, and who applied them; undefined if it is not one of a published version. */
export async function appliedBy(ctx: Reading, { questionnaireId, ...account }: TrialByAdmin): Promise<AppliedRules | undefined> {
  const rules = await findPublished(ctx, questionnaireId ?? 0)
  const admin = {
    id: account.accountId,
    name: account.accountName,
    email: account.email,
    roles: account.roles,
    translates: [],
    signsOffTranslations: false,
    sessionId: '',
    provedAt: ctx.services.clock(),
    secondFactorDueAt: null,
  }
  return rules && { rules, admin }
}
