import type { Lane, Station, StationKind } from '../words/stations.ts'

const fastLaneShare = 0.95

/** A move of a person, in ms since 1970: to a station, or `null` when they left. */
export interface Move {
  readonly eventId: string
  readonly to: StationKind | null
  readonly at: number
}

/** The outcome of a move; all except `moved` are conflicts that staff must look at. */
export const moveOutcomes = ['moved', 'out-of-order', 'not-in'] as const
export type MoveOutcome = (typeof moveOutcomes)[number]

/** A stay at a station; `until` is null while it lasts. */
export interface Visit {
  readonly station: StationKind
  readonly from: number
  readonly until: number | null
}

/** A person's path through the stations. */
export interface StationPath {
  readonly visits: readonly Visit[]
  readonly leftAt: number | null
}

/** A person who came, as the board counts them. */
export interface StationVisitor extends StationPath {
  readonly anonymousId: string
  readonly lane: Lane
  readonly checkedInAt: number
}

/** The minutes of a group; null if there is nothing to measure. */
export interface Minutes {
  readonly median: number | null
  readonly longest: number | null
}

/**
 * Returns the lane of someone who may come in: fast if at least 95 % of the questions asked are answered
 * (shared/spec/contract.md#stations).
 */
export function laneOf(answered: number, asked: number): Lane {
  return asked > 0 && answered / asked >= fastLaneShare ? 'fast' : 'normal'
}

/**
 * Returns the path of a person checked in at this time: they begin at the first station, and each move ends one visit and begins the next.
 * Moves from before the check-in belong to one that was undone; a move to the current station changes nothing. Depends only on the set of
 * moves, not on their order or repetitions. Without stations there are no visits.
 */
export function pathOf(checkedInAt: number, moves: readonly Move[], [first]: readonly Pick<Station, 'station'>[]): StationPath {
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

// Orders by time, then by id, so that the result does not depend on the order of arrival.
function movesSince<One extends Move>(checkedInAt: number, moves: readonly One[]): One[] {
  return moves.filter((move) => move.at >= checkedInAt).sort((one, other) => one.at - other.at || (one.eventId < other.eventId ? -1 : 1))
}

/**
 * Returns the outcomes of all moves of a person by id. `out-of-order`: it or the next move led back, as when two devices that did not know
 * of each other moved the same person; by time of day, the later one counts (shared/spec/contract.md#stations).
 */
export function moveOutcomesOf(
  checkedInAt: number | null,
  moves: readonly Move[],
  stations: readonly Pick<Station, 'station'>[],
): Map<string, MoveOutcome> {
  const outcomes = new Map(moves.map(({ eventId }): [string, MoveOutcome] => [eventId, 'not-in']))
  const counting = checkedInAt === null ? [] : movesSince(checkedInAt, moves)
  let next: Move | undefined
  for (const [index, move] of [...counting.entries()].reverse()) {
    const [before, after] = [counting[index - 1], counting[index + 1]]
    if (after?.to !== move.to) next = after
    const from = before ? before.to : stations[0]?.station
    const isBack = isBackward(stations, from, move.to) || (next !== undefined && isBackward(stations, move.to, next.to))
    outcomes.set(move.eventId, isBack ? 'out-of-order' : 'moved')
  }
  return outcomes
}

/**
 * Returns whether a move goes back against the order of the stations, or to a station that the workshop does not have. `null`: they have
 * left.
 */
export function isBackward(
  stations: readonly Pick<Station, 'station'>[],
  from: StationKind | null | undefined,
  to: StationKind | null,
): boolean {
  const placeOf = (kind: StationKind | null | undefined) =>
    kind === null ? stations.length : stations.findIndex(({ station }) => station === kind)
  return placeOf(to) < Math.max(placeOf(from), 0)
}

/** Returns where a person is; undefined if they have left, or without stations. */
export function stationNow({ visits }: StationPath): Visit | undefined {
  const last = visits.at(-1)
  return last?.until === null ? last : undefined
}

/** Returns the next station; null if the person leaves after this one. */
export function nextStation(stations: readonly Pick<Station, 'station'>[], from: StationKind): StationKind | null {
  const place = stations.findIndex(({ station }) => station === from)
  return stations[place + 1]?.station ?? null
}

/** Returns the people at a station in order of arrival, split into those seated and those waiting. */
export function queueAt<Person extends StationPath>(
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

/** Returns the minutes of finished visits to a station; `longest` includes ongoing visits. */
export function minutesAt(people: readonly StationPath[], station: StationKind, now: number): Minutes {
  const visits = people.flatMap((person) => person.visits).filter((visit) => visit.station === station)
  return {
    median: median(visits.flatMap(({ from, until }) => (until === null ? [] : minutes(until - from)))),
    longest: longest(visits.map(({ from, until }) => minutes((until ?? now) - from))),
  }
}

/** Returns the minutes from check-in to leaving. */
export function minutesOfDay(people: readonly Pick<StationVisitor, 'checkedInAt' | 'leftAt'>[]): Minutes {
  const all = people.flatMap(({ checkedInAt, leftAt }) => (leftAt === null ? [] : minutes(leftAt - checkedInAt)))
  return { median: median(all), longest: longest(all) }
}

/** Returns whole minutes, rounded down. */
export function minutes(ms: number): number {
  return Math.max(0, Math.floor(ms / 60_000))
}

/** Returns the median, with halves rounded up; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [upper, lower] = [sorted[Math.floor(sorted.length / 2)], sorted[Math.floor((sorted.length - 1) / 2)]]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}

function longest(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((one, other) => Math.max(one, other))
}
