import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { seal, sealJson, unseal, unsealJson, type DataKey } from '../../infra/security/encryption.ts'
import { sql, type Services, type RequestContext } from '../../infra/request-context.ts'

// Every piece is padded to this size, because the sizes of files made before and after a decision would otherwise reveal which it was.
const pieceBytes = 512 * 1024
// The manifest is stored before the pieces of the file.
const manifestPosition = 0
const manifest = z.object({
  /** One more than there are if `bytes` is known: earlier versions, which would not cut the padding, break off at the missing one. */
  pieces: z.int(),
  /** The length of the file; undefined if an earlier version wrote it, without padding. */
  bytes: z.int().optional(),
  anonymousIds: z.array(z.string()),
})

/** Identifies a finished file and the key that opens it. */
interface SealedFile {
  readonly downloadId: number
  readonly keyId: string
  readonly wrappedKey: Uint8Array
}

/** A file that is being written, and the data key that seals its pieces. */
export interface NewFile {
  readonly downloadId: number
  readonly key: DataKey
}

/** Starts a file of this download under a new key. */
export function startFile(services: Services, downloadId: number): NewFile {
  return { downloadId, key: services.encryption.newDataKey(`download:${downloadId}`) }
}

/** Seals a file piece by piece into the database, in the transaction of `ctx`. Returns the length of the file. */
export async function writePieces(ctx: RequestContext, file: NewFile, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  await deletePieces(ctx, file.downloadId)
  const piece = Buffer.alloc(pieceBytes)
  let bytes = 0
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length;) {
      const filled = bytes % pieceBytes
      const part = chunk.subarray(from, from + pieceBytes - filled)
      piece.set(part, filled)
      from += part.length
      bytes += part.length
      if (bytes % pieceBytes === 0) await writePiece(ctx, file, bytes / pieceBytes, piece)
    }
  const filled = bytes % pieceBytes
  if (filled > 0) await writePiece(ctx, file, piecesOf(bytes), piece.fill(0, filled))
  return bytes
}

function piecesOf(bytes: number): number {
  return Math.ceil(bytes / pieceBytes)
}

/** Deletes the pieces of a file. Its manifest stays until it is replaced, because it says for whom the file is made again. */
export async function deletePieces({ db }: RequestContext, downloadId: number): Promise<void> {
  await db.deleteFrom('download_piece').where('downloadId', '=', downloadId).where('position', '>', manifestPosition).execute()
}

/** Seals the length and the respondents of the file beside it. */
export async function writeManifest(
  ctx: RequestContext,
  file: NewFile,
  { bytes, anonymousIds }: { readonly bytes: number; readonly anonymousIds: string[] },
): Promise<void> {
  const content: z.input<typeof manifest> = { pieces: piecesOf(bytes) + 1, bytes, anonymousIds }
  await storePiece(ctx, file, manifestPosition, sealJson(file.key.key, pieceAssociatedData(file.downloadId, manifestPosition), content))
}

async function writePiece(ctx: RequestContext, file: NewFile, position: number, piece: Uint8Array): Promise<void> {
  await storePiece(ctx, file, position, seal(file.key.key, pieceAssociatedData(file.downloadId, position), piece))
}

async function storePiece({ db }: RequestContext, { downloadId }: NewFile, position: number, sealed: Buffer): Promise<void> {
  await db
    .insertInto('download_piece')
    .values({ downloadId, position, sealed })
    .onConflict((conflict) => conflict.columns(['downloadId', 'position']).doUpdateSet({ sealed }))
    .execute()
}

/**
 * Opens a finished file: returns who is in it, and its bytes, which are read lazily from the database. Throws if a piece is missing or was
 * changed.
 */
export async function openFile(
  services: Services,
  { downloadId, keyId, wrappedKey }: SealedFile,
): Promise<{ anonymousIds: readonly string[]; chunks: AsyncIterable<Uint8Array> }> {
  const sealed = await readPiece(services, downloadId, manifestPosition)
  const { key, pieces, bytes = Infinity, anonymousIds } = openManifest(services, { downloadId, keyId, wrappedKey, sealed })
  async function* read(): AsyncGenerator<Uint8Array> {
    let left = bytes
    for (let position = 1; position <= pieces && left > 0; position += 1) {
      const piece = unseal(key, pieceAssociatedData(downloadId, position), await readPiece(services, downloadId, position))
      yield piece.subarray(0, left)
      left -= piece.length
    }
  }
  return { anonymousIds, chunks: read() }
}

interface SealedManifest extends SealedFile {
  readonly sealed: Uint8Array
}

/** Returns the query for the sealed manifests of downloads, each with the key that opens it, in one statement: both can be replaced. */
export function sealedManifests({ db }: Pick<RequestContext, 'db'>) {
  return db
    .selectFrom('download')
    .innerJoin('download_piece', 'download_piece.downloadId', 'download.id')
    .select(['download.id as downloadId', 'keyId', 'wrappedKey', 'sealed'])
    .$narrowType<{ keyId: string; wrappedKey: Buffer }>()
    .where('wrappedKey', 'is not', null)
    .where('position', '=', manifestPosition)
}

/** Opens a manifest: returns the key of its file, what is needed to read the file, and who is in it. */
export function openManifest(
  { encryption }: Services,
  { downloadId, keyId, wrappedKey, sealed }: SealedManifest,
): z.output<typeof manifest> & { readonly key: KeyObject } {
  const key = encryption.unwrapKey(`download:${downloadId}`, keyId, wrappedKey)
  return { key, ...manifest.parse(unsealJson(key, pieceAssociatedData(downloadId, manifestPosition), sealed)) }
}

async function readPiece(services: Services, downloadId: number, position: number): Promise<Buffer> {
  const { sealed } = await sql(services.orm.em.fork())
    .selectFrom('download_piece')
    .select('sealed')
    .where('downloadId', '=', downloadId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return sealed
}

function pieceAssociatedData(downloadId: number, position: number): string {
  return `download:${downloadId}:${position}`
}
