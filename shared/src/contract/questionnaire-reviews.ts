import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { answerTexts } from './answer-texts.ts'
import { instant, languageTag, rowId, shownLanguages, shownPerson, text } from './fields.ts'
import { questionnaire, uploaded } from './questionnaires.ts'

const reviewId = rowId.meta({ description: 'Id of a review link', example: 3 })
const token = text(100).meta({ description: 'Secret of the link', example: 'q1b2c3…' })
const name = z.string().meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' })
const expiresAt = instant.meta({ description: 'When the link expires, ISO 8601 in UTC' })

/** A link to a draft, returned the one time that its secret is shown (shared/spec/contract.md#reviewing-a-draft). */
export const sharedForReview = z.object({ id: reviewId, token, expiresAt, warnings: uploaded.shape.warnings })
export const reviewRef = z.strictObject({ id: reviewId })

export const reviewLinks = z
  .array(
    z.object({
      id: reviewId,
      name,
      languages: shownLanguages,
      sharedBy: shownPerson.meta({ description: 'Who shared it' }),
      createdAt: instant.meta({ description: 'When it was shared, ISO 8601 in UTC' }),
      expiresAt,
    }),
  )
  .meta({ description: 'Active review links, newest first' })

export const openReview = z.strictObject({ token, languageCode: languageTag })
export const openedReview = z.object({
  questionnaire: questionnaire.meta({
    description: 'The draft in this language, or in its default language; `id` is the id of the link, `version` is 0',
  }),
  expiresAt,
})

export const judgeReview = z.strictObject({
  token,
  answers: answerTexts.meta({
    description: 'Question identifier → answer, as in a submission',
    example: { fullName: 'Mai Nguyen' },
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: { type: 'string' },
  }),
})
export const judgedReview = z.object({
  flag: z.enum(respondentFlags).meta({ description: 'Flag that a respondent with these answers would have', example: 'in-progress' }),
  red: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'Identifier of the question', example: 'arrestedOrCited' }),
        reason: z.string().meta({ description: 'Why the answer is red; empty if not specified', example: 'An arrest can matter.' }),
        guidance: z
          .string()
          .meta({ description: 'What a reviewer should find out; empty if not specified', example: 'Ask for court papers.' }),
      }),
    )
    .meta({ description: 'Red answers, in question order' }),
})
export type JudgedReview = z.output<typeof judgedReview>
