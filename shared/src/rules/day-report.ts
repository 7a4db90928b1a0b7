import type { DayPerson, DayReport, StationBoard } from '../contract/stations.ts'
import { stationKinds, type StationKind } from '../words/stations.ts'
import { minutes, minutesAt, minutesOfDay, type Minutes, type StationPath } from './stations.ts'

/** A group of people of a day; each figure of a report is the length of one of these lists, so that it can open the list it counts. */
export interface DayGroup extends Minutes {
  readonly name: string
  readonly invited: readonly DayPerson[]
  readonly came: readonly DayPerson[]
  readonly left: readonly DayPerson[]
}

/** Where people who came were last seen; `undefined` without stations. */
export interface LastSeen {
  readonly station: StationKind | undefined
  readonly left: readonly DayPerson[]
  readonly notLeft: readonly DayPerson[]
}

/** The time spent at a station. */
export interface StationMinutes extends Minutes {
  readonly station: StationKind
  readonly people: readonly DayPerson[]
}

/** Returns the figures of a group of people. */
export function dayGroup(name: string, invited: readonly DayPerson[]): DayGroup {
  const came = invited.filter(({ checkedInAt }) => checkedInAt !== null)
  const times = came.map((person) => ({ checkedInAt: Date.parse(person.checkedInAt ?? ''), leftAt: pathOfPerson(person).leftAt }))
  return { name, invited, came, left: came.filter(({ leftAt }) => leftAt !== null), ...minutesOfDay(times) }
}

/** Groups people by name, the largest group first. */
export function dayGroups(people: readonly DayPerson[], nameOf: (person: DayPerson) => string): DayGroup[] {
  return [...Map.groupBy(people, nameOf)]
    .map(([name, group]) => dayGroup(name, group))
    .sort((one, other) => other.invited.length - one.invited.length || (one.name < other.name ? -1 : 1))
}

/** Returns where those who came were last seen, in the order of the stations. */
export function lastSeen({ people }: Pick<DayReport, 'people'>): LastSeen[] {
  const came = people.filter(({ checkedInAt }) => checkedInAt !== null)
  const byStation = Map.groupBy(came, ({ visits }) => visits.at(-1)?.station)
  return [...stationKinds, undefined].flatMap((station) => {
    const here = byStation.get(station)
    if (!here) return []
    return [{ station, left: here.filter(({ leftAt }) => leftAt !== null), notLeft: here.filter(({ leftAt }) => leftAt === null) }]
  })
}

/** Returns the time spent at each station; `now` in ms since 1970. */
export function stationMinutes({ stations, people }: DayReport, now: number): StationMinutes[] {
  const paths = people.map(pathOfPerson)
  return stations.map(({ station }) => ({
    station,
    people: people.filter(({ visits }) => visits.some((visit) => visit.station === station)),
    ...minutesAt(paths, station, now),
  }))
}

/** Converts a person's visits to the form that the rules of stations use. */
export function pathOfPerson({ visits, leftAt }: Pick<DayPerson, 'visits' | 'leftAt'>): StationPath {
  return {
    visits: visits.map(({ station, from, until }) => ({
      station,
      from: Date.parse(from),
      until: until === null ? null : Date.parse(until),
    })),
    leftAt: leftAt === null ? null : Date.parse(leftAt),
  }
}

/** Returns the figures of a board as a CSV file. */
export function boardCsv({ stations, lanes }: StationBoard): string {
  const rows = [
    ...stations.map((row) => [row.station, row.seated + row.waiting, '', row.medianMinutes, row.longestMinutes]),
    ...lanes.map((row) => [`${row.lane} lane`, row.here, row.left, row.medianMinutes, row.longestMinutes]),
  ]
  return csv([['of', 'here', 'left', 'medianMinutes', 'longestMinutes'], ...rows])
}

// No cell contains user input; Portico's own words, times and numbers need no quotes.
function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map((cell) => cell ?? '').join(',')}\r\n`).join('')
}

/** Returns the people of a day as a CSV file, by number and without names; the minutes at a station include all finished visits. */
export function dayCsv({ stations, people }: DayReport): string {
  const kinds = stations.map(({ station }) => station)
  const head = ['number', 'language', 'lane', 'checkedInAt', 'leftAt', 'lastStation', 'minutes', ...kinds.map((kind) => `minutes ${kind}`)]
  const rows = people.map((person) => {
    const { visits, leftAt } = pathOfPerson(person)
    const at = (kind: StationKind) => visits.filter(({ station, until }) => station === kind && until !== null)
    const total = leftAt === null || person.checkedInAt === null ? '' : minutes(leftAt - Date.parse(person.checkedInAt))
    return [
      person.anonymousId,
      person.language,
      person.lane,
      person.checkedInAt ?? '',
      person.leftAt ?? '',
      visits.at(-1)?.station ?? '',
      total,
      ...kinds.map((kind) =>
        at(kind).length > 0 ? minutes(at(kind).reduce((sum, { from, until }) => sum + (until ?? from) - from, 0)) : '',
      ),
    ]
  })
  return csv([head, ...rows])
}
