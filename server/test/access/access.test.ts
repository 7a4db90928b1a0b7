import { describe, expect, it } from 'vitest'
import { principals } from '../../src/api/access.ts'
import { agreed } from '../calls/calls.ts'
import { openWorld } from '../calls/world.ts'
import { sweepCell } from './access-sweep.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)

describe('access to every call', () => {
  describe.each(principals)('for %s, over REST and tRPC', (principal) => {
    it.each(agreed.map((row) => [row.path, row] as const))('%s', async (_path, row) => {
      expect(await sweepCell(world, row, principal)).toEqual([])
    })
  })
})
