import type { FileNotice, FileReply } from '@portico/shared/contract/downloads'

/** A file as the result of a call; `path` is where a JSON-only caller fetches it. */
export class FileResponse implements FileReply {
  readonly #path: string
  readonly fileName: string
  readonly mediaType: string
  readonly #chunks: AsyncIterable<Uint8Array>

  constructor(path: string, fileName: string, mediaType: string, chunks: AsyncIterable<Uint8Array>) {
    this.#path = path
    this.fileName = fileName
    this.mediaType = mediaType
    this.#chunks = chunks
  }

  // An accessor, because tRPC inspects the own properties of a result and rejects a stream among them.
  get chunks(): AsyncIterable<Uint8Array> {
    return this.#chunks
  }

  toJSON(): FileNotice {
    return { fileName: this.fileName, mediaType: this.mediaType, path: this.#path }
  }
}
