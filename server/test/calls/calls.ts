import { readFileSync } from 'node:fs'
import { principals, type Cell } from '../../src/api/access.ts'
import { endpointsOf, type Endpoint } from '../../src/api/rest.ts'
import { appRouter } from '../../src/api/root.ts'
import { adminCalls } from './admin.ts'
import { agencyCalls } from './agency.ts'
import { announcementCalls } from './announcements.ts'
import { authCalls } from './auth.ts'
import type { CallRow, CallRows } from './call-row.ts'
import { correctionCalls } from './corrections.ts'
import { downloadCalls } from './downloads.ts'
import { draftCalls } from './drafts.ts'
import { messageCalls } from './messages.ts'
import { privacyCalls } from './privacy.ts'
import { questionnaireCalls } from './questionnaires.ts'
import { responseCalls } from './responses.ts'
import { seatCalls } from './seats.ts'
import { translationCalls } from './translations.ts'
import { webhookCalls } from './webhooks.ts'
import { workshopCalls } from './workshops.ts'

/** Every call, once: the basis of all sweeps over the calls. A new call gets a row in the file of its group. */
export const calls: CallRows = {
  ...authCalls,
  ...questionnaireCalls,
  ...responseCalls,
  ...workshopCalls,
  ...seatCalls,
  ...agencyCalls,
  ...adminCalls,
  ...correctionCalls,
  ...downloadCalls,
  ...draftCalls,
  ...translationCalls,
  ...webhookCalls,
  ...privacyCalls,
  ...messageCalls,
  ...announcementCalls,
}

/** A row of the agreed access matrix. */
export interface AgreedRow {
  readonly path: string
  readonly cells: readonly Cell[]
}

const documentOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const rows = documentOf('shared/spec/access-matrix.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, path = '', ...cells]) => ({
    path: path.replaceAll('/', '.'),
    cells: cells.filter((cell) => cell === 'Y' || cell === 'o' || cell === '-'),
  }))

/** The table of translators, by call (shared/spec/access-matrix.md#translators). */
export const agreedForTranslators: ReadonlyMap<string, Cell> = new Map(
  rows.flatMap(({ path, cells: [cell, ...others] }) => (cell && others.length === 0 ? [[path, cell]] : [])),
)

/**
 * The agreed tables (shared/spec/access-matrix.md#calls), so that a change of access.ts alone fails the tests. Columns as in `principals`.
 */
export const agreed: readonly AgreedRow[] = rows
  .filter(({ cells }) => cells.length > 1)
  .map(({ path, cells }) => ({ path, cells: [...cells, agreedForTranslators.get(path) ?? (cells[0] === 'Y' ? 'Y' : '-')] }))

/** Returns the row of a call; throws if there is none. */
export function rowOf(path: string): CallRow {
  const row = calls[path]
  if (!row) throw new Error(missingRow(path))
  return row
}

/** Returns one sentence for everything that the sweeps lack for these calls: what to add, in which row of which file. */
export function gapsOf(endpoints: readonly Endpoint[], rows: CallRows = calls, matrix: readonly AgreedRow[] = agreed): string[] {
  const known = endpoints.map(({ path }) => path)
  const contract = documentOf('shared/spec/contract.md')
  return [
    ...Object.keys(rows)
      .filter((path) => !known.includes(path))
      .map((path) => `${path} is no call (any more): take its row out of ${fileOf(path)}`),
    ...endpoints.flatMap((endpoint) => {
      const row = rows[endpoint.path]
      const cells = matrix.find(({ path }) => path === endpoint.path)?.cells
      return [
        ...(row ? rowGaps(endpoint, row, cells ?? []) : [missingRow(endpoint.path)]),
        ...(cells
          ? []
          : [`${slashed(endpoint.path)} has no row in shared/spec/access-matrix.md#calls: add one, with a cell for each role`]),
        ...(contract.includes(`| ${slashed(endpoint.path)} |`)
          ? []
          : [`${slashed(endpoint.path)} has no row in shared/spec/contract.md#calls: add its input and data`]),
      ]
    }),
  ]
}

function rowGaps({ path, meta }: Endpoint, row: CallRow, cells: readonly Cell[]): string[] {
  const at = `to the row '${path}' in ${fileOf(path)}`
  const documented: readonly string[] = meta.failures ?? []
  const met = Object.keys(row.failures ?? {})
  const bounded: readonly string[] = principals.filter((_who, index) => cells[index] === 'o')
  const shown = Object.keys(row.foreign ?? {})
  return [
    ...documented.filter((id) => !met.includes(id)).map((id) => `${path} documents ${id}: add failures.${id} ${at}`),
    ...met.filter((id) => !documented.includes(id)).map((id) => `${path} is refused with ${id}: add it to \`failures\` of the procedure`),
    ...bounded
      .filter((who) => !shown.includes(who))
      .map((who) => `${path} is bounded for ${who}: add foreign.${who}, what is not theirs, ${at}`),
    ...shown
      .filter((who) => !bounded.includes(who))
      .map((who) => `${path} is not bounded for ${who}: its cell in shared/spec/access-matrix.md is not \`o\``),
  ]
}

const slashed = (path: string) => path.replaceAll('.', '/')

function missingRow(path: string): string {
  return `${path} has no row: add one with a \`sample\` to ${fileOf(path)}`
}

function fileOf(path: string): string {
  const group = path.includes('.') ? path.split('.')[0] : 'auth'
  return `server/test/calls/${group}.ts`
}

/** All calls of the portal. */
export const endpoints: readonly Endpoint[] = endpointsOf(appRouter)
