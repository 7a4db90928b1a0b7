import { createReadStream } from 'node:fs'
import { Decrypter, Encrypter } from 'age-encryption'
import { writeWhole } from '../infra/files/write-whole.ts'

/** A frame of an archive: metadata, or data of the table that was named last. */
export type Frame = { readonly json: unknown } | { readonly data: Uint8Array }

const headBytes = 5
const kinds = { json: 1, data: 2 }

/** Writes frames to a file (`writeWhole`) in the age format, encrypted for these recipients. Replaces an existing file. */
export async function writeArchive(file: string, recipients: readonly string[], frames: AsyncIterable<Frame>): Promise<void> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  await writeWhole(file, await encrypter.encrypt(ReadableStream.from(encoded(frames))))
}

async function* encoded(frames: AsyncIterable<Frame>): AsyncGenerator<Uint8Array> {
  for await (const frame of frames) {
    const isJson = 'json' in frame
    const body = isJson ? Buffer.from(JSON.stringify(frame.json)) : frame.data
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(isJson ? kinds.json : kinds.data)
    head.writeUInt32BE(body.length, 1)
    yield Buffer.concat([head, body])
  }
}

/**
 * Reads an archive written by `writeArchive`. Throws an error that says what to do if the identity cannot decrypt it, or bytes are missing
 * or were changed.
 */
export async function* readArchive(file: string, identity: string): AsyncGenerator<Frame> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  // Not `Readable.toWeb`, whose streams can throw where nothing catches it when reading stops early.
  const bytes: ReadableStream<Uint8Array> = ReadableStream.from(createReadStream(file))
  const plain = await decrypter.decrypt(bytes).catch((error: unknown) => {
    throw new Error(`${file} is not a backup for this identity: name the file of the right one with --identity, or another backup.`, {
      cause: error,
    })
  })
  let buffered: Buffer = Buffer.alloc(0)
  for await (const chunk of reportingDamage(file, plain)) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let length = lengthOf(buffered); length !== undefined && buffered.length >= length; length = lengthOf(buffered)) {
      const body = buffered.subarray(headBytes, length)
      yield buffered[0] === kinds.json ? { json: JSON.parse(body.toString()) } : { data: body }
      buffered = buffered.subarray(length)
    }
  }
  if (buffered.length > 0) throw new Error(`${file} ends in the middle: take another backup.`)
}

function lengthOf(buffered: Buffer): number | undefined {
  return buffered.length < headBytes ? undefined : headBytes + buffered.readUInt32BE(1)
}

async function* reportingDamage(file: string, plain: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of plain) yield chunk
  } catch (error) {
    throw new Error(`${file} is damaged or not whole: take another backup.`, { cause: error })
  }
}
