import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '@portico/shared/words/limits'
import type { FileReply } from '@portico/shared/contract/downloads'
import { Failure } from '../infra/failure.ts'

/**
 * Reads a multipart request into the form that the upload contracts take. Throws `PAYLOAD_TOO_LARGE` for more than 20 MB in total, by the
 * declared or the counted length, and `VALIDATION_ERROR` for an invalid form.
 */
export async function formOf(request: FastifyRequest): Promise<FormData> {
  const form = new FormData()
  if (Number(request.headers['content-length'] ?? 0) > limits.uploadRequestBytes) throw new Failure('PAYLOAD_TOO_LARGE')
  const count = byteCount()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') form.append(part.fieldname, new File(await chunksOf(part.file, count), part.filename ?? 'file'))
      else form.append(part.fieldname, String(part.value))
    }
  } catch (error) {
    // The plugin's own errors say what is wrong; those of its parser do not.
    if (error instanceof Failure || (error instanceof Error && 'statusCode' in error)) throw error
    const message = 'The body is not a valid form.'
    throw new Failure('VALIDATION_ERROR', message, { issues: [{ path: [], code: 'invalid_form', message }] })
  }
  return form
}

function byteCount(): (bytes: number) => void {
  let seen = 0
  return (bytes) => {
    seen += bytes
    if (seen > limits.uploadRequestBytes) throw new Failure('PAYLOAD_TOO_LARGE')
  }
}

async function chunksOf(file: AsyncIterable<Buffer>, count: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of file) {
    count(chunk.length)
    chunks.push(new Uint8Array(chunk))
  }
  return chunks
}

/** Returns whether a procedure returned a file. */
export function isFileReply(value: unknown): value is FileReply {
  return typeof value === 'object' && value !== null && 'chunks' in value && 'mediaType' in value
}

/** Returns the header that makes a browser save a file under its name. */
export function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
