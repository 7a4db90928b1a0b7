import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { answerTexts } from './answer-texts.ts'
import { instant, languageTag, rowId, shownLanguages, shownPerson, text } from './fields.ts'
import { questionnaire, uploaded } from './questionnaires.ts'

const reviewId = rowId.meta({ description: 'Id of a link to review a draft', example: 3 })
const token = text(100).meta({ description: 'The secret of the link', example: 'q1b2c3…' })
const name = z.string().meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' })
const expiresAt = instant.meta({ description: 'Until when the link works, ISO 8601 in UTC' })

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
  .meta({ description: 'The links that work, newest first' })

export const openReview = z.strictObject({ token, languageCode: languageTag })
export const openedReview = z.object({
  questionnaire: questionnaire.meta({
    description: 'The draft in this language, or its default one; `id` is that of the link, `version` 0',
  }),
  expiresAt,
})

export const judgeReview = z.strictObject({
  token,
  answers: answerTexts.meta({
    description: 'Question identifier → answer, as of a submission',
    example: { fullName: 'Mai Nguyen' },
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: { type: 'string' },
  }),
})
export const judgedReview = z.object({
  flag: z.enum(respondentFlags).meta({ description: 'What a respondent with these answers would be', example: 'in-progress' }),
  red: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'The question', example: 'arrestedOrCited' }),
        reason: z.string().meta({ description: 'Why the answer is red; empty when nobody wrote it', example: 'An arrest can matter.' }),
        guidance: z
          .string()
          .meta({ description: 'What a reviewer should find out; empty when nobody wrote it', example: 'Ask for court papers.' }),
      }),
    )
    .meta({ description: 'The red answers, in the order of the questions' }),
})
export type JudgedReview = z.output<typeof judgedReview>
