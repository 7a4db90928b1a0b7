import { defineEntity, p } from '@mikro-orm/postgresql'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { Account } from '../staff/account.ts'

/**
 * A draft of a questionnaire, shared through a link that anyone who has it can open. Only the hash of the secret is stored, and no data on
 * respondents. `definition` is what earlier versions of Portico stored in the clear, until it is sealed (`SealedDefinition`).
 */
export const QuestionnaireReview = defineEntity({
  name: 'QuestionnaireReview',
  tableName: 'questionnaire_review',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    definition: p.json<QuestionnaireDefinition>().nullable(),
    secretHash: p.blob().$type<Buffer>().unique(),
    sharedBy: () => p.manyToOne(Account).deleteRule('no action'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})
