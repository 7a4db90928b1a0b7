import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBackward, moveOutcomesOf, pathOf, type Move } from './stations.ts'
import { CheckInHistory, happenedAt, type CheckInEvent } from './check-ins.ts'

const checkIn = (eventId: string, at: number, counts = true): CheckInEvent => ({ eventId, kind: 'in', at, undoes: [], counts })
const undo = (eventId: string, at: number, ...undoes: string[]): CheckInEvent => ({ eventId, kind: 'undo', at, undoes, counts: true })

describe('the check-ins in effect', () => {
  it.each<[string, CheckInEvent[], string[]]>([
    ['the earliest comes first', [checkIn('b', 20), checkIn('a', 10)], ['a', 'b']],
    ['an undo cancels the check-ins that its device saw', [checkIn('a', 10), undo('u', 30, 'a')], []],
    ['an undo cancels no other check-in', [checkIn('a', 10), checkIn('b', 20), undo('u', 30, 'a')], ['b']],
    ['an undo may arrive before its check-in', [undo('u', 30, 'a'), checkIn('a', 10)], []],
    ['a check-in after an undo is a new one', [checkIn('a', 10), undo('u', 20, 'a'), checkIn('b', 30)], ['b']],
    ['someone who is not green is not checked in', [checkIn('a', 10, false), checkIn('b', 20)], ['b']],
    ['two at the same time are sorted by id', [checkIn('b', 10), checkIn('a', 10)], ['a', 'b']],
    ['a repeated event counts once', [checkIn('a', 10), checkIn('a', 10)], ['a']],
  ])('%s', (_what, events, effective) => {
    const history = new CheckInHistory(events)
    expect(history.effective.map((event) => event.eventId)).toEqual(effective)
    expect(history.first?.eventId).toBe(effective[0])
  })
})

describe('take', () => {
  it.each<[string, CheckInEvent[], boolean]>([
    ['of a check-in in effect', [checkIn('a', 10), checkIn('b', 20)], true],
    ['of a check-in that is already undone', [checkIn('a', 10), undo('u', 20, 'a')], false],
    ['of a check-in that does not count', [checkIn('a', 10, false)], false],
    ['of an unknown check-in', [checkIn('b', 10)], false],
    ['of someone who was never checked in', [], false],
    ['taken before', [checkIn('a', 10), undo('last', 30, 'a')], false],
  ])('for an undo %s returns %s', (_what, earlierEvents, takesBack) => {
    expect(new CheckInHistory(earlierEvents).take(undo('last', 30, 'a'))).toBe(takesBack)
  })
})

describe('outcomeOf', () => {
  const events = [checkIn('a', 10), checkIn('b', 20), checkIn('red', 15, false), checkIn('c', 25), undo('u', 30, 'c')]
  it.each([
    ['a', 'in'],
    ['b', 'already-in'],
    ['red', 'not-green'],
    ['c', 'out'],
    ['u', 'still-in'],
    ['nobody', 'unknown'],
  ] as const)('for event %s returns %s', (eventId, outcome) => {
    expect(new CheckInHistory(events).outcomeOf(eventId)).toBe(outcome)
  })

  it('for an undo ignores check-ins at the same time or later', () => {
    const history = new CheckInHistory([checkIn('a', 10), undo('u', 20, 'a'), checkIn('b', 20)])
    expect(history.outcomeOf('u')).toBe('out')
    history.take(checkIn('c', 30))
    expect(history.outcomeOf('u')).toBe('out')
    history.take(checkIn('d', 19))
    expect(history.outcomeOf('u')).toBe('still-in')
  })
})

describe('the work of a history', () => {
  // Counts how often ids of undos and times of events are read.
  function readsFor(count: number, work: (history: CheckInHistory, ids: readonly string[]) => unknown): number {
    let reads = 0
    const counted = (event: CheckInEvent): CheckInEvent =>
      new Proxy(event, {
        get(target, name) {
          if (name === 'undoes' || name === 'at') reads += 1
          return Reflect.get(target, name)
        },
      })
    const ins = Array.from({ length: count }, (_one, index) => checkIn(`i${index}`, index))
    const undos = ins.filter((_one, index) => index % 2 === 1).map(({ eventId, at }) => undo(`u${eventId}`, at + 1, eventId))
    const events = [...ins, ...undos]
    const ids = events.map(({ eventId }) => eventId)
    work(new CheckInHistory(events.map(counted)), ids)
    return reads / events.length
  }

  it.each<[string, (history: CheckInHistory, ids: readonly string[]) => unknown]>([
    ['taking events', () => {}],
    ['the outcomes of all events', (history, ids) => ids.map((id) => history.outcomeOf(id))],
    ['the earliest check-in, however often', (history, ids) => ids.map(() => history.first)],
  ])('for %s grows no faster than the events', (_what, work) => {
    expect(readsFor(2_000, work)).toBeLessThan(1.1 * readsFor(200, work))
  })

  it('is measured: sorting for every event grows faster', () => {
    const sorting = (history: CheckInHistory, ids: readonly string[]) => ids.map(() => history.effective)
    expect(readsFor(400, sorting)).toBeGreaterThan(1.5 * readsFor(200, sorting))
  })
})

/** Something that a device recorded at `at`, true time, and sent to the server at `sentAt`, possibly more than once. */
interface Recorded {
  readonly event: CheckInEvent | Move
  readonly device: number
  readonly sentAt: number
}

