import { openWorld } from '../calls/world.ts'
import { openPortico } from '../support/harness.ts'
import { openReplica } from '../support/replicas.ts'
import { atOnce } from './orders.ts'
import type { Arena } from './races.ts'

/** Two servers on a database of their own, the second a second late; without their locks where a test is to show what they are for. */
export async function openArena(withoutLocks: boolean): Promise<Arena> {
  const portico = await openPortico()
  const world = await openWorld(portico)
  const first = withoutLocks ? await openReplica(portico, { withoutLocks }) : portico.app
  const second = await openReplica(portico, { withoutLocks, lateMs: 1_000 })
  const [adam, rosa, ana, ben, vera, visitor] = await Promise.all([
    portico.as('adam'),
    portico.as('rosa'),
    portico.as('ana'),
    portico.as('ben'),
    portico.as('vera'),
    portico.as(),
  ])
  return { world, order: atOnce, apps: [first, second], people: { adam, rosa, ana, ben, vera, visitor } }
}
