import type { Lane, Station, StationKind } from '../words/stations.ts'

const fastFrom = 0.95

/** Somebody was moved on, in ms since 1970: to a station, or `null`: they left. */
export interface Move {
  readonly eventId: string
  readonly to: StationKind | null
  readonly at: number
}

/** What became of a move; everything but `moved` is a conflict that somebody has to look at. */
export const moveOutcomes = ['moved', 'out-of-order', 'not-in'] as const
export type MoveOutcome = (typeof moveOutcomes)[number]

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
 * from before the check-in are of a check-in that was undone; one to where they are already changes nothing. Depends on the set of moves alone,
 * not on their order or on how often they came. Without stations there are no visits.
 */
export function wayOf(checkedInAt: number, moves: readonly Move[], [first]: readonly Pick<Station, 'station'>[]): Way {
  const visits: Visit[] = first ? [{ station: first.station, from: checkedInAt, until: null }] : []
  let leftAt: number | null = null
  for (const { to, at } of movesSince(checkedInAt, moves)) {
    const last = visits.at(-1)
    if (to === null ? leftAt !== null : last?.until === null && last.station === to) continue
    if (last && last.until === null) visits[visits.length - 1] = { ...last, until: at }
    leftAt = to === null ? at : null
    if (to !== null) visits.push({ station: to, from: at, until: null })
  }
  return { visits, leftAt }
}

// By time, then by id, so that every order of arrival ends the same.
function movesSince<One extends Move>(checkedInAt: number, moves: readonly One[]): One[] {
  return moves.filter((move) => move.at >= checkedInAt).sort((one, other) => one.at - other.at || (one.eventId < other.eventId ? -1 : 1))
}

/**
 * What became of one of the moves of a person, given all of them. `out-of-order`: it led them back, or the next one did, as when two devices that
 * did not hear of each other have moved the same person; by the time of day, the later one counts (shared/spec/contract.md#stations).
 */
export function moveOutcomeOf(
  checkedInAt: number | null,
  moves: readonly Move[],
  { eventId, stations }: { eventId: string; stations: readonly Pick<Station, 'station'>[] },
): MoveOutcome {
  const counting = checkedInAt === null ? [] : movesSince(checkedInAt, moves)
  const index = counting.findIndex((move) => move.eventId === eventId)
  const move = counting[index]
  if (!move) return 'not-in'
  const before = counting[index - 1]
  const from = before ? before.to : stations[0]?.station
  const after = counting.slice(index + 1).find(({ to }) => to !== move.to)
  const isBack = leadsBack(stations, from, move.to) || (after !== undefined && leadsBack(stations, move.to, after.to))
  return isBack ? 'out-of-order' : 'moved'
}

/** Whether a move leads back, against the order of the stations; also to a station that the workshop does not have. `null`: they have left. */
export function leadsBack(
  stations: readonly Pick<Station, 'station'>[],
  from: StationKind | null | undefined,
  to: StationKind | null,
): boolean {
  const placeOf = (kind: StationKind | null | undefined) =>
    kind === null ? stations.length : stations.findIndex(({ station }) => station === kind)
  return placeOf(to) < Math.max(placeOf(from), 0)
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