const device = fc.nat({ max: 2 })
const minutes = fc.nat({ max: 600 })
const stations = (['intake', 'form-filling', 'check-out'] as const).map((station) => ({ station }))
const to = fc.constantFrom<Move['to'][]>('intake', 'form-filling', 'check-out', null)

/** A day of three devices: check-ins, undos of earlier events, and moves. */
const day = fc
  .array(fc.record({ device, at: minutes, later: minutes, kind: fc.constantFrom('in', 'undo', 'move'), of: fc.nat({ max: 40 }), to }), {
    maxLength: 40,
  })
  .map((steps) =>
    steps.map(({ device, at, later, kind, of, to }, index): Recorded => {
      const idOf = (place: number) => `e${String(place).padStart(2, '0')}`
      const [eventId, undone] = [idOf(index), idOf(of % Math.max(index, 1))]
      const recorded = { device, sentAt: (at + later) * 60_000 }
      if (kind === 'move') return { ...recorded, event: { eventId, to, at: at * 60_000 } }
      const isUndo = kind === 'undo' && index > 0
      return { ...recorded, event: isUndo ? undo(eventId, at * 60_000, undone) : checkIn(eventId, at * 60_000) }
    }),
  )

/**
 * Returns what the server stores of the deliveries: the first of each event, at the time derived from the device's clock, however wrong
 * that is.
 */
function received(deliveries: readonly Recorded[], clocksAheadMs: readonly number[]): (CheckInEvent | Move)[] {
  const events = new Map<string, CheckInEvent | Move>()
  for (const { event, device, sentAt } of deliveries) {
    const ahead = clocksAheadMs[device] ?? 0
    const ageMs = sentAt + ahead - (event.at + ahead)
    if (!events.has(event.eventId)) events.set(event.eventId, { ...event, at: happenedAt(new Date(sentAt), ageMs).getTime() })
  }
  return [...events.values()]
}

/** Returns the state of one person according to these events: the check-ins in effect, and where they were. */
function truthOf(events: readonly (CheckInEvent | Move)[]) {
  const [checkIns, moves] = [events.filter((event) => 'kind' in event), events.filter((event) => 'to' in event)]
  const { effective, first } = new CheckInHistory(checkIns)
  const checkedInAt = first?.at ?? null
  return {
    effective: effective.map(({ eventId }) => eventId),
    path: checkedInAt === null ? undefined : pathOf(checkedInAt, moves, stations),
    moveOutcomes: moveOutcomesOf(checkedInAt, moves, stations),
  }
}

describe('three offline devices', () => {
  const clocks = fc.array(
    fc.integer({ min: -12, max: 12 }).map((hours) => hours * 3_600_000),
    { minLength: 3, maxLength: 3 },
  )
  const shuffled = day.chain((recorded) =>
    fc.record({
      recorded: fc.constant(recorded),
      deliveries: fc.shuffledSubarray([...recorded, ...recorded], { minLength: 2 * recorded.length }),
      clocks,
    }),
  )

  it('converge on the same state for every order, repetition and clock error', () => {
    fc.assert(
      fc.property(shuffled, ({ recorded, deliveries, clocks }) => {
        const events = received(deliveries, clocks)
        const [truth, found] = [truthOf(recorded.map(({ event }) => event)), truthOf(events)]
        expect(found.effective).toEqual(truth.effective)
        expect(found.path).toEqual(truth.path)
        expect(events).toHaveLength(recorded.length)
      }),
    )
  })

  it('learn for each check-in whether it is in effect', () => {
    fc.assert(
      fc.property(day, (recorded) => {
        const events = recorded.map(({ event }) => event).filter((event) => 'kind' in event)
        const history = new CheckInHistory(events)
        const ins = events.filter((event) => event.kind === 'in').map(({ eventId }) => history.outcomeOf(eventId))
        expect(ins.filter((outcome) => outcome === 'in' || outcome === 'already-in')).toHaveLength(history.effective.length)
        expect(ins.filter((outcome) => outcome === 'in')).toHaveLength(Math.min(history.effective.length, 1))
      }),
    )
  })

  it("report at least one conflict if a person's moves lead back", () => {
    fc.assert(
      fc.property(shuffled, ({ deliveries, clocks }) => {
        const events = [checkIn('first', 0), ...received(deliveries, clocks).filter((event) => 'to' in event)]
        const told = events.map(
          (event, index) => 'to' in event && truthOf(events.slice(0, index + 1)).moveOutcomes.get(event.eventId) !== 'moved',
        )
        const { visits = [], leftAt = null } = truthOf(events).path ?? {}
        const places = [...visits.map(({ station }) => station), ...(leftAt === null ? [] : [null])]
        const isBack = places.some((place, index) => index > 0 && isBackward(stations, places[index - 1], place))
        if (isBack) expect(told).toContain(true)
      }),
    )
  })
})

it.each([
  ['a minute ago', 60_000, '2026-12-19T16:59:00.000Z'],
  ['more than a day ago', 90_000_000, '2026-12-18T17:00:00.000Z'],
  ['in the future, by a clock that was set back', -5_000, '2026-12-19T17:00:00.000Z'],
])('happenedAt places an event of %s', (_what, ageMs, at) => {
  expect(happenedAt(new Date('2026-12-19T17:00:00Z'), ageMs).toISOString()).toBe(at)
})
