import type { DoorEvent, DoorList, SyncCheckIns, SyncedEvent } from '@portico/shared/contract/door'
import { CheckInHistory, happenedAt } from '@portico/shared/rules/check-ins'
import { isWelcome } from '@portico/shared/rules/flags'
import { limits } from '@portico/shared/words/limits'
import type { Station } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import { auditRespondents, auditSubject } from '../../infra/security/audit/audit.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { seatTime } from '../messages/seats/held-seat.ts'
import { contactsOf } from '../responses/listing/contact-cache.ts'
import { findAppliedRules } from '../responses/new-rules/applied-rules.ts'
import { judgeCase } from '../responses/new-rules/rules-of-case.ts'
import { recordAll } from '../responses/review/history.ts'
import { inScope, type Scope } from '../responses/scope.ts'
import { addMoves, movesOf, peopleOf, placeOf, stationsOf, type NewMove } from './stations/station-visits.ts'
import { answeredWalkIns, waitingWalkIns } from './walk-ins/walk-ins.ts'
import {
  addEvents,
  dayOf,
  historiesOf,
  resultOf,
  sizeOf,
  sizeOfOwn,
  type Histories,
  type NewEvent,
  type Stored,
} from './check-in-events.ts'
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
    answeredWalkIns: await answeredWalkIns(ctx, workshop.id),
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
  const kept = keptOf(ctx, known, { histories, moves })
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
function keptOf(ctx: RequestContext, events: readonly KnownEvent[], stored: Stored): KnownEvent[] {
  const sizes = new Map<Person, number>()
  return events.filter(({ event, person }) => {
    const before = sizes.get(person) ?? sizeOfOwn(ctx, stored, person.id)
    const after = before + sizeOf([event])
    const isKept = after <= limits.doorEventsKept
    sizes.set(person, isKept ? after : before)
    return isKept
  })
}

async function storeCheckIns(
  ctx: RequestContext,
  known: readonly KnownEvent[],
  { deviceId, histories }: { deviceId: string; histories: Histories },
): Promise<void> {
  const judged = new Set<Person>()
  let rest = known.flatMap(({ event, person }) => (event.kind === 'move' ? [] : [{ event, person }]))
  while (rest.length > 0) {
    const [part, later] = splitAtReopening(rest, histories, judged)
    rest = later
    const newEvents = part.map(({ event, person }) => newEvent(ctx, event, { deviceId, person }))
    const undoing = await addEvents(ctx, newEvents, histories)
    const undone = part.flatMap(({ event, person }) =>
      event.kind === 'undo' && undoing.has(event.eventId)
        ? [{ person, decided: { about: 'check-in', flag: null, reason: event.reason } as const }]
        : [],
    )
    await recordAll(ctx, undone)
    const reopened = new Set(undone.map(({ person }) => person).filter((person) => !judged.has(person) && !histories.get(person.id)?.first))
    await judgeReopened(ctx, reopened)
    for (const person of reopened) judged.add(person)
  }
}

/**
 * Splits the events at the first undo of each person not yet judged that leaves them not checked in: rules may then judge the case, and so
 * decide whether their later check-ins count. Once judged, a case that is opened again stays as it is. An event whose id another event of
 * the database has is not stored: then nobody is reopened, and the later events are split again.
 */
function splitAtReopening<Event extends KnownCheckIn>(
  events: readonly Event[],
  histories: Histories,
  judged: ReadonlySet<Person>,
): [before: Event[], after: Event[]] {
  const [before, after]: [Event[], Event[]] = [[], []]
  const expected = new Map<Person, CheckInHistory>()
  const reopened = new Set<Person>()
  for (const one of events) {
    const { event, person } = one
    if (reopened.has(person)) {
      after.push(one)
      continue
    }
    before.push(one)
    const history = expected.get(person) ?? new CheckInHistory(histories.get(person.id)?.events)
    expected.set(person, history)
    if (judged.has(person) || history.has(event.eventId)) continue
    const isUndoing = history.take({ ...event, at: -event.ageMs, undoes: undoesOf(event), counts: counts(event, person) })
    if (isUndoing && !history.first) reopened.add(person)
  }
  return [before, after]
}

async function judgeReopened(ctx: RequestContext, people: Iterable<Person>): Promise<void> {
  for (const [questionnaireId, answered] of Map.groupBy(people, (person) => person.questionnaireId)) {
    const applied = await findAppliedRules(ctx, questionnaireId)
    if (!applied) continue
    for (const person of answered) person.currentFlag = (await judgeCase(ctx, person, applied)) ?? person.currentFlag
  }
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

type CheckInOrUndo = Exclude<DoorEvent, { kind: 'move' }>

interface KnownCheckIn extends KnownEvent {
  readonly event: CheckInOrUndo
}

interface Origin {
  readonly deviceId: string
  readonly person: Person
}

function newEvent(ctx: RequestContext, event: CheckInOrUndo, { deviceId, person }: Origin): NewEvent {
  return {
    respondentId: person.id,
    eventId: event.eventId,
    kind: event.kind,
    undoes: undoesOf(event),
    counts: counts(event, person),
    happenedAt: happenedAt(ctx.now, event.ageMs),
    deviceId,
  }
}

function undoesOf(event: CheckInOrUndo): readonly string[] {
  return event.kind === 'undo' ? event.undoes : []
}

function counts({ kind }: CheckInOrUndo, { currentFlag }: Person): boolean {
  return kind === 'undo' || isWelcome(currentFlag)
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
