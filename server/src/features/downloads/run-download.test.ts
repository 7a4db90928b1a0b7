import { advisoryLocks } from '../../infra/postgres/locks.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { resumeDownloads } from './commands.ts'
import { runDownload } from './run-download.ts'
import { openDownloads, refusal } from '../../../test/support/download-requests.ts'

const { portico, shop, anotherWorkshop, answerTimes, ask, made, peopleOf, peopleInFile, untilRunning, traces } = await openDownloads()
const { call } = shop.rosa
const never = new AbortController().signal

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

describe('a download for which the database has no room', () => {
  it('waits however often that is, and is completed once there is room', async () => {
    const workshop = await anotherWorkshop()
    const ids = await answerTimes(workshop, 2)
    const { downloadId: id } = await ask(workshop, { flavor: 'undownloaded' }, 'csv')
    await portico.sql(`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    await portico.sql('create trigger disk_is_full before insert on download_piece execute function refuse()')
    for (let tries = 0; tries < 10; tries += 1) await portico.drain()
    expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status: 'running' })
    await portico.sql('drop trigger disk_is_full on download_piece')
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(ids)
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

  it.each([
    ['SIGKILL', 'fails instead of being made again, if its process is killed, as for the memory it takes', 'failed'],
    ['SIGTERM', 'is made again if its process is stopped with the portal', 'completed'],
  ] as const)('%s: %s', async (signal, _what, status) => {
    const workshop = await anotherWorkshop()
    await answerTimes(workshop, 1)
    const { downloadId: id } = await ask(workshop, { flavor: 'all' })
    const before = childProcesses()
    const running = runDownload(portico.services, id, never).catch((error: unknown) => error)
    const [pid] = await vi.waitFor(() => {
      const started = childProcesses().filter((child) => !before.includes(child))
      expect(started).toHaveLength(1)
      return started
    }, eachTurn)
    process.kill(Number(pid), signal)
    const ended = await running
    if (signal === 'SIGTERM') {
      expect(ended).toMatchObject({ message: 'The process was stopped' })
      await runDownload(portico.services, id, never)
    }
    expect(await call.downloads.getDownloadStatus({ id })).toMatchObject({ status })
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

/** The process of an export cannot end before this one has read its rows, so it is seen. */
const eachTurn = { interval: 1, timeout: 20_000 }

/** The ids of the processes that this thread has started; other threads run other tests. */
function childProcesses(): string[] {
  return readFileSync('/proc/thread-self/children', 'utf8').split(' ').filter(Boolean)
}

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
