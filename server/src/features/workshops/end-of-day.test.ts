import { dayIn } from '@portico/shared/rules/red-rules'
import { expect, it } from 'vitest'
import { endOfDay } from './end-of-day.ts'

// Clocks change at night, at midnight, and in Nuuk in the last hour of a day.
const zones = ['America/Los_Angeles', 'America/Havana', 'America/Nuuk']

it.each(zones)('every day of %s ends when the next one begins', (zone) => {
  const wrong: string[] = []
  for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 2); at += 3_600_000) {
    const [now, end] = [new Date(at), endOfDay(new Date(at), zone)]
    const day = dayIn(zone, now)
    if (dayIn(zone, new Date(end.getTime() - 1)) !== day || dayIn(zone, end) === day) wrong.push(now.toISOString())
  }
  expect(wrong).toEqual([])
})
