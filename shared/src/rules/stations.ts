import type { Lane, Station, StationKind } from '../words/stations.ts'

const fastFrom = 0.95

/** Somebody was moved on, in ms since 1970: to a station, or `null`: they left. */
export interface Move {
  readonly to: StationKind | null
  readonly at: number
}

/** How long somebody was at a station; `until` is null while they are there. */
export interface Visit {
  readonly station: StationKind
  readonly from: number
  readonly until: number | null
}

/** Somebody's way through the day. */
export interface Way {
  readonly visits: readonly Visit[]
  readonly leftAt: number | null
}

/** Someone who came, as the board counts them. */
export interface Walker extends Way {
  readonly anonymousId: string
  readonly lane: Lane
  readonly checkedInAt: number
}

/** Figures of a group in minutes; null where there is nothing to measure. */
export interface Minutes {
  readonly median: number | null
  readonly longest: number | null
}

/** The lane of somebody who may come in: fast when at least 95 % of what is asked is answered (shared/spec/contract.md#stations). */
export function laneOf(answered: number, asked: number): Lane {
  return asked > 0 && answered / asked >= fastFrom ? 'fast' : 'normal'
}

/**
 * The way of somebody who was checked in at this time: they begin at the first station, and each move ends one visit and begins the next. Moves
 * from before the check-in are of a check-in that was undone. Without stations there are no visits.
 */
export function wayOf(checkedInAt: number, moves: readonly Move[], [first]: readonly Pick<Station, 'station'>[]): Way {
  const visits: Visit[] = first ? [{ station: first.station, from: checkedInAt, until: null }] : []
  let leftAt: number | null = null
  for (const { to, at } of moves.filter((move) => move.at >= checkedInAt).toSorted((one, other) => one.at - other.at)) {
    const last = visits.at(-1)
    if (last && last.until === null) visits[visits.length - 1] = { ...last, until: at }
    leftAt = to === null ? at : null
    if (to !== null) visits.push({ station: to, from: at, until: null })
  }
  return { visits, leftAt }
}

/** Where somebody is; undefined for who has left, and without stations. */
export function stationNow({ visits }: Way): Visit | undefined {
  const last = visits.at(-1)
  return last?.until === null ? last : undefined
}

/** Where somebody goes from here: the next station, or null: they leave. */
export function nextStation(stations: readonly Pick<Station, 'station'>[], from: StationKind): StationKind | null {
  const place = stations.findIndex(({ station }) => station === from)
  return stations[place + 1]?.station ?? null
}

/** Those at a station in the order in which they came, and how many of them sit. */
export function lineAt<Person extends Way>(
  people: readonly Person[],
  { station, seats }: Station,
): { seated: Person[]; waiting: Person[] } {
  const here = people
    .flatMap((person) => {
      const visit = stationNow(person)
      return visit?.station === station ? [{ person, from: visit.from }] : []
    })
    .sort((one, other) => one.from - other.from)
    .map(({ person }) => person)
  return { seated: here.slice(0, seats), waiting: here.slice(seats) }
}

/** The minutes of finished visits of a station; `longest` counts those that go on as well. */
export function minutesAt(people: readonly Way[], station: StationKind, now: number): Minutes {
  const visits = people.flatMap((person) => person.visits).filter((visit) => visit.station === station)
  return {
    median: median(visits.flatMap(({ from, until }) => (until === null ? [] : minutes(until - from)))),
    longest: longest(visits.map(({ from, until }) => minutes((until ?? now) - from))),
  }
}

/** The minutes from check-in to leaving. */
export function minutesOfDay(people: readonly Pick<Walker, 'checkedInAt' | 'leftAt'>[]): Minutes {
  const all = people.flatMap(({ checkedInAt, leftAt }) => (leftAt === null ? [] : minutes(leftAt - checkedInAt)))
  return { median: median(all), longest: longest(all) }
}

/** Whole minutes, begun ones not counted. */
export function minutes(ms: number): number {
  return Math.max(0, Math.floor(ms / 60_000))
}

/** The middle of them, halves rounded up; null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [upper, lower] = [sorted[Math.floor(sorted.length / 2)], sorted[Math.floor((sorted.length - 1) / 2)]]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}

function longest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}
