import { describe, expect, it } from 'vitest'
import { visitOf } from '../../../test/calls/privacy.ts'
import { openDownloads, refusal } from '../../../test/support/download-requests.ts'
import { sweepDownloads } from './commands.ts'

const { portico, shop, anotherWorkshop, answerTimes, ask, made, peopleOf, peopleInFile, traces } = await openDownloads()
const { call } = shop.rosa
const [undownloaded, all] = [{ flavor: 'undownloaded' }, { flavor: 'all' }] as const
const reason = 'They asked for it.'
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const withdraw = (anonymousId: string) => call.corrections.withdrawRespondent({ ...about(anonymousId), reason })
const restore = (anonymousId: string) => call.corrections.returnRespondent(about(anonymousId))
const itemOf = (id: number) => call.downloads.getDownloadListItem({ id })

async function finished(configuration: typeof undownloaded | typeof all = undownloaded) {
  const workshop = await anotherWorkshop()
  const [leaving = '', ...others] = await answerTimes(workshop, 3)
  const { downloadId: id } = await made(workshop, configuration, 'csv')
  return { workshop, leaving, others, id }
}

const leave: Record<string, (anonymousId: string) => Promise<unknown>> = {
  'asks us to stop': async (anonymousId) => {
    const email = 'leaving@respondents.example'
    await call.corrections.correctAnswers({ ...about(anonymousId), answers: { email }, reason, version: 0 })
    const visit = await visitOf(portico, anonymousId, email)
    return (await portico.as()).call.privacy.submitRequest({ visit, kind: 'stop' })
  },
  'is deleted': async (anonymousId) => {
    await call.privacy.recordRequest({ ...about(anonymousId), kind: 'delete' })
    const { items } = await call.privacy.getRequestList({})
    return call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId)?.id ?? 0 })
  },
  'is withdrawn': withdraw,
  'is moved': async (anonymousId) =>
    call.corrections.moveRespondent({ ...about(anonymousId), workshopName: (await anotherWorkshop()).name, reason, version: 0 }),
}

describe('a finished file', () => {
  it.each(Object.keys(leave))('is made again for the others in it when somebody %s', async (how) => {
    const { workshop, leaving, others, id } = await finished()
    await leave[how]?.(leaving)
    expect(await itemOf(id)).toMatchObject({ status: 'not-started', finishedTimestampUTC: null, progress: { done: 0, total: 0 } })
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
    expect((await traces(workshop, id)).pieces, 'only who is in it').toBe(1)
    await portico.drain()
    expect(await itemOf(id)).toMatchObject({ status: 'completed', progress: { done: 2, total: 2 } })
    expect(await peopleInFile(id)).toEqual(others)
    expect(await peopleOf(workshop, undownloaded)).toEqual([])
  })

  it('of everybody is made again without those who arrived since', async () => {
    const { workshop, leaving, others, id } = await finished(all)
    const late = await answerTimes(workshop, 1)
    await withdraw(leaving)
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(others)
    expect(await peopleOf(workshop, undownloaded)).toEqual(late)
  })

  it('control: stays as it is when somebody leaves who is not in it', async () => {
    const { workshop, id } = await finished()
    const [late = ''] = await answerTimes(workshop, 1)
    const pieces = () => portico.sql('select * from download_piece where download_id = $1 order by position', [id])
    const before = await pieces()
    await withdraw(late)
    expect(await itemOf(id)).toMatchObject({ status: 'completed' })
    expect(await pieces()).toEqual(before)
  })

  it('is kept until 7 days after it was first complete, however often it is made again', async () => {
    const { leaving, others, id } = await finished()
    portico.setTime('2026-11-28T19:59:59Z')
    await withdraw(leaving)
    portico.setTime('2026-11-28T20:00:00Z')
    await sweepDownloads(portico.services)
    portico.setTime('2026-11-28T19:59:59Z')
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(others)
    expect(await itemOf(id)).toMatchObject({ finishedTimestampUTC: '2026-11-21T20:00:00.000Z' })
    portico.setTime('2026-11-28T20:00:00Z')
    expect(await refusal(call.downloads.getDownloadFile({ id }))).toBe('DOWNLOAD_NOT_READY')
    await sweepDownloads(portico.services)
    expect(await portico.sql('select from download_piece where download_id = $1', [id])).toEqual([])
    portico.setTime('2026-11-21T20:00:00Z')
  })
})

describe('a respondent who left a finished file', () => {
  it('is in the next undownloaded file once they come back', async () => {
    const { workshop, leaving, others, id } = await finished()
    await withdraw(leaving)
    await restore(leaving)
    expect(await peopleOf(workshop, undownloaded)).toEqual([leaving])
    expect(await peopleInFile(id)).toEqual(others)
  })
})

describe('a file that is being made again', () => {
  it('is made without everybody who leaves until then', async () => {
    const { leaving, others, id } = await finished()
    await withdraw(leaving)
    await withdraw(others[0] ?? '')
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(others.slice(1))
  })

  it('starts over when somebody else leaves', async () => {
    const { leaving, others, id } = await finished()
    await withdraw(leaving)
    await portico.sql(`update download set status = 'running', started_at = now() where id = $1`, [id])
    await withdraw(others[0] ?? '')
    expect(await itemOf(id)).toMatchObject({ status: 'running' })
    await portico.drain()
    expect(await peopleInFile(id)).toEqual(others.slice(1))
  })

  it.each([
    ['cancelled', async (id: number) => void (await call.downloads.cancelDownload({ id }))],
    [
      'failed',
      async () => {
        await portico.sql(`alter table download_piece add constraint refused check (position = 0) not valid`)
        await portico.drain()
        await portico.sql('alter table download_piece drop constraint refused')
      },
    ],
  ] as const)('marks no one once it is %s, and keeps the marks of other files', async (status, end) => {
    const workshop = await anotherWorkshop()
    const first = await answerTimes(workshop, 1)
    await made(workshop, all)
    portico.setTime('2026-11-21T20:00:01Z')
    const [leaving = '', ...others] = await answerTimes(workshop, 3)
    const { downloadId: id } = await made(workshop, all, 'csv')
    await withdraw(leaving)
    await end(id)
    expect(await itemOf(id)).toMatchObject({ status, finishedTimestampUTC: null })
    expect(await traces(workshop, id)).toEqual({ pieces: 0, downloaded: first.length })
    expect(await peopleOf(workshop, undownloaded)).toEqual(others)
    portico.setTime('2026-11-21T20:00:00Z')
  })

  it('control: a file that is complete keeps its marks when it is cancelled', async () => {
    const { workshop, id } = await finished()
    await call.downloads.cancelDownload({ id })
    expect((await traces(workshop, id)).downloaded).toBe(3)
    const { downloadId } = await ask(workshop, undownloaded)
    await call.downloads.cancelDownload({ id: downloadId })
    expect((await traces(workshop, id)).downloaded).toBe(3)
  })
})
