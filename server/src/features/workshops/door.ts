import type { DoorEvent, DoorList, SyncCheckIns, SyncedEvent } from '@portico/shared/contract/door'
import { CheckInHistory, happenedAt } from '@portico/shared/rules/check-ins'
import { isWelcome } from '@portico/shared/rules/flags'
import { limits } from '@portico/shared/words/limits'
import type { Station } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import { auditRespondents, auditSubject } from '../../infra/security/audit/audit.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { seatTime } from '../messages/seats/held-seat.ts'
import { contactsOf } from '../responses/listing/search.ts'
import { judgeReopenedCase } from '../responses/new-rules/rules-of-case.ts'
import { record } from '../responses/review/history.ts'
import { inScope, type Scope } from '../responses/scope.ts'
import { addMoves, movesOf, peopleOf, placeOf, stationsOf, type NewMove, type StoredMove } from './stations/station-visits.ts'
import { waitingWalkIns } from './walk-ins/walk-ins.ts'
import { addEvents, dayOf, historiesOf, resultOf, type Histories, type NewEvent } from './check-in-events.ts'
import { doorListExpiry } from './door-list-expiry.ts'

const endDigits = 4

/**
 * Returns everyone of a workshop for check-in at the door: no answers or reasons, and of the flag only whether it is green. Throws
 * `NOT_FOUND`, and `VOLUNTEER_CANT_ACCESS_WORKSHOP` for a volunteer without access (shared/spec/contract.md#check-in-without-a-network).
 */
export async function getDoorList(ctx: RequestContext, { name }: { name: string }): Promise<DoorList> {
  const { workshop, scope, stations } = await stationsOf(ctx, name)
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'language', 'currentFlag', seatTime.as('seatTime')])
    .where(inScope(scope))
    .orderBy('id')
    .execute()
  const ids = rows.map((row) => row.id)
  const [contacts, histories] = [await contactsOf(ctx, ids), await historiesOf(ctx, ids)]
  const visitors = stations.length === 0 ? [] : await peopleOf(ctx, scope, stations)
  const visitorsById = new Map(visitors.map((person) => [person.id, person]))
  auditSubject(ctx, 'workshop', workshop.id)
  // Names every respondent, not just a count: this list is stored on a device.
  auditRespondents(
    ctx,
    rows.map((row) => row.anonymousId),
  )
  return {
    workshop: { name, title: workshop.isTest ? `${workshop.title} (test)` : workshop.title },
    keepMs: (await doorListExpiry(ctx, workshop)).getTime() - ctx.now.getTime(),
    walkIns: await waitingWalkIns(ctx, workshop.id),
    stations: [...stations],
    people: rows.map(({ id, anonymousId, language, currentFlag, seatTime }) => ({
      anonymousId,
      fullName: contacts.get(id)?.fullName ?? '',
      phoneEnd: contacts.get(id)?.phoneNumber?.slice(-endDigits) ?? null,
      language,
      green: isWelcome(currentFlag),
      ...(seatTime !== null && { seatTime }),
      checkIns: (histories.get(id)?.effective ?? [])
        .slice(0, limits.doorCheckInsMax)
        .map(({ eventId, at, by }) => ({ eventId, at: new Date(at).toISOString(), by: by ?? null })),
      ...placeInDay(visitorsById.get(id), stations),
    })),
  }
}

type StationVisitor = Awaited<ReturnType<typeof peopleOf>>[number]

function placeInDay(visitor: StationVisitor | undefined, stations: readonly Station[]) {
  return { lane: visitor?.lane ?? null, place: visitor?.path ? placeOf(visitor.path, stations) : null }
}

/**
 * Stores the check-ins, undoings and moves that a device made, online or offline, each once however often it is sent. Never refuses an
 * event because of what others did in between: each is answered with its outcome (shared/spec/contract.md#check-in-without-a-network).
 */
export async function syncCheckIns(ctx: RequestContext, { name, deviceId, events }: SyncCheckIns): Promise<{ results: SyncedEvent[] }> {
  const { scope, stations } = await stationsOf(ctx, name)
  const people = await lockPeople(ctx, scope, events)
  const ids = [...people.values()].map(({ id }) => id)
  const [histories, moves] = [await historiesOf(ctx, ids), await movesOf(ctx, ids)]
  const distinct = [...new Map(events.toReversed().map((event) => [event.eventId, event])).values()].reverse()
  const known = distinct.flatMap((event) => {
    const person = people.get(event.anonymousId)
    return person ? [{ event, person }] : []
  })
  const kept = keptOf(known, callerOf(ctx).id, { histories, moves })
  await storeCheckIns(ctx, kept, { deviceId, histories })
  await addMoves(
    ctx,
    kept.flatMap(({ event, person }) => (event.kind === 'move' ? [newMove(ctx, event, { deviceId, person })] : [])),
  )
  auditRespondents(ctx, people.keys())
  const movesNow = kept.some(({ event }) => event.kind === 'move') ? await movesOf(ctx, ids) : moves
  const days = new Map(
    [...people].map(([anonymousId, { id }]) => [
      anonymousId,
      dayOf(histories.get(id) ?? new CheckInHistory(), movesNow.get(id) ?? [], stations),
    ]),
  )
  const nobody = dayOf(new CheckInHistory(), [], stations)
  return { results: events.map((event) => resultOf(event, days.get(event.anonymousId) ?? nobody)) }
}

