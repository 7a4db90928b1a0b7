import { defineEntity, p } from '@mikro-orm/postgresql'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { Questionnaire } from '../questionnaire.ts'
import { Account } from '../staff/account.ts'

const statuses = ['waiting', 'running', 'done', 'failed', 'applying', 'applied'] as const

/**
 * What the red-flag rules of an unpublished questionnaire would have said of past answers, or those of a published version (`questionnaire`)
 * would change of open cases; `sealedResult` holds who would change.
 */
export const RuleTrial = defineEntity({
  name: 'RuleTrial',
  tableName: 'rule_trial',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    definition: p.json<QuestionnaireDefinition>(),
    questionnaire: () => p.manyToOne(Questionnaire).nullable().deleteRule('no action'),
    status: p.enum(statuses).$type<(typeof statuses)[number]>(),
    /** Of a trial that is applied: cases that were looked at, in the order of the result. */
    done: p.integer(),
    total: p.integer(),
    /** Cases to which new flags were given. */
    changed: p.integer().default(0),
    startedBy: () => p.manyToOne(Account).deleteRule('no action'),
    startedAt: p.datetime(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealedResult: p.blob().$type<Buffer>().nullable(),
  },
})
