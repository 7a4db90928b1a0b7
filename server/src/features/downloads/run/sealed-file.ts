import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { seal, unseal, type PersonKey } from '../../../infra/vault.ts'
import { sql, type Deps, type Work } from '../../../infra/work.ts'

const pieceBytes = 512 * 1024
// The manifest stands before the pieces of the file.
const manifestPosition = 0
const manifest = z.object({ pieces: z.int(), anonymousIds: z.array(z.string()) })

/** Where a finished file is and what opens it. */
interface SealedFile {
  readonly downloadId: number
  readonly keyId: string
  readonly wrappedKey: Uint8Array
}

/** A file that is being written, and the key of its own under which its pieces are sealed. */
export interface NewFile {
  readonly downloadId: number
  readonly key: PersonKey
}

/** Starts a file of this download under a new key. */
export function startFile(deps: Deps, downloadId: number): NewFile {
  return { downloadId, key: deps.vault.newPersonKey(`download:${downloadId}`) }
}

/** Seals a file piece by piece into the database, in the transaction of `work`. Answers how many pieces there are. */
export async function writePieces(work: Work, file: NewFile, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  await work.db.deleteFrom('download_piece').where('downloadId', '=', file.downloadId).execute()
  let waiting: Uint8Array[] = []
  let bytes = 0
  let pieces = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    pieces += 1
    await writePiece(work, file, pieces, Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  if (bytes > 0) {
    pieces += 1
    await writePiece(work, file, pieces, Buffer.concat(waiting))
  }
  return pieces
}

/** Seals beside the file of how many pieces it is made and who is in it. */
export async function writeManifest(work: Work, file: NewFile, content: z.input<typeof manifest>): Promise<void> {
  await writePiece(work, file, manifestPosition, Buffer.from(JSON.stringify(content)))
}

async function writePiece(work: Work, { downloadId, key }: NewFile, position: number, plain: Uint8Array): Promise<void> {
  const sealed = seal(key.key, placeOf(downloadId, position), plain)
  await work.db.insertInto('download_piece').values({ downloadId, position, sealed }).execute()
}

/** A finished file: who is in it, and its bytes, which are read from the database as they are asked for. Throws when a piece is missing or was changed. */
export async function openFile(
  deps: Deps,
  { downloadId, keyId, wrappedKey }: SealedFile,
): Promise<{ anonymousIds: readonly string[]; chunks: AsyncIterable<Uint8Array> }> {
  const key = deps.vault.openKey(`download:${downloadId}`, keyId, wrappedKey)
  const { pieces, anonymousIds } = manifest.parse(JSON.parse((await readPiece(deps, downloadId, manifestPosition, key)).toString()))
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let position = 1; position <= pieces; position += 1) yield await readPiece(deps, downloadId, position, key)
  }
  return { anonymousIds, chunks: read() }
}

async function readPiece(deps: Deps, downloadId: number, position: number, key: KeyObject): Promise<Buffer> {
  const { sealed } = await sql(deps.orm.em.fork())
    .selectFrom('download_piece')
    .select('sealed')
    .where('downloadId', '=', downloadId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return unseal(key, placeOf(downloadId, position), sealed)
}

function placeOf(downloadId: number, position: number): string {
  return `download:${downloadId}:${position}`
}
