import { stationWords, type StationKind } from '@portico/shared/words/stations'
import { newKey } from '../../../api/rest.ts'
import { clockTime } from '../check-in-calls.ts'
import { notGreen, type ScanResult } from '../scan-result.tsx'
import type { Door } from './door.ts'
import { rowsOf, type EventAnswer, type Conflict, type DoorRow } from './stored-door.ts'

/** Server calls to make before someone is turned away. Neither throws. */
export interface ServerChecks {
  /** Loads the current list. */
  readonly refresh: () => Promise<void>
  /** Returns the name and workshop of a respondent who is expected elsewhere; undefined for everyone else. */
  readonly findElsewhere: (anonymousId: string) => Promise<string | undefined>
}

/** The preset reason for an undo. */
export const undoReason = 'Wrong person'

/**
 * Checks a respondent in, or returns the reason why not, in the same words online and offline. Asks the server before turning anyone away.
 * Never throws.
 */
export async function admit(door: Door, anonymousId: string, { refresh, findElsewhere }: ServerChecks): Promise<ScanResult> {
  const find = () => rowOf(door, anonymousId)
  if (door.state().reachable && !canCheckIn(find())) await refresh()
  const row = find()
  const other = !row && door.state().reachable ? await findElsewhere(anonymousId) : undefined
  if (other) return { kind: 'elsewhere', headline: 'Other workshop, please see the desk', detail: other, anonymousId }
  if (!row?.green) return { kind: 'not-green', headline: notGreen, detail: row?.fullName ?? '', anonymousId }
  const [first] = row.checkIns
  if (first) return alreadyCheckedIn(row, new Date(first.at).toISOString())
  const answer = await door.record({ kind: 'in', eventId: newKey(), anonymousId })
  const at = rowOf(door, anonymousId)?.checkIns[0]?.at
  const failed = { kind: 'failed', headline: 'Not checked in, try again', anonymousId } as const
  if (answer?.outcome === 'refused') return { ...failed, detail: row.fullName }
  if (!answer && at === undefined) return { ...failed, detail: 'This device no longer holds the list.' }
  return checkInResult(row, answer, new Date(at ?? Date.now()).toISOString())
}

/** Returns the label of a station; null means they have left. */
export function placeLabel(station: StationKind | null): string {
  return station === null ? 'Left' : stationWords[station]
}

/** Undoes the check-ins of a respondent that this device knows of; returns false if there are none or some remain. */
export async function undoCheckIns(door: Door, anonymousId: string): Promise<boolean> {
  const undoes = rowOf(door, anonymousId)?.checkIns.map(({ eventId }) => eventId) ?? []
  if (undoes.length === 0) return false
  await door.record({ kind: 'undo', eventId: newKey(), anonymousId, undoes, reason: undoReason })
  return rowOf(door, anonymousId)?.checkIns.length === 0
}

/** Returns a message for a conflict. */
export function conflictText({ outcome, checkedInAt, by, place, anonymousId }: Conflict, name: string): string {
  const who = name || anonymousId
  const when = checkedInAt ? clockTime(checkedInAt) : ''
  switch (outcome) {
    case 'already-in':
      return `${who} was already in at ${when}, checked in by ${by ?? 'themselves'}.`
    case 'still-in':
      return `${who} is still in: ${by ?? 'they themselves'} had checked them in at ${when}, which was not known here.`
    case 'not-green':
      return `${who} is not green any more and does not count as in. Please send them to the desk.`
    case 'out-of-order':
      return `${who} was moved in different ways. What counts is the last one: ${place ? `${placeLabel(place.station)}, ${clockTime(place.since)}` : 'not in'}, ${by ?? 'nobody'}. Please look where they are.`
    case 'not-in':
      return `${who} was moved on, and nobody has checked them in. Please look whether they are in.`
    case 'refused':
      return `What was done with ${who} could not be recorded. Please look whether they are in, and do it again.`
    default:
      return `${who} is not known at this workshop any more.`
  }
}

/** Returns a respondent at the door, or undefined if this device does not know them. */
export function rowOf(door: Door, anonymousId: string): DoorRow | undefined {
  const { stored } = door.state()
  return stored && rowsOf(stored).find((row) => row.anonymousId === anonymousId)
}

function canCheckIn(row: DoorRow | undefined): boolean {
  return row !== undefined && row.green && row.checkIns.length === 0
}

function alreadyCheckedIn({ fullName, anonymousId }: DoorRow, at: string): ScanResult {
  return { kind: 'already', headline: `Already in ${clockTime(at)}`, detail: fullName, anonymousId }
}

// Without an answer, relies on what this device knows.
function checkInResult(row: DoorRow, answer: EventAnswer | undefined, at: string): ScanResult {
  const { fullName, anonymousId } = row
  if (answer?.outcome === 'already-in') return alreadyCheckedIn(row, answer.checkedInAt ?? at)
  if (answer?.outcome === 'not-green' || answer?.outcome === 'unknown')
    return { kind: 'not-green', headline: notGreen, detail: fullName, anonymousId }
  return { kind: 'in', headline: `Checked in ${clockTime(answer?.checkedInAt ?? at)}`, detail: fullName, anonymousId }
}
