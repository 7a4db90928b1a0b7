import { z } from 'zod'
import { questionTypes } from '../words/question-types.ts'
import { answerTest, calculationStep } from './conditions.ts'
import { instant, languageTag, lookupName, rowId, ruledName, shownLanguage, shownLanguages, shownName, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

/** Restrictions on an answer besides its type: length, size, day or format. Never a red-flag rule. */
export const answerLimits = z
  .object({
    format: z.enum(['phone', 'email', 'zip']).optional().meta({
      description: 'phone: + and 1 to 17 digits; email: an e-mail address; zip: 5 digits, or 5 and 4 with a hyphen between',
      example: 'phone',
    }),
    integer: z.boolean().optional().meta({ description: 'Whether only whole numbers are answers', example: true }),
    min: z.number().optional().meta({ description: 'The least number; itself allowed', example: 0 }),
    max: z.number().optional().meta({ description: 'The greatest number; itself allowed', example: 120 }),
    above: z.number().optional().meta({ description: 'The number must be greater', example: 0 }),
    below: z.number().optional().meta({ description: 'The number must be less', example: 1_000 }),
    earliest: z
      .string()
      .optional()
      .meta({ description: 'The first day allowed: YYYY-MM-DD, "today", or days from today such as "today-365"', example: '1900-01-01' }),
    latest: z.string().optional().meta({ description: 'The last day allowed: YYYY-MM-DD, "today", or days from today', example: 'today' }),
    after: z
      .string()
      .optional()
      .meta({ description: 'The day must be later: YYYY-MM-DD, "today", or days from today', example: '1999-12-31' }),
    before: z
      .string()
      .optional()
      .meta({ description: 'The day must be earlier: YYYY-MM-DD, "today", or days from today', example: 'today' }),
    minLength: z.int().optional().meta({ description: 'Fewest characters', example: 3 }),
    maxLength: z.int().optional().meta({ description: 'Most characters', example: 2_000 }),
    pattern: z.string().optional().meta({ description: 'A regular expression for the whole answer', example: 'A\\d{8,9}' }),
    message: z
      .string()
      .optional()
      .meta({ description: 'What to say when a limit is missed', example: 'Enter the A-Number on your green card.' }),
  })
  .meta({
    id: 'AnswerLimits',
    description: 'What an answer must keep to besides its type; only what is set. “today” is the day in the workshop’s time zone',
  })
export type AnswerLimits = z.output<typeof answerLimits>

export const question = z
  .object({
    identifier: z.string().meta({ description: 'Stable across languages and versions', example: 'arrestedOrCited' }),
    questionNumber: z.string().meta({ description: 'Number as the respondent sees it', example: '36' }),
    questionText: z
      .string()
      .meta({ description: 'The question, in the requested language', example: 'Have you ever been arrested or cited?' }),
    questionType: z
      .enum(questionTypes)
      .meta({ description: 'Question type; a youtube, note or calculate entry takes no answer', example: 'radioWithFollowUp' }),
    required: z.boolean().meta({ description: 'Whether an answer must be given; of a follow-up, only when it is asked', example: true }),
    section: z.string().optional().meta({ description: 'Heading it stands under', example: 'Your record' }),
    hint: z.string().optional().meta({ description: 'What helps to answer', example: 'Include traffic tickets.' }),
    multiline: z.boolean().optional().meta({ description: 'Whether the answer may have several lines', example: true }),
    options: z
      .array(
        z.object({
          value: z.string().meta({ description: 'What to send as the answer', example: 'yes' }),
          label: z.string().meta({ description: 'What people read', example: 'Yes' }),
          offeredFor: z.string().optional().meta({ description: 'Offered only for this answer to `optionsBy`', example: 'ca' }),
        }),
      )
      .optional()
      .meta({ description: 'The choices, where the type has them' }),
    optionsBy: z.string().optional().meta({
      description: 'The question above whose answer says which choices are offered; asked only when there are some',
      example: 'state',
    }),
    followUp: z
      .object({
        identifier: z.string().meta({ description: 'The follow-up question', example: 'arrestedOrCited_followUp' }),
        showWhen: z.array(z.string()).meta({ description: 'The values of this question that ask it', example: ['yes'] }),
      })
      .optional()
      .meta({ description: 'Of radioWithFollowUp: a question of its own, answered under its own identifier' }),
    askedWhen: z.array(z.array(answerTest)).optional().meta({
      description: 'Asked only when all tests of one of these lists hold; the answer to a question that is not asked counts as none',
    }),
    calculation: z.array(calculationStep).optional().meta({
      description:
        'Of type calculate: the steps in their order; days count as days since 1970. Nothing is sent for it: it is calculated again on arrival',
    }),
    defaultAnswer: z.string().optional().meta({
      description: 'What the field holds before anyone answers; `today` stands for the day it is shown',
      example: '0',
    }),
    validation: answerLimits.optional(),
    videoUrl: z
      .string()
      .optional()
      .meta({ description: 'Address of the video, of type youtube', example: 'https://www.youtube-nocookie.com/embed/xyz' }),
    redFlagReason: z
      .string()
      .optional()
      .meta({ description: 'For staff only: why a red answer needs a lawyer', example: 'An arrest can bar citizenship.' }),
    redFlagGuidance: z
      .string()
      .optional()
      .meta({ description: 'For staff only: what to find out about a red answer', example: 'Ask for the court disposition.' }),
    redFlagVersion: z
      .string()
      .optional()
      .meta({ description: 'For staff only: the author’s name for the state of the rule', example: '2026-11' }),
  })
  .meta({ id: 'Question', description: 'One question in one language; what is not set is left out' })
export type Question = z.output<typeof question>

const questionnaireId = rowId.meta({ description: 'Id of a version of a questionnaire', example: 5 })
const questionnaireName = shownName.meta({
  description: 'Name of the questionnaire, the same in all versions',
  example: 'citizenship_screening',
})
const version = z.int().meta({ description: 'Counts up with each upload under the same name, from 1', example: 1 })
const questionCount = z.int().meta({ description: 'How many questions it has', example: 60 })
const warnings = z
  .array(z.string())
  .meta({ description: 'One line per warning; nothing was refused', example: ['[W04] questions.xlsx, row 12: …'] })

export const questionnaire = z
  .object({
    id: questionnaireId,
    name: questionnaireName,
    title: z.string().optional().meta({
      description: 'What people call it, in the requested language; left out when its files name none',
      example: 'Citizenship questions',
    }),
    version,
    language: shownLanguage.meta({ description: 'The language of the texts below' }),
    languages: shownLanguages,
    questions: z.array(question).meta({ description: 'In the order in which they are asked' }),
    countsDropOff: z
      .literal(true)
      .optional()
      .meta({ description: 'Whether to tell `questionnaires/countDropOff` at which question somebody leaves', example: true }),
  })
  .meta({ id: 'Questionnaire', description: 'One version of a questionnaire in one language' })
export type Questionnaire = z.output<typeof questionnaire>

export const countDropOff = z.strictObject({
  questionnaireId,
  identifier: z.string().max(200).meta({ description: 'The last question that was shown', example: 'arrestedOrCited' }),
})
export type CountDropOff = z.output<typeof countDropOff>

export const byNameAndLanguage = z.strictObject({ name: lookupName, languageCode: languageTag })
export const byIdAndCode = z.strictObject({ id: questionnaireId, code: languageTag })

/** An uploaded file, the same for tRPC and REST. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

interface FileLike {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of FormData that is used here; browser and server types both satisfy it. */
export interface FormLike {
  getAll(name: string): unknown[]
}

export const uploadFields = ['questionFile', 'templateFile', 'fieldMetadataFile'] as const
export type UploadField = (typeof uploadFields)[number]

export interface Upload extends Partial<Record<UploadField, UploadedFile>> {
  readonly title: string
}

function isFormLike(value: unknown): value is FormLike {
  return typeof value === 'object' && value !== null && 'getAll' in value && typeof value.getAll === 'function'
}

function isFileLike(value: unknown): value is FileLike {
  return typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value && 'name' in value
}

/**
 * The multipart upload of a questionnaire: `title`, `questionFile`, `templateFile`, `fieldMetadataFile`, one file each. Absent or empty
 * parts are omitted; which ones are required is decided later (shared/spec/questionnaire-files.md#request).
 */
export const upload = z.custom<FormLike>(isFormLike, 'Send multipart/form-data').transform(async (form, context): Promise<Upload> => {
  const title = ruledName.safeParse(form.getAll('title')[0] ?? '')
  for (const issue of title.error?.issues ?? []) context.addIssue({ code: 'custom', path: ['title'], message: issue.message })
  const files: Partial<Record<UploadField, UploadedFile>> = {}
  for (const field of uploadFields) {
    const [file, ...more] = form.getAll(field)
    if (more.length > 0) context.addIssue({ code: 'custom', path: [field], message: 'Choose one file' })
    if (isFileLike(file) && file.size > 0) files[field] = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
  }
  return { title: title.data ?? '', ...files }
})

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
        location: z.string().meta({ description: 'Where it stands in the file', example: 'survey!A7' }),
        message: z.string().meta({ description: 'What is wrong, and what to do', example: 'The type is missing.' }),
      }),
    )
    .meta({ description: 'In file order, of the first file that has some' }),
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
  .meta({ id: 'QuestionnaireListItem', description: 'One published version' })