/**
 * Returns the events to keep, which are all unless their author has sent very many of one respondent: what is kept of a respondent has to
 * be read with every event and every list (shared/spec/contract.md#check-in-without-a-network).
 */
function keptOf(events: readonly KnownEvent[], accountId: number, { histories, moves }: Stored): KnownEvent[] {
  const sizes = new Map<Person, number>()
  const storedOf = ({ id }: Person) => [...(histories.get(id)?.events ?? []), ...(moves.get(id) ?? [])]
  return events.filter(({ event, person }) => {
    const before = sizes.get(person) ?? sizeOf(storedOf(person).filter((one) => one.accountId === accountId && one.deviceId !== null))
    const after = before + sizeOf([event])
    const isKept = after <= limits.doorEventsKept
    sizes.set(person, isKept ? after : before)
    return isKept
  })
}

interface Stored {
  readonly histories: Histories
  readonly moves: ReadonlyMap<number, readonly StoredMove[]>
}

function sizeOf(events: readonly { readonly eventId: string; readonly undoes?: readonly string[] }[]): number {
  return events.reduce((sum, { undoes = [] }) => sum + Math.max(1, undoes.length), 0)
}

async function storeCheckIns(
  ctx: RequestContext,
  known: readonly KnownEvent[],
  { deviceId, histories }: { deviceId: string; histories: Histories },
): Promise<void> {
  for (const run of runsOf(known.flatMap(({ event, person }) => (event.kind === 'move' ? [] : [{ event, person }])))) {
    const newEvents = run.map(({ event, person }) => newEvent(ctx, event, { deviceId, person }))
    const undoing = await addEvents(ctx, newEvents, histories)
    for (const { event, person } of run) {
      if (event.kind !== 'undo' || !undoing.has(event.eventId)) continue
      await record(ctx, person, { about: 'check-in', flag: null, reason: event.reason })
      person.currentFlag = (await judgeReopenedCase(ctx, person)) ?? person.currentFlag
    }
  }
}

// A check-in after an undo of the same person starts a new run: the undo may let rules judge the case, and so decide whether it counts.
function runsOf<Event extends KnownEvent>(events: readonly Event[]): Event[][] {
  const runs: Event[][] = []
  const undone = new Set<Person>()
  for (const one of events) {
    const isAfterUndo = one.event.kind === 'in' && undone.has(one.person)
    if (isAfterUndo) undone.clear()
    if (one.event.kind === 'undo') undone.add(one.person)
    const run = isAfterUndo ? undefined : runs.at(-1)
    if (run) run.push(one)
    else runs.push([one])
  }
  return runs
}

// Locks in order of id, so that two devices cannot deadlock.
async function lockPeople(ctx: RequestContext, scope: Scope, events: readonly DoorEvent[]) {
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'agencyId', 'questionnaireId', 'keyId', 'wrappedKey', 'currentFlag'])
    .where('anonymousId', '=', sql<string>`any(${sql.val(events.map((event) => event.anonymousId))}::text[])`)
    .where(inScope(scope))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.anonymousId, row]))
}

type Person = Awaited<ReturnType<typeof lockPeople>> extends Map<string, infer One> ? One : never

interface KnownEvent {
  readonly event: DoorEvent
  readonly person: Person
}

interface Origin {
  readonly deviceId: string
  readonly person: Person
}

function newEvent(ctx: RequestContext, event: Exclude<DoorEvent, { kind: 'move' }>, { deviceId, person }: Origin): NewEvent {
  return {
    respondentId: person.id,
    eventId: event.eventId,
    kind: event.kind,
    undoes: event.kind === 'undo' ? event.undoes : [],
    counts: event.kind === 'undo' || isWelcome(person.currentFlag),
    happenedAt: happenedAt(ctx.now, event.ageMs),
    deviceId,
  }
}

function newMove(ctx: RequestContext, event: Extract<DoorEvent, { kind: 'move' }>, { deviceId, person }: Origin): NewMove {
  return {
    respondentId: person.id,
    eventId: event.eventId,
    station: event.to,
    movedAt: happenedAt(ctx.now, event.ageMs),
    deviceId,
  }
}
