import { readFile } from 'node:fs/promises'
import type { FileReply } from '@portico/shared/contract/downloads'
import type { FileRequest, FileKind } from '@portico/shared/contract/questionnaires'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { Failure } from '../../infra/failure.ts'
import { FileResponse } from '../../infra/files/file-response.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { findPublished, type Published } from './definitions.ts'
import { writeMetadataFile } from './import/writing/write-metadata-file.ts'
import { writeQuestionFile } from './import/writing/write-question-file.ts'
import { writeStarterTemplate } from './import/writing/write-starter-template.ts'
import { findTemplate } from './sealed-definitions.ts'

const examples = new URL('../../seed/files/', import.meta.url)
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const fileTypes = {
  questions: { fileName: 'questions.xlsx', mediaType: xlsx },
  template: { fileName: 'template.xlsx', mediaType: xlsx },
  starter: { fileName: 'starter-template.xlsx', mediaType: xlsx },
  metadata: { fileName: 'field-metadata.csv', mediaType: 'text/csv; charset=utf-8' },
} as const satisfies Record<FileKind, { fileName: string; mediaType: string }>

/**
 * Returns one of the three files of a published version, which yield the same questionnaire when uploaded again, or of the example
 * questionnaire. Throws `NOT_FOUND`.
 */
export async function getQuestionnaireFile(ctx: RequestContext, { id, kind }: FileRequest): Promise<FileReply> {
  const { fileName, mediaType } = fileTypes[kind]
  const answer = (name: string, bytes: Uint8Array) =>
    new FileResponse('/api/questionnaires/getQuestionnaireFile', name, mediaType, singleChunk(bytes))
  if (id === undefined)
    return answer(fileName, await readFile(new URL(kind === 'starter' ? fileTypes.template.fileName : fileName, examples)))
  const published = await findPublished(ctx, id)
  if (!published) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'questionnaire', id)
  return answer(`${published.name}-${published.version}-${fileName}`, await fileOf(ctx, kind, published))
}

async function fileOf(ctx: RequestContext, kind: FileKind, { id, definition }: Published): Promise<Uint8Array> {
  switch (kind) {
    case 'questions':
      return writeQuestionFile(definition)
    case 'metadata':
      return writeMetadataFile(definition)
    case 'template':
      return findTemplate(ctx, id)
    case 'starter':
      return writeStarterTemplate(definition)
  }
}

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
