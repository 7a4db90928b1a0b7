import { z } from 'zod'
import { ifVersion, ruledName } from './fields.ts'

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
  readonly ifVersion?: number | undefined
}

function isFormLike(value: unknown): value is FormLike {
  return typeof value === 'object' && value !== null && 'getAll' in value && typeof value.getAll === 'function'
}

function isFileLike(value: unknown): value is FileLike {
  return typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value && 'name' in value
}

/**
 * The multipart upload of a questionnaire: `title`, `questionFile`, `templateFile`, `fieldMetadataFile`, one file each, and `ifVersion`.
 * Absent or empty parts are omitted; which ones are required is decided later (shared/spec/questionnaire-files.md#request).
 */
export const upload = z.custom<FormLike>(isFormLike, 'Send multipart/form-data').transform(async (form, context): Promise<Upload> => {
  const title = ruledName.safeParse(form.getAll('title')[0] ?? '')
  const current = ifVersion.safeParse(numberOf(form.getAll('ifVersion')[0]))
  for (const [field, { error }] of Object.entries({ title, ifVersion: current }))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [field], message })
  const files: Partial<Record<UploadField, UploadedFile>> = {}
  for (const field of uploadFields) {
    const [file, ...more] = form.getAll(field)
    if (more.length > 0) context.addIssue({ code: 'custom', path: [field], message: 'Choose one file' })
    if (isFileLike(file) && file.size > 0) files[field] = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
  }
  return { title: title.data ?? '', ifVersion: current.data, ...files }
})

function numberOf(part: unknown): unknown {
  return typeof part === 'string' && /^\d{1,10}$/.test(part) ? Number(part) : part || undefined
}
