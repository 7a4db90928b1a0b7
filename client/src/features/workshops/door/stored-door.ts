import type { DoorEvent, DoorList, DoorPerson, SyncedEvent } from '@portico/shared/contract/door'
import { CheckInHistory, type CheckInEvent } from '@portico/shared/rules/check-ins'
import type { Station, StationKind } from '@portico/shared/words/stations'
import { nameMatches, nameIndex, nameWords } from '@portico/shared/rules/names'

type Unsent<Event> = Event extends unknown ? Omit<Event, 'ageMs'> : never

/** An event recorded on this device that the server has not confirmed. */
export interface WaitingEvent {
  readonly event: Unsent<DoorEvent>
  /** Device clock, in ms. */
  readonly recordedAt: number
}

/** The server's answer to an event; `refused` if the event itself was invalid. */
export interface EventAnswer extends Omit<SyncedEvent, 'outcome'> {
  readonly outcome: SyncedEvent['outcome'] | 'refused'
}

/** An answer that differs from what the screen had shown. */
export interface Conflict extends EventAnswer {
  readonly anonymousId: string
}

/** Everything that a device stores about a door. */
export interface StoredDoor {
  readonly account: { readonly id: number; readonly name: string }
  readonly deviceId: string
  readonly list: DoorList
  readonly endsAt: number
  readonly waiting: readonly WaitingEvent[]
  readonly conflicts: readonly Conflict[]
  /** What was not sent before the access to a workshop ended; sent once the account has access again and opens the workshop. */
  readonly setAside: readonly SetAside[]
}

/** Unsent events of a workshop to which the account lost access. They name nobody. */
export interface SetAside {
  readonly workshop: DoorList['workshop']
  readonly waiting: readonly WaitingEvent[]
}

/** Returns the number of events that a device has not sent. */
export function unsentCount({ waiting, setAside }: StoredDoor): number {
  return [{ waiting }, ...setAside].reduce((sum, one) => sum + one.waiting.length, 0)
}

/** Returns what a device may keep of a workshop to which the account has no access any more: no list, but the events that were not sent. */
export function withoutAccess(stored: StoredDoor): StoredDoor {
  const { list, waiting, setAside } = stored
  const added = waiting.length > 0 ? [{ workshop: list.workshop, waiting }] : []
  return { ...stored, list: { ...list, people: [], walkIns: [] }, waiting: [], conflicts: [], setAside: [...setAside, ...added] }
}

/** Replaces the list by that of a workshop to which the account has access; what was set aside of it waits again. */
export function withList(stored: Omit<StoredDoor, 'list'>, list: DoorList): StoredDoor {
  const isOfList = ({ workshop }: SetAside) => workshop.name === list.workshop.name
  const again = stored.setAside.filter(isOfList).flatMap(({ waiting }) => waiting)
  return { ...stored, list, waiting: [...again, ...stored.waiting], setAside: stored.setAside.filter((one) => !isOfList(one)) }
}

/** A respondent at the door, with what this device knows about their check-in. */
export interface DoorRow extends Pick<DoorPerson, 'anonymousId' | 'fullName' | 'phoneEnd' | 'language' | 'green' | 'lane' | 'seatTime'> {
  /** The check-ins in effect, including unsent ones; earliest first. */
  readonly checkIns: readonly { readonly eventId: string; readonly at: number; readonly by: string | null }[]
  /**
   * Current place, from the server and the unsent events; null if not checked in as far as this device knows, or if there are no stations.
   */
  readonly place: Place | null
}

/** A station and the time of arrival in ms; `station` is null for those who have left. */
export interface Place {
  readonly station: StationKind | null
  readonly since: number
}

const sortedRows = new WeakMap<StoredDoor, readonly DoorRow[]>()

/** Returns everyone sorted by name; cached per state of the door. */
export function rowsOf(stored: StoredDoor): readonly DoorRow[] {
  const rows = sortedRows.get(stored) ?? sortRows(stored)
  sortedRows.set(stored, rows)
  return rows
}

function sortRows({ list, waiting, account }: StoredDoor): DoorRow[] {
  const waitingOf = Map.groupBy(waiting, ({ event }) => event.anonymousId)
  const order = new Intl.Collator('en', { sensitivity: 'base' })
  return list.people
    .map(({ checkIns: stored, place, ...person }) => {
      const own = waitingOf.get(person.anonymousId) ?? []
      const known = stored.map(({ eventId, at, by }) => ({ ...asEvent(eventId, Date.parse(at)), by }))
      const added = own.flatMap(({ event, recordedAt }) => {
        if (event.kind === 'move') return []
        const undoes = event.kind === 'undo' ? event.undoes : []
        return [{ ...asEvent(event.eventId, recordedAt), kind: event.kind, undoes, by: account.name }]
      })
      const checkIns = new CheckInHistory([...known, ...added]).effective
      return { ...person, checkIns, place: placeAfter(place && { ...place, since: Date.parse(place.since) }, own, list.stations) }
    })
    .sort((one, other) => order.compare(one.fullName, other.fullName))
}

