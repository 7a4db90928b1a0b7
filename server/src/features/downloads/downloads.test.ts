import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Configuration, DownloadItem, FileReply } from '@portico/shared/contract/downloads'
import { openAnsweredWorkshop, type AnsweredWorkshop } from '../../../test/support/answered-workshop.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { sweepDownloads, resumeDownloads } from './commands.ts'
import { runDownload } from './run-download.ts'

const portico = await openPortico()
const shop = await openAnsweredWorkshop(portico)
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
    const [entry] = await portico.sql<{ subjects: string[] }>(
      `select subjects from audit_entry where action = 'downloads.getDownloadFile' order by id desc limit 1`,
    )
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

describe('cancelling a download', () => {
  it('before it runs prevents the run and marks no respondents', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 1)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' })
    const cancelled = await call.downloads.cancelDownload({ id })
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledTimestampUTC: '2026-11-21T20:00:00.000Z', finishedTimestampUTC: null })
    await portico.drain()
    expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'cancelled' })
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: 0 })
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
  })

  it('while it runs ends the run, marks no respondents and leaves no pieces', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 3)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' })
    const holding = new pg.Client(portico.databaseUrl)
    await holding.connect()
    // Lets the run get to its first piece and blocks it there.
    await holding.query('begin; lock table download_piece in share mode')
    const running = runDownload(portico.services, id, never)
    await untilRunning(id)
    await call.downloads.cancelDownload({ id })
    await holding.query('commit')
    await holding.end()
    await running
    expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'cancelled' })
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: 0 })
    expect((await peopleOf(workshop, { flavor: 'undownloaded' })).length).toBe(3)
  })

  it('after it ended changes nothing', async () => {
    const item = await made(await anotherWorkshop(), { flavor: 'all' })
    portico.setTime('2026-11-21T21:00:00Z')
    expect(await call.downloads.cancelDownload({ id: item.downloadId })).toEqual(item)
    portico.setTime('2026-11-21T20:00:00Z')
    expect((await shop.rosa.rest('downloads/getDownloadFile', { id: item.downloadId })).status).toBe(200)
  })
})

describe('a download whose worker dies', () => {
  it('starts over without anything of the first attempt', async () => {
    const workshop = await anotherWorkshop()
    const ids = await answerTimes(workshop, 2)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' }, 'csv')
    await portico.sql(`update download set status = 'running', done = 1, total = 2, started_at = now() where id = $1`, [id])
    for (const position of [0, 1, 7])
      await portico.sql('insert into download_piece values ($1, $2, $3)', [id, position, Buffer.from('left behind')])
    await resumeDownloads(portico.services)
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(ids)
    expect(await portico.sql('select position from download_piece where download_id = $1 order by 1', [id])).toEqual([
      { position: 0 },
      { position: 1 },
    ])
  })

  it('is released when the process stops, and completed by the next run', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 2)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' })
    const stopping = new AbortController()
    const running = runDownload(portico.services, id, stopping.signal)
    await untilRunning(id)
    stopping.abort()
    await expect(running).rejects.toThrow('aborted')
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: 0 })
    await runDownload(portico.services, id, never)
    expect(await traces(workshop, id)).toMatchObject({ downloaded: 2 })
  })

  it('is requeued while another download of its workshop runs', async () => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 1)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' })
    const other = new pg.Client({ connectionString: portico.databaseUrl })
    await other.connect()
    try {
      await other.query(`select pg_advisory_lock($1, (select id from workshop where name = $2))`, [
        advisoryLocks.workshopDownloads,
        workshop.name,
      ])
      await runDownload(portico.services, id, never)
      expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'not-started' })
      const jobs = await portico.sql(
        `select id from jobs.job where name = 'run-download' and state = 'created' and (data->>'downloadId')::int = $1`,
        [id],
      )
      expect(jobs.length).toBe(2)
    } finally {
      await other.end()
    }
    await portico.drain()
    expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'completed' })
  })
})

describe('a failed download', () => {
  it('reports a reason that the user can fix', async () => {
    const name = `workshop_${randomUUID().slice(0, 8)}`
    await call.workshops.saveWorkshop({ name, title: 'Nothing to answer' })
    const { downloadId: id } = await call.downloads.enqueueDownload({ workshop: { name }, configuration: { flavor: 'all' } })
    await portico.drain()
    expect(await call.downloads.getDownloadListItem({ id })).toMatchObject({
      status: 'failed',
      failure: { timestampUTC: '2026-11-21T20:00:00.000Z', message: 'This workshop has no questionnaire, so there is nothing to write.' },
    })
  })

  it('otherwise reports a correlation id instead of the exception, and marks no respondents', async () => {
    const workshop = await anotherWorkshop()
    const [one] = await answerTimes(workshop, 2)
    await portico.sql(`update respondent set sealed_answers = '\\x00'::bytea || sealed_answers where anonymous_id = $1`, [one])
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' })
    await portico.drain()
    const { status, failure } = await call.downloads.getDownloadListItem({ id })
    expect(status).toBe('failed')
    expect(failure?.message).toMatch(/^Something went wrong on our side\. .* \([0-9a-f-]{36}\)$/)
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: 0 })
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
  })
})

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

/** Creates another workshop with the same questionnaire. */
async function anotherWorkshop(): Promise<Pick<AnsweredWorkshop, 'name' | 'answer'>> {
  const name = `workshop_${randomUUID().slice(0, 8)}`
  await call.workshops.saveWorkshop({ name, title: 'Another day', registrationOpen: true, questionnaireNames: ['citizenship'] })
  return { name, answer: (given, language) => shop.answer(given, language, name) }
}

async function answerTimes(workshop: Pick<AnsweredWorkshop, 'answer'>, times: number): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < times; count += 1) ids.push(await workshop.answer())
  return ids
}

function ask({ name }: { name: string }, configuration: Configuration, format: 'xlsx' | 'csv' = 'xlsx'): Promise<DownloadItem> {
  return call.downloads.enqueueDownload({ workshop: { name }, configuration, format })
}

async function made(workshop: { name: string }, configuration: Configuration, format: 'xlsx' | 'csv' = 'xlsx'): Promise<DownloadItem> {
  const { downloadId: id } = await ask(workshop, configuration, format)
  await portico.drain()
  const item = await call.downloads.getDownloadListItem({ id })
  expect(item).toMatchObject({ status: 'completed', failure: null })
  return item
}

async function peopleOf(workshop: { name: string }, configuration: Configuration): Promise<string[]> {
  return peopleInFile((await made(workshop, configuration, 'csv')).downloadId)
}

async function peopleInFile(id: number): Promise<string[]> {
  const file: FileReply = await call.downloads.getDownloadFile({ id })
  return peopleIn(await buffer(file.chunks))
}

function peopleIn(csv: Buffer): string[] {
  return [...csv.toString().matchAll(/^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}),/gm)].map(([, id = '']) => id)
}

async function untilRunning(id: number): Promise<void> {
  for (let status = ''; status !== 'running';) ({ status } = await call.downloads.getDownloadStatus({ id }))
}

async function traces({ name }: { name: string }, id: number): Promise<{ pieces: number; downloaded: number }> {
  const [row] = await portico.sql<{ pieces: number; downloaded: number }>(
    `select (select count(*)::int from download_piece where download_id = $1) as pieces,
      (select count(downloaded_at)::int from respondent where workshop_id = (select id from workshop where name = $2)) as downloaded`,
    [id, name],
  )
  return row ?? { pieces: -1, downloaded: -1 }
}

async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (caught: { cause?: { id?: string } }) => caught,
  )
  return error?.cause?.id ?? 'no refusal'
}
