import { ruledName } from '@portico/shared/contract/fields'
import { uploadFields, type UploadField } from '@portico/shared/contract/uploads'
import { z } from 'zod'
import type { ClientFailure } from '../../api/failure.ts'

const file = z.custom<File | undefined>((value) => value === undefined || value instanceof File)

/** Values of the upload form. The server decides which files are required, because it depends on their contents. */
export const uploadValues = z.object({ title: ruledName, questionFile: file, templateFile: file, fieldMetadataFile: file })
export type UploadValues = z.output<typeof uploadValues>

/** A file changed or moved after it was selected, which browsers refuse to read. */
export class ChangedFile extends Error {
  readonly field: UploadField

  constructor(field: UploadField) {
    super('The file has changed since you chose it. Choose it again.')
    this.name = 'ChangedFile'
    this.field = field
  }
}

/** Returns the multipart body of an upload. Throws `ChangedFile`. */
export async function uploadBody(values: UploadValues): Promise<FormData> {
  const body = new FormData()
  body.append('title', values.title)
  for (const field of uploadFields) {
    const chosen = values[field]
    if (chosen) body.append(field, await copyOf(chosen, field), chosen.name)
  }
  return body
}

async function copyOf(chosen: File, field: UploadField): Promise<Blob> {
  try {
    return new Blob([await chosen.arrayBuffer()], { type: chosen.type })
  } catch {
    throw new ChangedFile(field)
  }
}

/** Returns the file field that a refusal belongs to (shared/spec/product.md#error-messages); undefined if it belongs to the form. */
export function fieldOfFailure(id: ClientFailure['id']): UploadField | undefined {
  switch (id) {
    case 'MISSING_QUESTION_FILE':
    case 'QUESTION_FILE_ERROR':
      return 'questionFile'
    case 'MISSING_TEMPLATE_FILE':
    case 'TEMPLATE_FILE_ERROR':
      return 'templateFile'
    case 'MISSING_METADATA_FILE':
    case 'METADATA_FILE_ERROR':
    case 'UNEXPECTED_METADATA_FILE':
      return 'fieldMetadataFile'
    default:
      return undefined
  }
}

/** A parsed line of a refusal or warning: `[Q08] survey!B4: The type …`. */
export interface ProblemLine {
  readonly code: string
  readonly location: string
  readonly text: string
}

/** Parses the lines of a message about a file. A line in another format becomes text only. */
export function problemLines(message: string): ProblemLine[] {
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, code = '', location = '', text = line] = /^\[([A-Z]\d{2})\] (.*?): (.*)$/s.exec(line) ?? []
      return { code, location, text }
    })
}
