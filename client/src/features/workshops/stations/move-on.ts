import { isBackward } from '@portico/shared/rules/stations'
import type { StationKind } from '@portico/shared/words/stations'
import { newKey } from '../../../api/rest.ts'
import type { Door } from '../door/door.ts'
import { placeLabel, rowOf, type ServerChecks } from '../door/door-actions.ts'
import { notGreen, type ScanResult } from '../scan-result.tsx'

/**
 * Moves a respondent to a station, or lets them leave, with the same words online and offline. Never throws. Offline, this device may not
 * know of a check-in recorded by another one: then they are moved anyway, and the result says so.
 */
export async function moveOn(
  door: Door,
  anonymousId: string,
  { to, refresh }: Pick<ServerChecks, 'refresh'> & { to: StationKind | null },
): Promise<ScanResult> {
  if (door.state().reachable && !rowOf(door, anonymousId)?.place) await refresh()
  const row = rowOf(door, anonymousId)
  const { stored, reachable } = door.state()
  if (!row || !stored) return { kind: 'not-green', headline: 'Not of this workshop, please see the desk', detail: '', anonymousId }
  const identity = { detail: row.fullName, anonymousId }
  const notIn = { kind: 'not-green', headline: 'Not checked in, please see the door', ...identity } as const
  if (!row.place && !row.green) return { kind: 'not-green', headline: notGreen, ...identity }
  if (!row.place && reachable) return notIn
  const answer = await door.record({ kind: 'move', eventId: newKey(), anonymousId, to })
  if (answer?.outcome === 'refused' || !rowOf(door, anonymousId)) return { kind: 'failed', headline: 'Not moved, try again', ...identity }
  if (answer?.outcome === 'not-in' || answer?.outcome === 'unknown') return notIn
  const result = { headline: placeLabel(to), anonymousId }
  if (!row.place) return { kind: 'already', ...result, detail: `${row.fullName}. This device has not heard of their check-in.` }
  const isBack = answer ? answer.outcome === 'out-of-order' : isBackward(stored.list.stations, row.place.station, to)
  if (isBack) return { kind: 'already', ...result, detail: `${row.fullName}. They had been further on already.` }
  return { kind: 'in', ...result, detail: row.fullName }
}
