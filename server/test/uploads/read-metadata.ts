import type { UploadedFile } from '@portico/shared/contract/uploads'
import { readFiles } from '../../src/features/questionnaires/import/read-files.ts'
import { buildUpload } from './build-upload.ts'

/** Reads an upload with this metadata file; returns `accepted`, or the id and the message of its failure. */
export async function outcomeOf(fieldMetadataFile: UploadedFile): Promise<string> {
  const outcome = await readFiles(await buildUpload({ fieldMetadataFile }), () => {})
  return outcome.ok ? 'accepted' : `${outcome.id} ${outcome.message}`
}

/** Reads an upload with this metadata file; returns its questions, or the message of its failure. */
export async function questionsWith(fieldMetadataFile: UploadedFile) {
  const outcome = await readFiles(await buildUpload({ fieldMetadataFile }), () => {})
  return outcome.ok ? outcome.definition.questions : outcome.message
}
