import { expect, it } from 'vitest'
import { openArena } from './race-arena.ts'
import { meetings, race } from './races.ts'

const arena = await openArena(false)

it.each(Object.keys(meetings))('two hundred times over: %s', { timeout: 300_000 }, async (meeting) => {
  expect(await race(arena, meeting, 200)).toEqual([])
})
