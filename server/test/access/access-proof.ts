import { accessGaps, principals } from '../../src/api/access.ts'
import { appRouter } from '../../src/api/root.ts'
import { endpointsOf } from '../../src/api/rest.ts'
import type { AgreedRow } from '../calls/calls.ts'
import type { World } from '../calls/world.ts'
import { sweepCell, sweepRow, withRow } from './access-sweep.ts'

/** What came of taking a row out of the table, and of turning each of its cells round. */
export interface Proof {
  /** The server would not start without the row. */
  readonly refusesToStart: boolean
  /** Calls of the sweep that fail without the row. */
  readonly failures: number
  /** Principals whose cell can be turned round without any call failing. */
  readonly unnoticed: readonly string[]
}

/** Shows that the sweep depends on a row of the table that the guard reads, and on each of its cells. */
export async function proveRow(world: World, row: AgreedRow): Promise<Proof> {
  const paths = endpointsOf(appRouter).map((endpoint) => endpoint.path)
  const { refusesToStart, failures } = await withRow(row.path, undefined, async () => ({
    refusesToStart: accessGaps(paths).length > 0,
    failures: (await sweepRow(world, row)).length,
  }))
  const unnoticed: string[] = []
  for (const [index, principal] of principals.entries()) {
    const turned = row.cells[index] === '-' ? 'Y' : '-'
    const faults = await withRow(row.path, row.cells.with(index, turned), () => sweepCell(world, row, principal))
    if (faults.length < 2) unnoticed.push(principal)
  }
  return { refusesToStart, failures, unnoticed }
}

/** How many calls of a row the sweep makes that are to be done, which all fail without the row. */
export function admittedCalls(row: AgreedRow): number {
  return 2 * row.cells.filter((cell) => cell !== '-').length
}
