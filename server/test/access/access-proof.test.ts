import { describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { agreed } from '../calls/calls.ts'
import { openWorld } from '../calls/world.ts'
import { admittedCalls, proveRow } from './access-proof.ts'
import { sweepRow, withRow } from './access-sweep.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const sample = agreed.filter(({ path }) =>
  ['getMyProfile', 'responses.getAllResponses', 'agency.getAssignedRespondents', 'workshops.respondentCheckIn'].includes(path),
)

describe('the access sweep', () => {
  it.each(sample.map((row) => [row.path, row] as const))(
    'fails without the row of %s, and with any of its cells inverted',
    async (_path, row) => {
      expect(await proveRow(world, row)).toEqual({ refusesToStart: true, failures: admittedCalls(row), unnoticed: [] })
      expect(await sweepRow(world, row)).toEqual([])
    },
  )

  it('cannot even begin: without a row the server does not start', async () => {
    const start = withRow('getMyProfile', undefined, () => buildApp(portico.services))
    await expect(start).rejects.toThrow('getMyProfile has no row in access.ts')
  })
})
