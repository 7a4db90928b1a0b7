import { describe, expect, it } from 'vitest'
import { openArena } from './race-arena.ts'
import { meetings, race, raceUntilUnfair } from './races.ts'

const arena = await openArena(false)
const unlocked = await openArena(true)

describe('when two meet at two servers, each gets a clear answer and a recount equals what is stored', () => {
  it.each(Object.keys(meetings))('%s', { timeout: 60_000 }, async (meeting) => {
    expect(await race(arena, meeting, meeting.includes('upload') ? 2 : 6)).toEqual([])
  })
})

// What each is protected by besides locks, or instead of them; and what is fair in either order.
const withoutKey = ['two submissions with one key', 'two submissions with one key and other answers']
const fairAnyway = ['a decision of an agency whose case is given away', 'cases that arrive at once']
const shown = Object.keys(meetings).filter((meeting) => !fairAnyway.includes(meeting))

describe('servers without locks', () => {
  it.each(Object.keys(meetings))('are fair to two who take turns: %s', { timeout: 60_000 }, async (meeting) => {
    expect(await race({ ...unlocked, inTurn: true }, meeting, 1)).toEqual([])
  })

  it.each(shown)('are not fair to %s', { timeout: 60_000 }, async (meeting) => {
    if (withoutKey.includes(meeting))
      await unlocked.world.portico.sql('alter table respondent drop constraint if exists respondent_idempotency_key_key')
    expect(await raceUntilUnfair(unlocked, meeting, 60)).toBe(true)
  })
})
