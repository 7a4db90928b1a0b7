import { expect, it } from 'vitest'
import { openArena } from './race-arena.ts'
import { meetings, race } from './races.ts'

const arena = await openArena(false)

// Reading six files per round takes longer than everything else together.
const rounds = (meeting: string) => (meeting.includes('upload') ? 30 : 200)

it.each(Object.keys(meetings).map((meeting) => [meeting, rounds(meeting)] as const))(
  '%s, %i rounds',
  { timeout: 300_000 },
  async (meeting, times) => {
    expect(await race(arena, meeting, times)).toEqual([])
  },
)
