import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { recount } from '../../../test/support/recount.ts'
import { deleteAfterRetention, sweepEmptyCounts } from './jobs.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const adam = async () => (await portico.as('adam')).call
const reason = 'Asked for it'
let turn = 0
let people = 0
let names = { past: '', upcoming: '' }

const arrive = (workshopName: string) => buildRespondent(portico, { email: `person${(people += 1)}@respondents.example` }, { workshopName })
const runRetention = () => deleteAfterRetention(portico.services, async () => portico.services.clock())
const kept = async () => {
  const rows = await portico.sql<{ id: string }>('select anonymous_id as id from respondent')
  return rows.map(({ id }) => id).toSorted()
}

beforeEach(async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('update workshop set event_date = null')
  names = { past: `past_${(turn += 1)}`, upcoming: `upcoming_${turn}` }
  await buildWorkshop(portico, { name: names.past, eventDate: '2026-12-19', isDefault: false })
  await buildWorkshop(portico, { name: names.upcoming, eventDate: '2027-09-01', isDefault: false })
})

/** Begins a change half a year later and runs the retention job until both wait; only then does the change commit. */
async function runDuring(change: () => Promise<unknown>) {
  const held = await holdLock(portico, 'lock table audit_entry in share row exclusive mode')
  const changing = change()
  await held.untilWaiting(1)
  const running = runRetention()
  await held.untilWaiting(2)
  await held.release()
  await Promise.all([changing, running])
}

const halfAYearLater = '2027-06-18T07:01:00Z'

it('someone who is just being moved to an upcoming workshop is kept; control: the others are deleted', async () => {
  const before = await kept()
  const moved = await arrive(names.past)
  for (let others = 0; others < 3; others += 1) await arrive(names.past)
  portico.setTime(halfAYearLater)
  const { corrections } = await adam()
  const respondent = { anonymousId: moved }
  await runDuring(() => corrections.moveRespondent({ respondent, workshopName: names.upcoming, reason, version: 0 }))
  expect(await kept()).toEqual([...before, moved].toSorted())
  expect(await recount(portico)).toEqual([])
})

it('respondents of a workshop whose day is just being moved are kept; control: those of another are deleted', async () => {
  const before = await kept()
  const moved = [await arrive(names.past), await arrive(names.past)]
  await buildWorkshop(portico, { name: `other_${turn}`, eventDate: '2026-12-19', isDefault: false })
  await arrive(`other_${turn}`)
  portico.setTime(halfAYearLater)
  const { workshops } = await adam()
  await runDuring(() => workshops.saveWorkshop({ name: names.past, title: 'Citizenship Day', eventDate: '2027-09-01' }))
  expect(await kept()).toEqual([...before, ...moved].toSorted())
})

it('a case is kept until the last workshop of those merged into it is over, however many; control: a merged case alone is not', async () => {
  const before = await kept()
  const { corrections } = await adam()
  const merge = (from: string, into: string) =>
    corrections.mergeRespondents({ respondent: { anonymousId: from }, into: { anonymousId: into }, reason })
  const [first, second] = [await arrive(names.past), await arrive(names.past)]
  const newest = await arrive(names.upcoming)
  await merge(newest, second)
  await merge(second, first)
  const [older, newer] = [await arrive(names.past), await arrive(names.upcoming)]
  await merge(older, newer)
  await arrive(names.past)
  portico.setTime(halfAYearLater)
  await runRetention()
  expect(await kept()).toEqual([...before, first, second, newest, newer].toSorted())
  portico.setTime('2028-06-18T07:01:00Z')
  await runRetention()
  expect(await kept()).toEqual(before)
  expect(await recount(portico)).toEqual([])
})

describe('counts of which nobody is left', () => {
  const empty = async () => {
    const query = 'select name from respondent_count join workshop on workshop.id = workshop_id where respondents = 0 order by 1'
    return (await portico.sql<{ name: string }>(query)).map(({ name }) => name)
  }
  const leaveEmpty = async () => {
    await arrive(names.past)
    portico.setTime(halfAYearLater)
    await runRetention()
    return names.past
  }

  it('are deleted; control: they are there before, and others stay', async () => {
    await arrive(names.upcoming)
    const name = await leaveEmpty()
    expect(await empty()).toContain(name)
    await sweepEmptyCounts(portico.services)
    expect(await empty()).toEqual([])
    expect(await recount(portico)).toEqual([])
  })

  it('are left for the next run while somebody changes them', async () => {
    const name = await leaveEmpty()
    const held = await holdLock(
      portico,
      'update respondent_count set respondents = respondents where workshop_id = (select id from workshop where name = $1)',
      [name],
    )
    await sweepEmptyCounts(portico.services)
    expect(await empty()).toEqual([name])
    await held.release()
    await sweepEmptyCounts(portico.services)
    expect(await empty()).toEqual([])
  })

  it('are counted again for a respondent who arrives while they are deleted', async () => {
    const name = await leaveEmpty()
    portico.setTime('2026-11-21T20:00:00Z')
    const held = await holdLock(portico, 'delete from respondent_count where respondents = 0')
    const arriving = arrive(name)
    await held.untilWaiting(1)
    await held.release()
    await arriving
    expect(await recount(portico)).toEqual([])
  })
})
