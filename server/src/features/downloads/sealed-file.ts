import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { seal, unseal, type DataKey } from '../../infra/security/encryption.ts'
import { sql, type Services, type RequestContext } from '../../infra/request-context.ts'

const pieceBytes = 512 * 1024
// The manifest is stored before the pieces of the file.
const manifestPosition = 0
const manifest = z.object({ pieces: z.int(), anonymousIds: z.array(z.string()) })

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

/** Seals a file piece by piece into the database, in the transaction of `ctx`. Returns the number of pieces. */
export async function writePieces(ctx: RequestContext, file: NewFile, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  await ctx.db.deleteFrom('download_piece').where('downloadId', '=', file.downloadId).execute()
  let waiting: Uint8Array[] = []
  let bytes = 0
  let pieces = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    pieces += 1
    await writePiece(ctx, file, pieces, Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  if (bytes > 0) {
    pieces += 1
    await writePiece(ctx, file, pieces, Buffer.concat(waiting))
  }
  return pieces
}

/** Seals the number of pieces and the respondents of the file beside it. */
export async function writeManifest(ctx: RequestContext, file: NewFile, content: z.input<typeof manifest>): Promise<void> {
  await writePiece(ctx, file, manifestPosition, Buffer.from(JSON.stringify(content)))
}

async function writePiece(ctx: RequestContext, { downloadId, key }: NewFile, position: number, plain: Uint8Array): Promise<void> {
  const sealed = seal(key.key, pieceAssociatedData(downloadId, position), plain)
  await ctx.db.insertInto('download_piece').values({ downloadId, position, sealed }).execute()
}

/**
 * Opens a finished file: returns who is in it, and its bytes, which are read lazily from the database. Throws if a piece is missing or was
 * changed.
 */
export async function openFile(
  services: Services,
  { downloadId, keyId, wrappedKey }: SealedFile,
): Promise<{ anonymousIds: readonly string[]; chunks: AsyncIterable<Uint8Array> }> {
  const key = services.encryption.unwrapKey(`download:${downloadId}`, keyId, wrappedKey)
  const { pieces, anonymousIds } = manifest.parse(JSON.parse((await readPiece(services, downloadId, manifestPosition, key)).toString()))
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let position = 1; position <= pieces; position += 1) yield await readPiece(services, downloadId, position, key)
  }
  return { anonymousIds, chunks: read() }
}

/** Deletes the finished files that contain this respondent of the workshop; their items stay, as for expired files. */
export async function destroyFilesWith(
  ctx: RequestContext,
  { workshopId, anonymousId }: { readonly workshopId: number; readonly anonymousId: string },
): Promise<void> {
  const files = await ctx.db
    .selectFrom('download')
    .select(['id as downloadId', 'keyId', 'wrappedKey'])
    .where('workshopId', '=', workshopId)
    .where('wrappedKey', 'is not', null)
    .execute()
  for (const { downloadId, keyId, wrappedKey } of files) {
    if (keyId === null || wrappedKey === null) continue
    const { anonymousIds } = await openFile(ctx.services, { downloadId, keyId, wrappedKey })
    if (!anonymousIds.includes(anonymousId)) continue
    await ctx.db.updateTable('download').set({ keyId: null, wrappedKey: null }).where('id', '=', downloadId).execute()
    await ctx.db.deleteFrom('download_piece').where('downloadId', '=', downloadId).execute()
  }
}

async function readPiece(services: Services, downloadId: number, position: number, key: KeyObject): Promise<Buffer> {
  const { sealed } = await sql(services.orm.em.fork())
    .selectFrom('download_piece')
    .select('sealed')
    .where('downloadId', '=', downloadId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return unseal(key, pieceAssociatedData(downloadId, position), sealed)
}

function pieceAssociatedData(downloadId: number, position: number): string {
  return `download:${downloadId}:${position}`
}
