import { openWorld } from '../calls/world.ts'
import { openPortico } from '../support/harness.ts'
import { openReplica } from '../support/replicas.ts'
import { atOnce } from './orders.ts'
import type { Arena } from './races.ts'

/** Opens two servers on a separate database, the second one's clock a second ahead; without locks for control tests. */
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
