import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FileReply } from '@portico/shared/contract/downloads'
import { sweepDownloads } from './commands.ts'
import { openDownloads, refusal } from '../../../test/support/download-requests.ts'

const { portico, shop, anotherWorkshop, answerTimes, made, traces } = await openDownloads()
const { call } = shop.rosa

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
