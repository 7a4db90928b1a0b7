import { accessGaps, principals } from '../../src/api/access.ts'
import { appRouter } from '../../src/api/root.ts'
import { endpointsOf } from '../../src/api/rest.ts'
import type { AgreedRow } from '../calls/calls.ts'
import type { World } from '../calls/world.ts'
import { sweepCell, sweepRow, withRow } from './access-sweep.ts'

/** The result of removing a row from the access table, and of inverting each of its cells. */
export interface Proof {
  /** Whether the server refuses to start without the row. */
  readonly refusesToStart: boolean
  /** How many calls of the sweep fail without the row. */
  readonly failures: number
  /** Principals whose cell can be inverted without any call failing. */
  readonly unnoticed: readonly string[]
}

/** Proves that the sweep depends on a row of the access table, and on each of its cells. */
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

/** Returns how many admitted calls the sweep makes for a row, all of which fail without the row. */
export function admittedCalls(row: AgreedRow): number {
  return 2 * row.cells.filter((cell) => cell !== '-').length
}
