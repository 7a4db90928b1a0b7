import { describe, expect, it } from 'vitest'
import type { DayPerson, DayReport } from '../contract/stations.ts'
import { dayCsv, dayGroup, dayGroups, lastSeen, stationMinutes } from './day-report.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 11, 19, 17, minute)).toISOString()
const visit = (station: 'intake' | 'check-out', from: number, until: number | null) => ({
  station,
  from: at(from),
  until: until === null ? null : at(until),
})
function person(anonymousId: string, more: Partial<DayPerson> = {}): DayPerson {
  return { anonymousId, fullName: 'A, "name"', language: 'vi', lane: 'normal', checkedInAt: at(0), leftAt: null, visits: [], ...more }
}
const absent = person('A', { checkedInAt: null, language: 'es' })
const early = person('B', { leftAt: at(10), visits: [visit('intake', 0, 10)] })
const done = person('C', { lane: 'fast', leftAt: at(31), visits: [visit('intake', 0, 20), visit('check-out', 20, 31)] })
const forgotten = person('D', { visits: [visit('intake', 0, null)] })
const report: DayReport = {
  stations: [
    { station: 'intake', seats: 2 },
    { station: 'check-out', seats: 1 },
  ],
  people: [absent, early, done, forgotten],
}
const now = Date.parse(at(60))

describe('the day report', () => {
  it('dayGroup lists the people behind each figure', () => {
    expect(dayGroup('All', report.people)).toEqual({
      name: 'All',
      invited: report.people,
      came: [early, done, forgotten],
      left: [early, done],
      median: 21,
      longest: 31,
    })
  })

  it('dayGroups groups by language or lane, the largest first', () => {
    const told = (nameOf: (one: DayPerson) => string) =>
      dayGroups(report.people, nameOf).map(({ name, invited, came }) => [name, invited.length, came.length])
    expect(told(({ language }) => language)).toEqual([
      ['vi', 3, 3],
      ['es', 1, 0],
    ])
    expect(told(({ lane }) => lane)).toEqual([
      ['normal', 3, 2],
      ['fast', 1, 1],
    ])
  })

  it('lastSeen groups people by their last station, and by whether they were recorded as having left', () => {
    expect(lastSeen(report)).toEqual([
      { station: 'intake', left: [early], notLeft: [forgotten] },
      { station: 'check-out', left: [done], notLeft: [] },
    ])
    const without = person('E')
    expect(lastSeen({ people: [without] })).toEqual([{ station: undefined, left: [], notLeft: [without] }])
  })

  it('stationMinutes measures the time at each station', () => {
    expect(stationMinutes(report, now)).toEqual([
      { station: 'intake', people: [early, done, forgotten], median: 15, longest: 60 },
      { station: 'check-out', people: [done], median: 11, longest: 11 },
    ])
  })

  it('dayCsv matches the figures and contains no names', () => {
    const text = dayCsv(report)
    const [head = [], ...rows] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)] ?? '')
    expect(column('number')).toEqual(['A', 'B', 'C', 'D'])
    expect(column('checkedInAt').filter(Boolean)).toHaveLength(dayGroup('All', report.people).came.length)
    expect(column('leftAt').filter(Boolean)).toHaveLength(dayGroup('All', report.people).left.length)
    expect(column('minutes')).toEqual(['', '10', '31', ''])
    expect(column('minutes intake')).toEqual(['', '10', '20', ''])
    expect(column('lastStation')).toEqual(['', 'intake', 'check-out', 'intake'])
    expect(text).not.toContain('name"')
  })
})
