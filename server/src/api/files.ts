import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FileReply } from '@portico/shared/contract/downloads'

/** Reads a multipart request into the form that the upload contracts take. Limits of size are the parser's. */
export async function formOf(request: FastifyRequest): Promise<FormData> {
  const form = new FormData()
  for await (const part of request.parts()) {
    if (part.type === 'file') form.append(part.fieldname, new File([new Uint8Array(await part.toBuffer())], part.filename ?? 'file'))
    else form.append(part.fieldname, String(part.value))
  }
  return form
}

/** Says whether a procedure answered with a file. */
export function isFileReply(value: unknown): value is FileReply {
  return typeof value === 'object' && value !== null && 'chunks' in value && 'mediaType' in value
}

/** The header that makes a browser save a file under its name. */
export function attachment(fileName: string): string {
  return `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
