import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './staff/account.ts'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'

/**
 * One published version of a questionnaire; it never changes. The questions are stored as one value because they are only ever read
 * together.
 */
export const Questionnaire = defineEntity({
  name: 'Questionnaire',
  tableName: 'questionnaire',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    version: p.integer(),
    languages: p.array(),
    questionCount: p.integer(),
    definition: p.json<QuestionnaireDefinition>(),
    template: p.blob().$type<Buffer>(),
    uploadedBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    uploadedAt: p.datetime(),
  },
  uniques: [{ properties: ['name', 'version'] }],
})
