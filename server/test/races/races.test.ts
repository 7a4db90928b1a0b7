import { describe, expect, it } from 'vitest'
import { inTurn, stoppedBefore } from './orders.ts'
import { openArena } from './race-arena.ts'
import { meetings, race, type Arena } from './races.ts'

const arena = await openArena(false)
const unlocked = await openArena(true)

describe('two concurrent calls to two servers each get a clear response, and a recount matches the stored values', () => {
  it.each(Object.keys(meetings))('%s', { timeout: 60_000 }, async (meeting) => {
    expect(await race(arena, meeting, meeting.includes('upload') ? 2 : 6)).toEqual([])
  })
})

const all = Object.keys(meetings)
const steps = [1, 2].flatMap((write) => all.map((meeting) => [meeting, write] as const))
/** The write before which the first call must be stopped to provoke a fault, if not the first one. */
const laterWrite: Record<string, number> = { 'a force-red and the withdrawal of a force': 2, 'two workshops that become the default': 2 }
/** Each of these is a single statement, or fair in either order. */
const fairAnyway = ['a decision of an agency whose case is given away', 'cases that arrive at once']
/** The third call comes at a random moment and may repair the fault; two calls that undo one check-in are the control of the same lock. */
const byChance = ['two who undo a check-in, and one who checks in']
/** Protected by a unique key instead of a lock. */
const keyed = ['two submissions with one key', 'two submissions with one key and other answers']

const steppedAt = (one: Arena, write: number): Arena => ({ ...one, order: stoppedBefore(one.world.portico, write) })
const stoppedHalfway = (meeting: string) => race(steppedAt(unlocked, laterWrite[meeting] ?? 1), meeting, 1)

describe('servers with locks', () => {
  it.each(steps)('are fair when the first of two calls is stopped halfway: %s, before write %i', async (meeting, write) => {
    expect(await race(steppedAt(arena, write), meeting, 1)).toEqual([])
  })
})

describe('servers without locks', () => {
  it.each(all)('are fair to two sequential calls: %s', async (meeting) => {
    expect(await race({ ...unlocked, order: inTurn }, meeting, 1)).toEqual([])
  })

  it.each(all.filter((meeting) => ![...fairAnyway, ...byChance, ...keyed].includes(meeting)))(
    'control: are not fair when the first of two calls is stopped halfway: %s',
    async (meeting) => {
      expect(await stoppedHalfway(meeting)).not.toEqual([])
    },
  )

  it.each(keyed)('control: are not fair without the unique key: %s', async (meeting) => {
    const { portico } = unlocked.world
    await portico.sql(`create function other_key() returns trigger language plpgsql as $$ begin
      if exists (select from respondent where anonymous_id = new.anonymous_id) then
        new.anonymous_id = gen_random_uuid();
        -- What is sealed for one cannot be opened for another.
        new.wrapped_key = null;
      end if;
      return new;
    end $$`)
    await portico.sql('create trigger other_key before insert on respondent for each row execute function other_key()')
    const unfair = await stoppedHalfway(meeting)
    await portico.sql('drop function other_key cascade')
    expect(unfair).not.toEqual([])
  })
})
