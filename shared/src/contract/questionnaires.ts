import { z } from 'zod'
import { questionTypes } from '../words/question-types.ts'
import { instant, languageTag, lookupName, rowId, ruledName } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

/** What an answer must keep to besides its type: limits of length, size, day or form. Never a red-flag rule. */
export const answerLimits = z
  .object({
    format: z.enum(['phone', 'email', 'zip']).optional(),
    integer: z.boolean().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    earliest: z.string().optional(),
    latest: z.string().optional(),
    after: z.string().optional(),
    before: z.string().optional(),
    maxLength: z.int().optional(),
    pattern: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({
    description:
      'Numbers: min and max count, above and below do not. Days: YYYY-MM-DD or "today"; earliest and latest count, after and before do not. maxLength in characters. pattern: a regular expression for the whole answer. message: what to say when a limit is missed',
  })
export type AnswerLimits = z.output<typeof answerLimits>

export const question = z.object({
  identifier: z.string().meta({ description: 'Stable across languages and versions', example: 'arrestedOrCited' }),
  questionNumber: z.string().meta({ description: 'Number as the respondent sees it', example: '36' }),
  questionText: z.string(),
  questionType: z.enum(questionTypes),
  required: z.boolean(),
  section: z.string().optional(),
  hint: z.string().optional(),
  multiline: z.boolean().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  followUp: z.object({ identifier: z.string(), showWhen: z.array(z.string()) }).optional(),
  validation: answerLimits.optional(),
  videoUrl: z.string().optional(),
  redFlagReason: z.string().optional().meta({ description: 'For staff only: why a red answer needs a lawyer' }),
})
export type Question = z.output<typeof question>

export const questionnaire = z.object({
  id: rowId,
  name: z.string(),
  version: z.int().meta({ description: 'Counts up with each upload under the same name', example: 1 }),
  language: z.string().meta({ description: 'The language of the texts below', example: 'es' }),
  languages: z.array(z.string()),
  questions: z.array(question),
})
export type Questionnaire = z.output<typeof questionnaire>

export const byNameAndLanguage = z.object({ name: lookupName, languageCode: languageTag })
export const byIdAndCode = z.object({ id: rowId, code: languageTag })

/** A file as both doors hand it over. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

interface FileLike {
  readonly name: string
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The part of FormData that is needed here; the browser's and the server's agree on it. */
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
 * The multipart upload of a questionnaire: `title`, `questionFile`, `templateFile`, `fieldMetadataFile`, one file each.
 * A part that is absent or empty is left out; which of them must be there is decided later (questionnaire-files 2.1).
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
  id: rowId,
  name: z.string(),
  version: z.int(),
  languages: z.array(z.string()),
  questionCount: z.int(),
  warnings: z.array(z.string()).meta({ description: 'One line per thing worth a look; nothing was refused' }),
})

export const checked = z.object({
  questionnaires: z
    .array(questionnaire.omit({ id: true, version: true }))
    .meta({ description: 'The questionnaire as it would be, once per language' }),
  warnings: z.array(z.string()),
})

export const listInput = z.object({ pagination }).default({ pagination: { offset: 0, count: 10 } })
export const listItem = z.object({
  id: rowId,
  name: z.string(),
  version: z.int(),
  languages: z.array(z.string()),
  questionCount: z.int(),
  uploadedAt: instant,
  uploadedBy: z.string(),
})
export const list = pageOf(listItem)
