import { defineEntity, p } from '@mikro-orm/postgresql'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { Account } from '../staff/account.ts'

/** What the red-flag rules of an unpublished questionnaire would have said of past answers; `sealedResult` holds who would change. */
export const RuleTrial = defineEntity({
  name: 'RuleTrial',
  tableName: 'rule_trial',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    definition: p.json<QuestionnaireDefinition>(),
    status: p.enum(['waiting', 'running', 'done', 'failed'] as const).$type<'waiting' | 'running' | 'done' | 'failed'>(),
    done: p.integer(),
    total: p.integer(),
    startedBy: () => p.manyToOne(Account).deleteRule('no action'),
    startedAt: p.datetime(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealedResult: p.blob().$type<Buffer>().nullable(),
  },
})
