import { describe, expect, it, test } from 'vitest'
import {
  laneOf,
  queueAt,
  median,
  minutesAt,
  minutesOfDay,
  moveOutcomesOf,
  nextStation,
  pathOf,
  type Move,
  type MoveOutcome,
} from './stations.ts'

const stations = [
  { station: 'intake', seats: 2 },
  { station: 'form-filling', seats: 1 },
  { station: 'check-out', seats: 1 },
] as const
const at = (minute: number) => minute * 60_000
const moves = (...list: [Move['to'], number][]): Move[] => list.map(([to, minute], index) => ({ eventId: `e${index}`, to, at: at(minute) }))

test.each([
  { answered: 95, asked: 100, lane: 'fast' },
  { answered: 94, asked: 100, lane: 'normal' },
  { answered: 20, asked: 20, lane: 'fast' },
  { answered: 18, asked: 19, lane: 'normal' },
  { answered: 0, asked: 0, lane: 'normal' },
])('laneOf puts $answered of $asked answered into the $lane lane', ({ answered, asked, lane }) => {
  expect(laneOf(answered, asked)).toBe(lane)
})

describe('pathOf: the path of a person', () => {
  it.each([
    { what: 'begins at the first station', list: moves(), visits: ['intake 0 –'], leftAt: null },
    {
      what: 'adds a visit for each move',
      list: moves(['form-filling', 10], ['check-out', 40], [null, 45]),
      visits: ['intake 0 10', 'form-filling 10 40', 'check-out 40 45'],
      leftAt: 45,
    },
    {
      what: 'accepts moves in any order',
      list: moves([null, 45], ['check-out', 40]),
      visits: ['intake 0 40', 'check-out 40 45'],
      leftAt: 45,
    },
    { what: 'may end early', list: moves([null, 5]), visits: ['intake 0 5'], leftAt: 5 },
    {
      what: 'continues for someone who comes back',
      list: moves([null, 5], ['check-out', 9]),
      visits: ['intake 0 5', 'check-out 9 –'],
      leftAt: null,
    },
    { what: 'ignores moves before the check-in', list: moves(['check-out', -5]), visits: ['intake 0 –'], leftAt: null },
  ])('$what', ({ list, visits, leftAt }) => {
    const path = pathOf(0, list, stations)
    const told = path.visits.map(({ station, from, until }) => `${station} ${from / 60_000} ${until === null ? '–' : until / 60_000}`)
    expect({ told, leftAt: path.leftAt }).toEqual({ told: visits, leftAt: leftAt === null ? null : at(leftAt) })
  })

  it('ignores a move to the current station, and leaving twice', () => {
    const list = moves(['intake', 3], ['form-filling', 10], ['form-filling', 12], [null, 20], [null, 25])
    expect(pathOf(0, list, stations)).toEqual(pathOf(0, moves(['form-filling', 10], [null, 20]), stations))
  })

  it('has no visits without stations', () => {
    expect(pathOf(0, [], [])).toEqual({ visits: [], leftAt: null })
  })
})

describe('moveOutcomesOf, for a move', () => {
  it.each<[string, Move[], MoveOutcome]>([
    ['to the next station', moves(['form-filling', 10]), 'moved'],
    ['that skips a station', moves(['check-out', 10]), 'moved'],
    ['to the current station', moves(['intake', 10]), 'moved'],
    ['out of the workshop', moves([null, 10]), 'moved'],
    ['followed by another move', moves(['form-filling', 10], ['check-out', 20]), 'moved'],
    ['made after a move further on', moves(['form-filling', 30], ['check-out', 20]), 'out-of-order'],
    ['followed by a move back', moves(['check-out', 20], ['form-filling', 30]), 'out-of-order'],
    ['of someone who has left', moves(['check-out', 30], [null, 20]), 'out-of-order'],
    ['to a station that the workshop does not have', moves(['copies', 10]), 'out-of-order'],
    ['before the check-in', moves(['form-filling', -1]), 'not-in'],
    ['repeated, then followed by a move back', moves(['check-out', 20], ['check-out', 25], ['form-filling', 30]), 'out-of-order'],
    ['followed by a move on, and only then by one back', moves(['form-filling', 10], ['check-out', 20], ['intake', 30]), 'moved'],
  ])('%s', (_what, list, outcome) => {
    expect(moveOutcomesOf(0, list, stations).get('e0')).toBe(outcome)
  })

  it('of someone who is not checked in', () => {
    expect(moveOutcomesOf(null, moves(['form-filling', 10]), stations).get('e0')).toBe('not-in')
  })
})

test('nextStation returns the following station, and null after the last one', () => {
  expect(stations.map(({ station }) => nextStation(stations, station))).toEqual(['form-filling', 'check-out', null])
})

describe('a station', () => {
  const people = [12, 3, 7, 20].map((minute) => ({ minute, ...pathOf(at(minute), [], stations) }))

  it('seats those who came first', () => {
    const { seated, waiting } = queueAt(people, stations[0])
    expect([seated, waiting].map((some) => some.map(({ minute }) => minute))).toEqual([
      [3, 7],
      [12, 20],
    ])
  })

  it('measures finished visits, and ongoing ones only for the longest', () => {
    const gone = [5, 15].map((minute) => pathOf(0, moves(['form-filling', minute]), stations))
    expect(minutesAt(gone, 'intake', at(60))).toEqual({ median: 10, longest: 15 })
    expect(minutesAt([...gone, ...people], 'intake', at(60))).toEqual({ median: 10, longest: 57 })
    expect(minutesAt(people, 'copies', at(60))).toEqual({ median: null, longest: null })
  })
})

test('minutesOfDay copes with any number of people', () => {
  const people = Array.from({ length: 1_000_000 }, (_one, index) => ({ checkedInAt: 0, leftAt: at(index === 5 ? 9 : 3) }))
  expect(minutesOfDay(people)).toEqual({ median: 3, longest: 9 })
})

test('minutesOfDay measures from check-in to leaving', () => {
  const people = [
    { checkedInAt: 0, leftAt: at(30) },
    { checkedInAt: at(10), leftAt: at(100) },
    { checkedInAt: at(10), leftAt: null },
  ]
  expect(minutesOfDay(people)).toEqual({ median: 60, longest: 90 })
})

test.each([
  [[], null],
  [[4], 4],
  [[9, 1, 4], 4],
  [[1, 2], 2],
])('the median of %j is %j', (values, middle) => {
  expect(median(values)).toBe(middle)
})