export const list = pageOf(listItem)

const versionId = rowId.meta({ description: 'A published version', example: 12 })
export const versionPair = z.strictObject({ from: versionId, to: versionId })
export const versionRequest = z.strictObject({ id: versionId })
export const publishedAgain = uploaded.omit({ warnings: true })

const changedFacts = z.array(
  z.object({
    what: z.string().meta({ description: 'What differs, with the language of a text', example: 'text (es)' }),
    before: z.string().meta({ description: 'What the first version says; empty when nothing', example: '¿Lo han arrestado?' }),
    after: z.string().meta({ description: 'What the second version says; empty when nothing', example: '¿Alguna vez lo han arrestado?' }),
  }),
)
export const difference = z.object({
  questionnaire: changedFacts.meta({ description: 'What differs beside the questions' }),
  questions: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'The question', example: 'arrestedOrCited' }),
        change: z.enum(['added', 'removed', 'changed']).meta({ description: 'What became of it', example: 'changed' }),
        facts: changedFacts.meta({ description: 'What differs in it' }),
      }),
    )
    .meta({ description: 'The questions that differ, in the order of the second version; those it no longer has come last' }),
})
export type Difference = z.output<typeof difference>

export const checked = z.object({
  questionnaires: z
    .array(questionnaire.omit({ id: true, version: true }))
    .meta({ description: 'The questionnaire as it would be, once per language' }),
  redRules: z
    .array(
      z.object({
        identifier: z.string().meta({ description: 'The question', example: 'arrestedOrCited' }),
        rule: z.string().meta({ description: 'Its rule as the field metadata writes it', example: 'in: yes' }),
        choices: z
          .array(z.string())
          .meta({ description: 'The choices that are red; empty where the rule is about something else', example: ['yes'] }),
      }),
    )
    .meta({ description: 'Which answers would be red' }),
  published: z
    .object({
      version: version.meta({ description: 'The newest version of this name' }),
      difference: difference.meta({ description: 'What differs from it' }),
    })
    .optional()
    .meta({ description: 'What would change from the version that is published; left out when there is none of this name' }),
  warnings,
})

export const fileKinds = ['questions', 'template', 'metadata', 'starter'] as const
export type FileKind = (typeof fileKinds)[number]

/** A file to start from: of a published version, or of the example without `id`. */
export const fileRequest = z.strictObject({
  id: rowId.optional().meta({ description: 'A published version; the example questionnaire when left out', example: 12 }),
  kind: z
    .enum(fileKinds)
    .meta({ description: 'Which of the three files; `starter` is a new template that shows every question', example: 'questions' }),
})
export type FileRequest = z.output<typeof fileRequest>
