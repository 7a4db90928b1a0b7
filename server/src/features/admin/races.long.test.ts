import { expect, test } from 'vitest'
import { raceRoots } from '../../../test/races/auth-races.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()

test('one root remains when two roots demote each other concurrently, over 200 rounds', { timeout: 120_000 }, async () => {
  expect(await raceRoots(portico, 200)).toEqual({ lost: 0, refused: 200 })
})
