import { expect, it } from 'vitest'
import { agreed } from '../calls/calls.ts'
import { openWorld } from '../calls/world.ts'
import { admittedCalls, proveRow } from './access-proof.ts'
import { openPortico } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)

it.each(agreed.map((row) => [row.path, row] as const))(
  '%s: the sweep fails without its row, and with any of its cells inverted',
  { timeout: 60_000 },
  async (_path, row) => {
    expect(await proveRow(world, row)).toEqual({ refusesToStart: true, failures: admittedCalls(row), unnoticed: [] })
  },
)
