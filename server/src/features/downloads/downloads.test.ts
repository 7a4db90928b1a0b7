import { describe, expect, it } from 'vitest'
import { runDownload } from './run-download.ts'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { openDownloads, peopleIn } from '../../../test/support/download-requests.ts'

const { portico, shop, anotherWorkshop, answerTimes, ask, made, peopleOf, peopleInFile } = await openDownloads()
const { call } = shop.rosa
const never = new AbortController().signal

describe('downloads', () => {
  it('start as not-started and, once completed, report how many respondents were written', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 3)
    const item = await ask(workshop, { flavor: 'all' })
    expect(item).toMatchObject({
      workshopName: workshop.name,
      status: 'not-started',
      info: { flavor: 'all' },
      format: 'xlsx',
      requester: 'Rosa Ruiz',
    })
    expect(item).toMatchObject({
      finishedTimestampUTC: null,
      cancelledTimestampUTC: null,
      failure: null,
      initiatedAtUTC: '2026-11-21T20:00:00.000Z',
    })
    await portico.drain()
    const done = await call.downloads.getDownloadListItem({ id: item.downloadId })
    expect(done).toMatchObject({
      status: 'completed',
      progress: { done: 3, total: 3 },
      finishedTimestampUTC: '2026-11-21T20:00:00.000Z',
      failure: null,
    })
    expect(await call.downloads.getDownloadStatus({ id: item.downloadId })).toMatchObject({ status: 'completed' })
  })

  it('return a workbook named after the workshop over REST, and audit everyone in it', async () => {
    const workshop = await anotherWorkshop()
    const ids = await answerTimes(workshop, 2)
    const { downloadId: id } = await made(workshop, { flavor: 'all' })
    const answer = await shop.rosa.rest('downloads/getDownloadFile', { id })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`filename="${workshop.name}.xlsx"`)
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body.subarray(0, 2).toString()).toBe('PK')
    const entry = (await auditTrail(portico, 0, 'downloads.getDownloadFile')).at(-1)
    expect(entry?.subjects.toSorted()).toEqual([`download:${id}`, ...ids.map((one) => `respondent:${one}`)].toSorted())
  })

  it('return the path of the file over tRPC, which speaks only JSON', async () => {
    const { downloadId: id } = await made(await anotherWorkshop(), { flavor: 'all' })
    const answer = await portico.app.inject({
      method: 'POST',
      url: `/trpc/downloads.getDownloadFile`,
      headers: { authorization: `Bearer ${shop.rosa.accessToken}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id }),
    })
    expect(answer.json()).toHaveProperty('result.data', {
      fileName: expect.stringMatching(/^workshop_\w+\.xlsx$/),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      path: '/api/downloads/getDownloadFile',
    })
  })

  it('contain the same rows as CSV on request', async () => {
    const workshop = await anotherWorkshop()
    const ids = await answerTimes(workshop, 2)
    const { downloadId: id } = await made(workshop, { flavor: 'all' }, 'csv')
    const answer = await shop.rosa.rest('downloads/getDownloadFile', { id })
    expect(answer.headers['content-disposition']).toContain(`filename="${workshop.name}.csv"`)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(peopleIn(answer.body)).toEqual(ids)
  })

  it('are listed newest first, in pages', async () => {
    const workshop = await anotherWorkshop()
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.unshift((await ask(workshop, { flavor: 'all' })).downloadId)
    const page = (offset: number) => call.downloads.getDownloadList({ workshopName: workshop.name, pagination: { offset, count: 2 } })
    const [first, second] = [await page(0), await page(2)]
    expect(first.items.map((item) => item.downloadId)).toEqual(ids.slice(0, 2))
    expect(first).toMatchObject({ pagination: { batchSize: 2, offset: 0, hasMore: true }, meta: { count: 3 } })
    expect(second.items.map((item) => item.downloadId)).toEqual(ids.slice(2))
    expect(second).toMatchObject({ pagination: { batchSize: 2, offset: 2, hasMore: false }, meta: { count: 3 } })
  })

  it('throw `NOT_FOUND` for an unknown download or workshop in every call', async () => {
    const refusals = await Promise.all([
      ...['getDownloadListItem', 'getDownloadStatus', 'cancelDownload', 'getDownloadFile'].map((name) =>
        shop.rosa.rest(`downloads/${name}`, { id: 2_147_483_647 }),
      ),
      shop.rosa.rest('downloads/enqueueDownload', { workshop: { name: 'nowhere' }, configuration: { flavor: 'all' } }),
      shop.rosa.rest('downloads/getDownloadList', { workshopName: 'nowhere', pagination: { offset: 0, count: 5 } }),
    ])
    for (const { status, body } of refusals) expect([status, body.error_id]).toEqual([200, 'NOT_FOUND'])
  })

  it('accept either a flavor or a range', async () => {
    for (const configuration of [{}, { flavor: 'some' }, { flavor: 'all', start: '2026-11-21T00:00:00Z' }, { start: 'yesterday' }]) {
      const { status } = await shop.rosa.rest('downloads/enqueueDownload', { workshop: { name: shop.name }, configuration })
      expect(status).toBe(422)
    }
  })
})

describe('respondents in a download', () => {
  it('are, for undownloaded, those in no completed download of any kind, each once', async () => {
    const workshop = await anotherWorkshop()
    const first = await answerTimes(workshop, 2)
    expect(await peopleOf(workshop, { flavor: 'all' })).toEqual(first)
    const late = await answerTimes(workshop, 2)
    expect(await peopleOf(workshop, { flavor: 'undownloaded' })).toEqual(late)
    expect(await peopleOf(workshop, { flavor: 'undownloaded' })).toEqual([])
    expect(await peopleOf(workshop, { flavor: 'all' })).toEqual([...first, ...late])
  })

  it('are limited to a half-open range, of which either end may be omitted', async () => {
    const workshop = await anotherWorkshop()
    const at = async (instant: string) => {
      portico.setTime(instant)
      return (await answerTimes(workshop, 1))[0]
    }
    const [nine, ten, eleven] = [await at('2026-11-21T09:00:00Z'), await at('2026-11-21T10:00:00Z'), await at('2026-11-21T11:00:00Z')]
    portico.setTime('2026-11-21T20:00:00Z')
    expect(await peopleOf(workshop, { start: '2026-11-21T10:00:00Z', end: '2026-11-21T11:00:00Z' })).toEqual([ten])
    expect(await peopleOf(workshop, { start: '2026-11-21T11:00:00+01:00' })).toEqual([ten, eleven])
    expect(await peopleOf(workshop, { end: '2026-11-21T10:00:00.001Z' })).toEqual([nine, ten])
    expect(await peopleOf(workshop, { flavor: 'undownloaded' })).toEqual([])
  })

  it('are selected by a range that is reported in UTC', async () => {
    const { name } = await anotherWorkshop()
    const { info } = await call.downloads.enqueueDownload({ workshop: { name }, configuration: { start: '2026-11-21T11:00:00+01:00' } })
    expect(info).toEqual({ start: '2026-11-21T10:00:00.000Z' })
  })

  it('exclude other workshops and deleted respondents', async () => {
    const [workshop, other] = [await anotherWorkshop(), await anotherWorkshop()]
    await answerTimes(other, 1)
    const [gone, stays] = await answerTimes(workshop, 2)
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [gone])
    expect(await peopleOf(workshop, { flavor: 'all' })).toEqual([stays])
  })

  it('appear once in undownloaded files despite concurrent downloads and submissions', { timeout: 120_000 }, async () => {
    const workshop = await anotherWorkshop()
    const seen: string[] = []
    const answered: string[] = []
    for (let round = 0; round < 20; round += 1) {
      answered.push(...(await answerTimes(workshop, 2)))
      const items = [await ask(workshop, { flavor: 'undownloaded' }, 'csv'), await ask(workshop, { flavor: 'undownloaded' }, 'csv')]
      const [late] = await Promise.all([
        answerTimes(workshop, 1),
        ...items.map((item) => runDownload(portico.services, item.downloadId, never)),
      ])
      answered.push(...late)
      await portico.drain()
      for (const item of items) seen.push(...(await peopleInFile(item.downloadId)))
    }
    seen.push(...(await peopleOf(workshop, { flavor: 'undownloaded' })))
    expect(seen.toSorted()).toEqual(answered.toSorted())
  })
})
