import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './staff/account.ts'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'

/**
 * One published version of a questionnaire; it never changes. `definition` and `template` are what earlier versions of Portico stored in the
 * clear, until it is sealed (`SealedDefinition`).
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
    definition: p.json<QuestionnaireDefinition>().nullable(),
    template: p.blob().$type<Buffer>().nullable(),
    uploadedBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    uploadedAt: p.datetime(),
  },
  uniques: [{ properties: ['name', 'version'] }],
})
