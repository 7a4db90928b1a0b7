import { expect, it } from 'vitest'
import { slotTimes } from './slot-times.ts'

it.each([
  ['09:00', '10:30', 30, ['09:00', '09:30', '10:00', '10:30']],
  ['09:00', '10:00', 25, ['09:00', '09:25', '09:50']],
  ['09:00', '09:00', 30, ['09:00']],
  ['23:30', '23:59', 30, ['23:30']],
  ['10:00', '09:00', 30, []],
])('slotTimes from %s until %s every %d minutes', (from, until, every, times) => {
  expect(slotTimes({ from, until, every })).toEqual(times)
})
