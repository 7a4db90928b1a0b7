import { z } from 'zod'
import { questionTypes } from '../words/question-types.ts'
import { answerTest, calculationStep } from './conditions.ts'
import { instant, languageTag, lookupName, rowId, shownLanguage, shownLanguages, shownName, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

/** Restrictions on an answer besides its type: length, size, day or format. Never a red-flag rule. */
export const answerLimits = z
  .object({
    format: z.enum(['phone', 'email', 'zip']).optional().meta({
      description: '`phone`: + and 1 to 17 digits; `email`: an e-mail address; `zip`: 5 digits, or 5 and 4 digits with a hyphen in between',
      example: 'phone',
    }),
    integer: z.boolean().optional().meta({ description: 'Whether only whole numbers are accepted', example: true }),
    min: z.number().optional().meta({ description: 'Smallest number allowed', example: 0 }),
    max: z.number().optional().meta({ description: 'Largest number allowed', example: 120 }),
    above: z.number().optional().meta({ description: 'The number must be greater than this', example: 0 }),
    below: z.number().optional().meta({ description: 'The number must be less than this', example: 1_000 }),
    earliest: z.string().optional().meta({
      description: 'Earliest date allowed: YYYY-MM-DD, "today", or as "today-365". Without it and `after`: 1900-01-01',
      example: '1900-01-01',
    }),
    latest: z.string().optional().meta({
      description: 'Latest date allowed: YYYY-MM-DD, "today", or as "today+7". Without it and `before`: "today+36525"',
      example: 'today',
    }),
    after: z
      .string()
      .optional()
      .meta({ description: 'The date must be later than this: YYYY-MM-DD, "today", or days from today', example: '1999-12-31' }),
    before: z.string().optional().meta({ description: 'The date must be earlier than this, written likewise', example: 'today' }),
    minLength: z.int().optional().meta({ description: 'Minimum number of characters', example: 3 }),
    maxLength: z.int().optional().meta({ description: 'Maximum number of characters', example: 2_000 }),
    pattern: z.string().optional().meta({ description: 'Regular expression that the whole answer must match', example: 'A\\d{8,9}' }),
    message: z
      .string()
      .optional()
      .meta({ description: 'Message to show if the answer violates a restriction', example: 'Enter the A-Number on your green card.' }),
  })
  .meta({
    id: 'AnswerLimits',
    description: 'Restrictions on an answer besides its type; omitted if not set. "today" is the date in the workshop’s time zone',
  })
export type AnswerLimits = z.output<typeof answerLimits>

export const question = z
  .object({
    identifier: z.string().meta({ description: 'Identifier, stable across languages and versions', example: 'arrestedOrCited' }),
    questionNumber: z.string().meta({ description: 'Number shown to the respondent', example: '36' }),
    questionText: z
      .string()
      .meta({ description: 'Text of the question, in the requested language', example: 'Have you ever been arrested or cited?' }),
    questionType: z
      .enum(questionTypes)
      .meta({ description: 'Question type; a youtube, note or calculate entry takes no answer', example: 'radioWithFollowUp' }),
    required: z.boolean().meta({ description: 'Whether an answer is required; for a follow-up, only if it is asked', example: true }),
    section: z.string().optional().meta({ description: 'Heading above the question', example: 'Your record' }),
    hint: z.string().optional().meta({ description: 'Hint for the respondent', example: 'Include traffic tickets.' }),
    multiline: z.boolean().optional().meta({ description: 'Whether the answer may have several lines', example: true }),
    options: z
      .array(
        z.object({
          value: z.string().meta({ description: 'Value to send as the answer', example: 'yes' }),
          label: z.string().meta({ description: 'Label shown to the respondent', example: 'Yes' }),
          offeredFor: z.string().optional().meta({ description: 'Offered only for this answer to `optionsBy`', example: 'ca' }),
        }),
      )
      .optional()
      .meta({ description: 'Choices, for types that have them' }),
    optionsBy: z.string().optional().meta({
      description: 'Identifier of the earlier question whose answer determines the choices; this one is asked only if there are any',
      example: 'state',
    }),
    followUp: z
      .object({
        identifier: z.string().meta({ description: 'Identifier of the follow-up question', example: 'arrestedOrCited_followUp' }),
        showWhen: z.array(z.string()).meta({ description: 'Values of this question for which it is asked', example: ['yes'] }),
      })
      .optional()
      .meta({ description: 'For type radioWithFollowUp: a separate question, answered under its own identifier' }),
    askedWhen: z.array(z.array(answerTest)).optional().meta({
      description: 'Asked only if all tests of one of these lists hold; a question that is not asked counts as unanswered',
    }),
    calculation: z.array(calculationStep).optional().meta({
      description:
        'For type calculate: steps in order; dates are numbers of days since 1970. No answer is sent for it: it is recalculated on arrival',
    }),
    defaultAnswer: z.string().optional().meta({
      description: 'Initial value of the field; `today` stands for the date on which it is shown',
      example: '0',
    }),
    validation: answerLimits.optional(),
    videoUrl: z
      .string()
      .optional()
      .meta({ description: 'URL of the video, for type youtube', example: 'https://www.youtube-nocookie.com/embed/xyz' }),
    redFlagReason: z
      .string()
      .optional()
      .meta({ description: 'Only for those who review: why a red answer needs a lawyer', example: 'An arrest can bar citizenship.' }),
    redFlagGuidance: z
      .string()
      .optional()
      .meta({ description: 'Only for those who review: what to find out about a red answer', example: 'Ask for the court disposition.' }),
    redFlagVersion: z
      .string()
      .optional()
      .meta({ description: 'Only for those who review: version of the rule, as named by its author', example: '2026-11' }),
  })
  .meta({ id: 'Question', description: 'One question in one language; fields that are not set are omitted' })
export type Question = z.output<typeof question>

const questionnaireId = rowId.meta({ description: 'Id of a version of a questionnaire', example: 5 })
const questionnaireName = shownName.meta({
  description: 'Name of the questionnaire, the same in all versions',
  example: 'citizenship_screening',
})
const version = z.int().meta({ description: 'Version number, incremented from 1 with each upload under the same name', example: 1 })
const questionCount = z.int().meta({ description: 'Number of questions', example: 60 })
const warnings = z
  .array(z.string())
  .meta({ description: 'Warnings, one line each; nothing was refused because of them', example: ['[W04] questions.xlsx, row 12: …'] })

export const questionnaire = z
  .object({
    id: questionnaireId,
    name: questionnaireName,
    title: z.string().optional().meta({
      description: 'Title as displayed, in the requested language; omitted if its files specify none',
      example: 'Citizenship questions',
    }),
    version,
    language: shownLanguage.meta({ description: 'Language of the texts' }),
    languages: shownLanguages,
    questions: z.array(question).meta({ description: 'Questions in the order in which they are asked' }),
    countsDropOff: z
      .literal(true)
      .optional()
      .meta({ description: 'Whether to report to `questionnaires/countDropOff` at which question somebody leaves', example: true }),
  })
  .meta({ id: 'Questionnaire', description: 'One version of a questionnaire in one language' })
export type Questionnaire = z.output<typeof questionnaire>

export const countDropOff = z.strictObject({
  questionnaireId,
  identifier: z.string().max(200).meta({ description: 'Identifier of the last question that was shown', example: 'arrestedOrCited' }),
})
export type CountDropOff = z.output<typeof countDropOff>

export const byNameAndLanguage = z.strictObject({
  name: lookupName,
  languageCode: languageTag,
  id: questionnaireId.optional().meta({ description: 'A version of it that answers were begun with; by default the newest', example: 12 }),
})
export const byIdAndCode = z.strictObject({ id: questionnaireId, code: languageTag })

export const uploaded = z.object({
  id: questionnaireId,
  name: questionnaireName,
  version,
  languages: shownLanguages,
  questionCount,
  warnings,
})

/** Every problem of an upload with every location, in file order; a refusal lists causes only, and at most 20. */
export const uploadProblems = z.object({
  problems: z
    .array(
      z.object({
        code: z.string().meta({ description: 'Kind of problem', example: 'Q08' }),
        location: z.string().meta({ description: 'Location in the file', example: 'survey!A7' }),
        message: z.string().meta({ description: 'What is wrong and how to fix it', example: 'The type is missing.' }),
      }),
    )
    .meta({ description: 'Problems in file order, of the first file that has any' }),
})

export const listInput = z.strictObject({ pagination }).default({ pagination: { offset: 0, count: 10 } })
export const listItem = z
  .object({
    id: questionnaireId,
    name: questionnaireName,
    version,
    languages: shownLanguages,
    questionCount,
    uploadedAt: instant.meta({ description: 'When it was published, ISO 8601 in UTC' }),
    uploadedBy: shownPerson.meta({ description: 'Who published it' }),
  })
  .meta({ id: 'QuestionnaireListItem', description: 'A published version of a questionnaire' })
export const list = pageOf(listItem)

const versionId = rowId.meta({ description: 'Id of a published version', example: 12 })
export const versionPair = z.strictObject({ from: versionId, to: versionId })
export const versionRequest = z.strictObject({ id: versionId })
export const publishedAgain = uploaded.omit({ warnings: true })

const changedFacts = z.array(
  z.object({
    what: z.string().meta({ description: 'What differs, with the language for a text', example: 'text (es)' }),
    before: z.string().meta({ description: 'Value in the first version; empty if none', example: '¿Lo han arrestado?' }),
    after: z.string().meta({ description: 'Value in the second version; empty if none', example: '¿Alguna vez lo han arrestado?' }),
  }),
)
export const difference = z.object({
  questionnaire: changedFacts.meta({ description: 'Differences other than in the questions' }),
  questions: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'Identifier of the question', example: 'arrestedOrCited' }),
        change: z.enum(['added', 'removed', 'changed']).meta({ description: 'Kind of change', example: 'changed' }),
        facts: changedFacts.meta({ description: 'Differences in the question' }),
      }),
    )
    .meta({ description: 'Questions that differ, in the order of the second version; removed ones come last' }),
})
export type Difference = z.output<typeof difference>

