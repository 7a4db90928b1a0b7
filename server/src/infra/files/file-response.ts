import type { FileNotice, FileReply } from '@portico/shared/contract/downloads'

/** A file as the answer of a call; `path` is where a caller that only speaks JSON fetches it. */
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

  // Behind an accessor, because tRPC looks through the values of an answer and refuses a stream among them.
  get chunks(): AsyncIterable<Uint8Array> {
    return this.#chunks
  }

  toJSON(): FileNotice {
    return { fileName: this.fileName, mediaType: this.mediaType, path: this.#path }
  }
}
