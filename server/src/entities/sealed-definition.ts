import { defineEntity, p } from '@mikro-orm/postgresql'
import { Questionnaire } from './questionnaire.ts'
import { QuestionnaireReview } from './unpublished/questionnaire-review.ts'
import { RuleTrial } from './unpublished/rule-trial.ts'

/**
 * The definition of a published version, draft or trial of an upload, and the template of a published version, sealed: its rules would reveal answers to
 * whoever sees in which cases they changed a flag. Exactly one of the three references is set.
 */
export const SealedDefinition = defineEntity({
  name: 'SealedDefinition',
  tableName: 'sealed_definition',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    questionnaire: () => p.manyToOne(Questionnaire).nullable().unique().deleteRule('cascade'),
    review: () => p.manyToOne(QuestionnaireReview).nullable().unique().deleteRule('cascade'),
    trial: () => p.manyToOne(RuleTrial).nullable().unique().deleteRule('cascade'),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    sealed: p.blob().$type<Buffer>(),
    sealedTemplate: p.blob().$type<Buffer>().nullable(),
  },
  checks: [{ name: 'sealed_definition_of_one', expression: 'num_nonnulls(questionnaire_id, review_id, trial_id) = 1' }],
})
