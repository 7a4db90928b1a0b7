import { describe, expect, it } from 'vitest'
import { access, principals } from '../../src/api/access.ts'
import { appRouter } from '../../src/api/root.ts'
import { endpointsOf } from '../../src/api/rest.ts'
import { openWorld, samples } from './access-calls.ts'
import { agreed, sweepCell } from './access-sweep.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)

describe('who may make which call', () => {
  it('is agreed for every call, and for no call that is not there', () => {
    const paths = endpointsOf(appRouter).map((endpoint) => endpoint.path)
    expect(paths.toSorted()).toEqual(agreed.map((row) => row.path).toSorted())
    expect(Object.keys(samples).toSorted()).toEqual(paths.toSorted())
  })

  it('is what the guard goes by', () => {
    expect(access).toEqual(Object.fromEntries(agreed.map(({ path, cells }) => [path, cells])))
  })

  describe.each(principals)('for %s, through both doors', (principal) => {
    it.each(agreed.map((row) => [row.path, row] as const))('%s', async (_path, row) => {
      expect(await sweepCell(world, row, principal)).toEqual([])
    })
  })
})
