import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DownloadColumn, DownloadFormat, FileReply } from '@portico/shared/contract/downloads'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../test/support/builders.ts'
import { reopened, valuesOf } from '../../../test/support/exports.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana] = [await portico.as('adam'), await portico.as('ana')]
const noted = { anonymousId: '' }

beforeAll(async () => {
  await buildRespondent(portico)
  noted.anonymousId = await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' })
  await ana.call.agency.addNote({ respondent: noted, text: 'Among ourselves.' })
  await ana.call.agency.addNote({ respondent: noted, text: '=Brings the papers on Friday.', shared: true })
  await adam.call.agency.addNote({ respondent: noted, text: 'Among admins.' })
})

async function downloaded(format: DownloadFormat, notes?: boolean): Promise<{ id: number; file: FileReply }> {
  const configuration = { flavor: 'all' } as const
  const { downloadId: id } = await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration, format, notes })
  await portico.drain()
  expect(await adam.call.downloads.getDownloadListItem({ id })).toMatchObject({ notes: notes ?? false, progress: { done: 2, total: 2 } })
  return { id, file: await adam.call.downloads.getDownloadFile({ id }) }
}

const subjectsOf = async (id: number) =>
  portico.sql<{ action: string }>(`select distinct action from audit_entry where subjects @> array[$1, 'notes:exported'] order by 1`, [
    `download:${id}`,
  ])

describe('notes in a download', () => {
  it('are written on request to a separate sheet, as far as admins may read them', async () => {
    const { id, file } = await downloaded('xlsx', true)
    const book = await reopened(file.chunks)
    expect(book.worksheets.at(-1)?.name).toBe('Notes')
    const [, ...rows] = valuesOf(book, 'Notes')
    expect(rows.map((row) => [row[0], row[2]])).toEqual([
      [noted.anonymousId, expect.stringMatching(/^2026-11-21.* Ana Alvarez: =Brings the papers on Friday\.$/)],
      [noted.anonymousId, expect.stringMatching(/ Adam Abiodun: Among admins\.$/)],
    ])
    expect((await subjectsOf(id)).map(({ action }) => action)).toEqual([
      'downloads.enqueueDownload',
      'downloads.getDownloadFile',
      'downloads.runDownload',
    ])
  })

  it('are written on request to a CSV column', async () => {
    const { file } = await downloaded('csv', true)
    const text = (await buffer(file.chunks)).toString()
    expect(text.split('\r\n')[0]).toContain(',notes,')
    expect(text).toContain('Ana Alvarez: =Brings the papers on Friday.\n2026-11-21')
    expect(text).not.toContain('Among ourselves')
  })

  it.each(['xlsx', 'csv'] as const)('control: are left out of %s unless requested', async (format) => {
    const { id, file } = await downloaded(format)
    const bytes = await buffer(file.chunks)
    if (format === 'csv') expect(bytes.toString()).not.toMatch(/notes|Among|papers/)
    else
      expect(
        (
          await reopened(
            (async function* () {
              yield bytes
            })(),
          )
        ).worksheets.map(({ name }) => name),
      ).not.toContain('Notes')
    expect(await subjectsOf(id)).toEqual([])
  })
})

describe('columns about each case', () => {
  it('are written on request with the same values as the lists', async () => {
    await ana.call.agency.recordCall({ respondent: noted, outcome: 'no-answer' })
    portico.setTime('2026-11-25T20:00:00Z')
    const later = await portico.as('adam')
    const entry = await later.call.responses.getResponseForAdmin({ respondent: noted })
    const made = async (format: DownloadFormat) => {
      const columns: DownloadColumn[] = ['contact', 'status', 'agency', 'waiting']
      const asked = { workshop: { name: workshopName }, configuration: { flavor: 'all' }, format, columns } as const
      const { downloadId: id } = await later.call.downloads.enqueueDownload(asked)
      await portico.drain()
      expect(await later.call.downloads.getDownloadListItem({ id })).toMatchObject({ columns: ['agency', 'status', 'waiting', 'contact'] })
      return (await later.call.downloads.getDownloadFile({ id })).chunks
    }
    const lines: Record<string, string>[] = parse(await buffer(await made('csv')), { bom: true, columns: true })
    const line = lines.find(({ anonymousId }) => anonymousId === noted.anonymousId)
    expect(line).toMatchObject({
      agency: entry.respondent.agency?.name,
      status: 'In progress',
      waitingDays: '3',
      lastCallOutcome: 'no-answer',
    })
    expect(entry.waiting?.businessDays).toBe(3)
    expect(Date.parse(line?.['lastCallTime'] ?? '')).toBe(Date.parse(entry.contact?.lastCall?.calledAt ?? ''))

    const [header, ...rows] = valuesOf(await reopened(await made('xlsx')), 'Cases')
    expect(header).toEqual([
      'Number',
      'Agency',
      'Status',
      'Time of the decision',
      'Business days waiting',
      'Last call',
      'Time of the last call',
    ])
    expect(rows.map((row) => [row[0], row[2], row[4] ?? null, row[5] ?? null])).toEqual([
      [lines[0]?.['anonymousId'], 'Green dot', null, null],
      [noted.anonymousId, 'In progress', 3, 'no-answer'],
    ])
  })
})