export const checked = z.object({
  questionnaires: z
    .array(questionnaire.omit({ id: true, version: true }))
    .meta({ description: 'The questionnaire as it would be published, once per language' }),
  redRules: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'Identifier of the question', example: 'arrestedOrCited' }),
        rule: z.string().meta({ description: 'Red-flag rule, as written in the field metadata', example: 'in: yes' }),
        choices: z
          .array(z.string())
          .meta({ description: 'Choices that are red; empty if the rule is about something else', example: ['yes'] }),
      }),
    )
    .meta({ description: 'Which answers would be red' }),
  published: z
    .object({
      version: version.meta({ description: 'Newest version with this name' }),
      difference: difference.meta({ description: 'Differences from the newest version' }),
    })
    .optional()
    .meta({ description: 'Changes from the published version; omitted if none with this name is published' }),
  warnings,
})

export const fileKinds = ['questions', 'template', 'metadata', 'starter'] as const
export type FileKind = (typeof fileKinds)[number]

/** A file to start from: of a published version, or of the example without `id`. */
export const fileRequest = z.strictObject({
  id: rowId.optional().meta({ description: 'Id of a published version; the example questionnaire if omitted', example: 12 }),
  kind: z
    .enum(fileKinds)
    .meta({ description: 'One of the three files; `starter` is a new template that shows every question', example: 'questions' }),
})
export type FileRequest = z.output<typeof fileRequest>
