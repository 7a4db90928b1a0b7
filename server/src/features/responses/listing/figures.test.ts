import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)

it('getFigures returns median days to a decision and absences that agree with the lists, and omits groups under five', async () => {
  portico.setTime('2026-11-20T20:00:00Z')
  const cases: string[] = []
  for (let one = 0; one < 5; one += 1)
    cases.push(await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email: `figure${one}@respondents.example` }))
  const others: string[] = []
  for (let one = 0; one < 5; one += 1)
    others.push(await buildRespondent(portico, { ...twoReds, contactLanguage: 'vi', email: `vi${one}@respondents.example` }))
  for (const [index, anonymousId] of [...cases, ...others].entries()) {
    portico.setTime(new Date(Date.parse('2026-11-21T20:00:00Z') + index * 24 * 60 * 60_000).toISOString())
    const adam = await portico.as('adam')
    await adam.call.agency.submitRespondentStatusOverride({ respondent: { anonymousId }, status: { flag: 'red', reason: 'Court' } })
  }
  const adam = await portico.as('adam')
  const agencyOf = async (anonymousId = '') =>
    (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).respondent.agency
  expect(await adam.call.responses.getFigures({ name: workshopName })).toEqual({
    decided: { respondents: 10, medianDays: 5.5 },
    byAgency: [
      { agency: await agencyOf(cases[0]), respondents: 5, medianDays: 3 },
      { agency: await agencyOf(others[0]), respondents: 5, medianDays: 8 },
    ],
    byLanguage: [
      { language: 'es', respondents: 5, medianDays: 3 },
      { language: 'vi', respondents: 5, medianDays: 8 },
    ],
    expected: null,
    byWeek: [{ week: '2026-11-16', respondents: 10, byFlag: [{ flag: 'red', respondents: 10 }] }],
    dropOff: [],
  })

  // A respondent of a test workshop, who must not be counted below.
  await buildWorkshop(portico, { name: 'trying', isDefault: false, test: true })
  const respondent = { anonymousId: await buildRespondent(portico, twoReds, { workshopName: 'trying' }) }
  await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'red', reason: 'Court' } })

  portico.setTime('2026-12-19T17:00:00Z')
  const greens: string[] = []
  for (let one = 0; one < 10; one += 1) greens.push(await buildRespondent(portico, { email: `green${one}@respondents.example` }))
  const onTheDay = await portico.as('adam')
  for (const anonymousId of greens.slice(0, 4)) await onTheDay.call.workshops.respondentCheckIn({ respondent: { anonymousId } })
  expect((await onTheDay.call.responses.getFigures({})).expected).toBeNull()
  portico.setTime('2026-12-21T17:00:00Z')
  const later = await portico.as('adam')
  // Six of ten were absent: showing that would reveal the four who came.
  expect((await later.call.responses.getFigures({})).expected).toBeNull()
  await later.call.workshops.respondentCheckIn({ respondent: { anonymousId: greens[4] ?? '' } })
  const { items } = await later.call.responses.getAllResponses({ name: workshopName, includeRed: false, includeInProgress: false })
  const expected = { respondents: items.length, absent: items.filter(({ checkedInAt }) => checkedInAt === null).length }
  expect((await later.rest('responses/getFigures', {})).body.data).toMatchObject({ expected })
  expect(expected).toEqual({ respondents: 10, absent: 5 })

  // Compares with a full export. 19 December 2026 is a Saturday; its week shows no flags, which would reveal the one respondent of another
  // flag.
  portico.setTime('2026-12-19T18:00:00Z')
  await buildRespondent(portico, { ...twoReds, email: 'seventh@respondents.example' })
  portico.setTime('2026-12-21T17:00:00Z')
  const lines = await exported(later)
  const on = (from: string, to: string) => lines.filter(({ date = '' }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to)
  const [november, december] = [on('2026-11-16', '2026-11-22'), on('2026-12-14', '2026-12-20')]
  const ofFlag = (found: typeof lines, flag: string) => found.filter(({ currentFlag }) => currentFlag === flag).length
  expect((await later.call.responses.getFigures({})).byWeek).toEqual([
    { week: '2026-11-16', respondents: november.length, byFlag: [{ flag: 'red', respondents: ofFlag(november, 'red') }] },
    { week: '2026-12-14', respondents: december.length, byFlag: [] },
  ])
  expect([lines.length, november.length, december.length, ofFlag(december, 'in-progress')]).toEqual([21, 10, 11, 1])

  const figures = await later.call.responses.getFigures({})
  expect(figures.decided).toEqual({ respondents: 10, medianDays: medianDays(lines) })
  for (const { agency, medianDays: told } of figures.byAgency)
    expect(told).toBe(medianDays(lines.filter((line) => line['agency'] === agency.name)))
  for (const { language, medianDays: told } of figures.byLanguage)
    expect(told).toBe(medianDays(lines.filter((line) => line['contactLanguage'] === language)))
  expect([figures.byAgency.length, figures.byLanguage.length]).toEqual([2, 2])
})

/** Returns the rows of a full export of the workshop. */
async function exported(admin: Awaited<ReturnType<typeof portico.as>>): Promise<Record<string, string>[]> {
  const order = { workshop: { name: workshopName }, configuration: { flavor: 'all' }, format: 'csv' } as const
  const { downloadId } = await admin.call.downloads.enqueueDownload({ ...order, columns: ['status'] })
  await portico.drain()
  const { chunks } = await admin.call.downloads.getDownloadFile({ id: downloadId })
  return parse(await buffer(chunks), { bom: true, columns: true })
}

/** Computes the median like a spreadsheet would, from the two times of each line. */
function medianDays(lines: readonly Record<string, string>[]): number {
  const decided = lines.filter(({ decidedTime }) => decidedTime)
  const days = decided.map(({ date = '', decidedTime = '' }) => (Date.parse(decidedTime) - Date.parse(date)) / 86_400_000)
  const sorted = days.toSorted((one, other) => one - other)
  const middle =
    sorted.length % 2 === 0 ? sorted.slice(sorted.length / 2 - 1, sorted.length / 2 + 1) : [sorted[(sorted.length - 1) / 2] ?? 0]
  return Math.round((middle.reduce((sum, one) => sum + one, 0) / middle.length) * 10) / 10
}
