import { defineEntity, p } from '@mikro-orm/postgresql'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { Questionnaire } from '../questionnaire.ts'
import { Account } from '../staff/account.ts'

const statuses = ['waiting', 'running', 'done', 'failed', 'applying', 'applied'] as const

/**
 * A trial of red-flag rules: those of an unpublished questionnaire on past answers, or those of a published version (`questionnaire`) on
 * open cases. `sealedResult` lists the respondents whose flags would change; the changes are sealed under the keys of the respondents.
 * `definition` is what earlier versions of Portico stored in the clear, until it is sealed (`SealedDefinition`).
 */
export const RuleTrial = defineEntity({
  name: 'RuleTrial',
  tableName: 'rule_trial',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    definition: p.json<QuestionnaireDefinition>().nullable(),
    questionnaire: () => p.manyToOne(Questionnaire).nullable().deleteRule('no action'),
    status: p.enum(statuses).$type<(typeof statuses)[number]>(),
    /** Respondents processed so far; while the trial is applied, cases in the order of the result. */
    done: p.integer(),
    total: p.integer(),
    /** The number of cases whose flags changed. */
    changed: p.integer().default(0),
    startedBy: () => p.manyToOne(Account).deleteRule('no action'),
    startedAt: p.datetime(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealedResult: p.blob().$type<Buffer>().nullable(),
  },
})