// In the order of recording, because the clocks of device and server differ.
function placeAfter(known: Place | null, waiting: readonly WaitingEvent[], [first]: readonly Station[]): Place | null {
  return waiting.reduce((place, { event, recordedAt }) => {
    if (event.kind === 'undo' || !first) return null
    if (event.kind === 'in') return place ?? { station: first.station, since: recordedAt }
    return place?.station === event.to ? place : { station: event.to, since: recordedAt }
  }, known)
}

function asEvent(eventId: string, at: number): CheckInEvent {
  return { eventId, kind: 'in', at, undoes: [], counts: true }
}

const expectedOutcomes: readonly EventAnswer['outcome'][] = ['in', 'out', 'moved']

/**
 * Applies the server's answers: removes the answered events from the queue, updates the list and adds conflicts, except for events in
 * `awaitedIds`, whose answers the screen shows anyway.
 */
export function applyAnswers(stored: StoredDoor, results: readonly EventAnswer[], awaitedIds: ReadonlySet<string>): StoredDoor {
  const answered = new Map(results.map((result) => [result.eventId, result]))
  const sent = stored.waiting.filter(({ event }) => answered.has(event.eventId))
  const newConflicts = sent.flatMap(({ event }): Conflict[] => {
    const result = answered.get(event.eventId)
    if (!result || expectedOutcomes.includes(result.outcome) || awaitedIds.has(event.eventId)) return []
    return [{ ...result, anonymousId: event.anonymousId }]
  })
  const places = new Map(sent.map(({ event }) => [event.anonymousId, answered.get(event.eventId)]))
  const counting = sent.filter(({ event }) => ['in', 'already-in', 'out', 'still-in'].includes(answered.get(event.eventId)?.outcome ?? ''))
  return {
    ...stored,
    list: {
      ...stored.list,
      people: stored.list.people.map((person) => withEvents(withPlace(person, places), counting, stored.account.name)),
    },
    waiting: stored.waiting.filter(({ event }) => !answered.has(event.eventId)),
    conflicts: [...stored.conflicts, ...newConflicts],
  }
}

// The last answer about a respondent determines their place.
function withPlace(person: DoorPerson, answers: ReadonlyMap<string, EventAnswer | undefined>): DoorPerson {
  const answer = answers.get(person.anonymousId)
  return answer && answer.outcome !== 'refused' ? { ...person, place: answer.place } : person
}

function withEvents(person: DoorPerson, sent: readonly WaitingEvent[], by: string): DoorPerson {
  const own = sent.filter(({ event }) => event.anonymousId === person.anonymousId)
  if (own.length === 0) return person
  const undone = new Set(own.flatMap(({ event }) => (event.kind === 'undo' ? event.undoes : [])))
  const added = own.filter(({ event }) => event.kind === 'in')
  const checkIns = [
    ...person.checkIns,
    ...added.map(({ event, recordedAt }) => ({ eventId: event.eventId, at: new Date(recordedAt).toISOString(), by })),
  ]
  return { ...person, checkIns: checkIns.filter(({ eventId }) => !undone.has(eventId)) }
}

/** Searches by parts of the name, or by the last characters of the id or phone number. */
export function searchRows(rows: readonly DoorRow[], query: string): DoorRow[] {
  const end = query.toUpperCase().replaceAll(/[\s-]/g, '')
  const words = nameWords(query)
  return rows.filter(
    ({ anonymousId, phoneEnd, fullName }) =>
      nameMatches(nameIndex(fullName), words) ||
      (end !== '' && (anonymousId.replaceAll('-', '').endsWith(end) || (/^\d{2,}$/.test(end) && phoneEnd?.endsWith(end)))),
  )
}

/** Returns the initial that a respondent is listed under in the index. */
export function initialOf({ fullName }: Pick<DoorRow, 'fullName'>): string {
  // Keeps a Hangul syllable as one letter instead of three.
  return Array.from((nameWords(fullName)[0] ?? '').normalize('NFC'))[0]?.toUpperCase() ?? '#'
}
