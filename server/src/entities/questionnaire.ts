import { defineEntity, p } from '@mikro-orm/postgresql'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'

/** One published version of a questionnaire; it never changes. The questions are one value, because they are only ever read whole. */
export const Questionnaire = defineEntity({
  name: 'Questionnaire',
  tableName: 'questionnaire',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    version: p.integer(),
    languages: p.array(),
    questionCount: p.integer(),
    definition: p.json<QuestionnaireDefinition>().lazy(),
    template: p.blob().$type<Buffer>().lazy(),
    uploadedById: p.integer().nullable(),
    uploadedAt: p.datetime(),
  },
})
