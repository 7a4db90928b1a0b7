import { describe, expect, it } from 'vitest'
import { stillShows, upcoming } from './events.ts'

const zone = 'America/Los_Angeles'
const day = { eventDate: '2025-04-05', disableAt: '2025-04-05T23:59:59-07:00' }
const withoutEnd = { eventDate: '2025-04-05' }

describe('an event', () => {
  it('is shown up to the second of its disableAt, and not from then on', () => {
    expect(stillShows(day, new Date('2025-04-05T23:59:58-07:00'), zone)).toBe(true)
    expect(stillShows(day, new Date('2025-04-05T23:59:59-07:00'), zone)).toBe(false)
    expect(stillShows(day, new Date('2025-04-06T00:00:00-07:00'), zone)).toBe(false)
  })

  it('ends at its disableAt even when its day comes later, and lasts until then even when its day is over', () => {
    expect(stillShows({ ...day, disableAt: '2025-04-01T12:00:00Z' }, new Date('2025-04-02T00:00:00Z'), zone)).toBe(false)
    expect(stillShows({ ...day, disableAt: '2025-05-01T12:00:00Z' }, new Date('2025-04-20T00:00:00Z'), zone)).toBe(true)
  })

  it('without a disableAt is shown through its whole day where it is held', () => {
    expect(stillShows(withoutEnd, new Date('2025-04-05T23:59:59.999-07:00'), zone)).toBe(true)
    expect(stillShows(withoutEnd, new Date('2025-04-06T00:00:00-07:00'), zone)).toBe(false)
    // Already the sixth in London, still the fifth in San Jose.
    expect(stillShows(withoutEnd, new Date('2025-04-06T06:59:00Z'), zone)).toBe(true)
    expect(stillShows(withoutEnd, new Date('2025-04-06T06:59:00Z'), 'Europe/London')).toBe(false)
  })
})

describe('the list of events', () => {
  const events = [withoutEnd, { eventDate: '2024-01-01' }, day]

  it('leaves out what is over and keeps its order', () => {
    expect(upcoming(events, new Date('2025-04-01T00:00:00Z'), zone)).toEqual([withoutEnd, day])
  })

  it('is empty when everything is over', () => {
    expect(upcoming(events, new Date('2026-01-01T00:00:00Z'), zone)).toEqual([])
  })
})
