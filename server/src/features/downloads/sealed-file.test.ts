import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FileReply } from '@portico/shared/contract/downloads'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { seal } from '../../infra/security/encryption.ts'
import { sweepDownloads } from './commands.ts'
import { openFile, openManifest, startFile, writeManifest, writePieces, type NewFile } from './sealed-file.ts'
import { openDownloads, refusal } from '../../../test/support/download-requests.ts'

const { portico, shop, anotherWorkshop, answerTimes, made, traces } = await openDownloads()
const { call } = shop.rosa
// The initialization vector and the tag.
const sealBytes = 28
const pieceBytes = 512 * 1024
const sizesOf = (id: number) =>
  portico.sql('select position, length(sealed) as size from download_piece where download_id = $1 order by position', [id])
const contentOf = async ({ downloadId, key }: NewFile) =>
  buffer((await openFile(portico.services, { downloadId, keyId: key.keyId, wrappedKey: key.wrapped })).chunks)

describe('download files', () => {
  it('are sealed in the database', async () => {
    const workshop = await anotherWorkshop()
    await workshop.answer({ fullName: 'Canary Quetzalcoatl' })
    const { downloadId: id } = await made(workshop, { flavor: 'all' }, 'csv')
    const { body } = await shop.rosa.rest('downloads/getDownloadFile', { id })
    expect(body.toString()).toContain('Canary Quetzalcoatl')
    const dump = await portico.sql<{ row: string }>('select download_piece::text || encode(sealed, $1) as row from download_piece', [
      'escape',
    ])
    expect(dump.length).toBeGreaterThan(0)
    for (const { row } of dump) for (const word of ['Canary', 'Quetzalcoatl', 'anonymousId']) expect(row).not.toContain(word)
  })

  it.each(['csv', 'xlsx'] as const)('have sizes that do not depend on the answers in them (%s)', async (format) => {
    const files: { content: Buffer; sizes: object[] }[] = []
    for (const fullName of ['Ann Li', 'Canary Quetzalcoatl the Third of the Seven Hills']) {
      const workshop = await anotherWorkshop()
      await workshop.answer({ fullName })
      const { downloadId: id } = await made(workshop, { flavor: 'all' }, format)
      const { chunks }: FileReply = await call.downloads.getDownloadFile({ id })
      files.push({ content: await buffer(chunks), sizes: await sizesOf(id) })
    }
    const [one, other] = files
    expect(one?.content.length).not.toBe(other?.content.length)
    expect(one?.sizes).toEqual(other?.sizes)
  })

  it.each([
    ['nothing', [], 0],
    ['one byte', [1], 1],
    ['exactly one piece', [pieceBytes], 1],
    ['one byte more than a piece', [pieceBytes - 1, 2], 2],
    ['one chunk of several pieces', [7, 3 * pieceBytes, 1], 4],
    ['many chunks', Array.from({ length: 50 }, () => 30_001), 3],
  ])('of %s are stored in pieces of one size and read unchanged', async (_what, chunkSizes, pieces) => {
    const { downloadId } = await made(await anotherWorkshop(), { flavor: 'all' })
    const chunks = chunkSizes.map((size) => randomBytes(size))
    const file = startFile(portico.services, downloadId)
    await inTransaction(portico.services, 'test', async (ctx) => {
      const bytes = await writePieces(ctx, file, fromArray(chunks))
      await writeManifest(ctx, file, { bytes, anonymousIds: [] })
    })
    expect((await contentOf(file)).equals(Buffer.concat(chunks))).toBe(true)
    const [, ...sizes] = await sizesOf(downloadId)
    expect(sizes).toEqual(Array.from({ length: pieces }, (_, index) => ({ position: index + 1, size: pieceBytes + sealBytes })))
    await portico.sql('delete from download_piece where download_id = $1 and position = $2', [downloadId, pieces])
    await expect(contentOf(file)).rejects.toThrow()
  })

  it('break off in an earlier version of Portico, which would not cut the padding', async () => {
    const { downloadId } = await made(await anotherWorkshop(), { flavor: 'all' })
    const [row] = await portico.sql<{ keyId: string; wrappedKey: Buffer; sealed: Buffer }>(
      `select key_id as "keyId", wrapped_key as "wrappedKey", sealed from download join download_piece on download_id = id
       where id = $1 and position = 0`,
      [downloadId],
    )
    if (!row) throw new Error('There is no manifest')
    const { pieces } = openManifest(portico.services, { downloadId, ...row })
    expect(await sizesOf(downloadId)).not.toContainEqual(expect.objectContaining({ position: pieces }))
  })

  it('can still be read if an earlier version of Portico wrote them', async () => {
    const { downloadId } = await made(await anotherWorkshop(), { flavor: 'all' })
    const file = startFile(portico.services, downloadId)
    await portico.sql('delete from download_piece where download_id = $1', [downloadId])
    for (const [position, content] of ['{"pieces":2,"anonymousIds":["K7QM-5EKJ-G2NVJ"]}', 'one,', 'two\n'].entries()) {
      const sealed = seal(file.key.key, `download:${downloadId}:${position}`, content)
      await portico.sql('insert into download_piece values ($1, $2, $3)', [downloadId, position, sealed])
    }
    expect((await contentOf(file)).toString()).toBe('one,two\n')
  })

  it('break off at a piece that was tampered with', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 1)
    const { downloadId: id } = await made(workshop, { flavor: 'all' })
    await portico.sql(
      `update download_piece set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where download_id = $1 and position = 1`,
      [id],
    )
    const file: FileReply = await call.downloads.getDownloadFile({ id })
    await expect(buffer(file.chunks)).rejects.toThrow()
  })

  it('are kept for 7 days, their items longer', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 1)
    const item = await made(workshop, { flavor: 'all' })
    const id = item.downloadId
    portico.setTime('2026-11-28T19:59:59Z')
    await sweepDownloads(portico.services)
    expect((await call.downloads.getDownloadFile({ id })).fileName).toBe(`${workshop.name}.xlsx`)
    portico.setTime('2026-11-28T20:00:00Z')
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
    await sweepDownloads(portico.services)
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: 1 })
    expect(await portico.sql('select wrapped_key from download where id = $1', [id])).toEqual([{ wrapped_key: null }])
    portico.setTime('2026-11-21T20:00:00Z')
    expect(await call.downloads.getDownloadListItem({ id })).toEqual(item)
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
  })
})

async function* fromArray(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
