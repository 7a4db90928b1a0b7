import type { Role } from '@portico/shared/words/roles'
import { access, translatorAccess, type Cell, type Principal, principals } from '../../src/api/access.ts'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import { rowOf, type AgreedRow } from '../calls/calls.ts'
import type { Sample } from '../calls/call-row.ts'
import type { World } from '../calls/world.ts'
import { transports } from '../support/both-transports.ts'

const member: Record<Principal, SeedAccountName | undefined> = {
  anonymous: undefined,
  AGENCY: 'ana',
  ADMIN_USER: 'adam',
  ROOT_USER: 'rosa',
  VOLUNTEERV1: 'vera',
  TRANSLATOR: 'tara',
} satisfies Record<Role | 'anonymous' | 'TRANSLATOR', SeedAccountName | undefined>

/**
 * Makes a call as a principal over REST and tRPC and compares the result with the agreed cell: done, or refused with the agreed message
 * before the input is read. Returns a line for each difference.
 */
export async function sweepCell(world: World, { path, cells }: AgreedRow, principal: Principal): Promise<string[]> {
  const refused = cells[principals.indexOf(principal)] === '-'
  const wanted = refused ? refusals[principal === 'anonymous' ? 'anonymous' : 'staff'] : 'done'
  const faults: string[] = []
  for (const [name, call] of transports) {
    const { input, headers = {}, token: own } = await (refused ? sampleToRefuse(world, path) : rowOf(path).sample(world, principal))
    const token = own ?? (await world.portico.as(member[principal])).accessToken
    for (const sent of refused ? [input, 'nonsense'] : [input]) {
      const answer = await call(world.portico.app, path, sent, { token, headers }).catch(strange)
      const got = answer.ok ? 'done' : [answer.status, answer.id, answer.message].join(' ')
      if (got !== wanted) faults.push(`${path} for ${principal} at ${name}: ${got}, agreed is ${wanted}`)
    }
  }
  return faults
}

const shown = new WeakMap<World, Map<string, Sample>>()

/** Returns a sample for callers who are refused before the input is read: it is not used up, so it can be reused. */
export async function sampleToRefuse(world: World, path: string): Promise<Sample> {
  const samples = shown.get(world) ?? new Map<string, Sample>()
  shown.set(world, samples)
  const { input, headers = {} } = samples.get(path) ?? (await rowOf(path).sample(world, 'ROOT_USER'))
  samples.set(path, { input, headers })
  return { input, headers }
}

const refusals = {
  anonymous: '401 UNAUTHENTICATED Authentication failure for endpoint',
  staff: '403 FORBIDDEN Not authorized for endpoint',
}

// A response that the API document does not describe.
function strange(error: unknown) {
  return { ok: false, status: 0, id: 'undocumented', message: error instanceof Error ? error.message : String(error) }
}

/** Sweeps a whole row with `sweepCell`. */
export async function sweepRow(world: World, row: AgreedRow): Promise<string[]> {
  const faults: string[] = []
  for (const principal of principals) faults.push(...(await sweepCell(world, row, principal)))
  return faults
}

/** Runs with other cells in the access tables, the last one for translators; undefined removes the row. */
export async function withRow<Result>(path: string, cells: readonly Cell[] | undefined, run: () => Promise<Result>): Promise<Result> {
  const [before, translators] = [access[path], translatorAccess[path]]
  if (cells) {
    Object.assign(access, { [path]: cells.slice(0, -1) })
    Object.assign(translatorAccess, { [path]: cells.at(-1) })
  } else Reflect.deleteProperty(access, path)
  try {
    return await run()
  } finally {
    Object.assign(access, { [path]: before })
    if (translators) Object.assign(translatorAccess, { [path]: translators })
    else Reflect.deleteProperty(translatorAccess, path)
  }
}
