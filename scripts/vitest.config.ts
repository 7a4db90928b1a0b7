import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const long = process.env['PORTICO_LONG'] === '1'

// No retries: a test that fails once has found something. Files that take minutes or measure time are named *.long.test.ts and only run
// with `npm run test:long`.
function project(
  name: string,
  test: TestProjectInlineConfiguration['test'] = {},
  apart: readonly string[] = [],
): TestProjectInlineConfiguration {
  const exclude = ['**/node_modules/**', 'e2e/**', ...(long ? apart : ['**/*.long.test.ts'])]
  return {
    root: `${root}${name}`,
    test: { name, include: ['**/*.test.{ts,tsx}'], exclude, testTimeout: 30_000, hookTimeout: 60_000, ...test },
  }
}

/** Files that compare durations run one after the other, after everything else. */
const timed = ['**/*timing.long.test.ts']
/** A file that measures CPU time runs in a separate process, in parallel with the others. */
const counted = ['**/hostile.long.test.ts']

// Threads that share loaded modules halve the run of the server and the client: importing them takes longer than testing them. Tests wait
// for PostgreSQL and for password hashes, so each core can run two threads.
const shares = { pool: 'threads', isolate: false, maxWorkers: 2 * availableParallelism() } as const
const server = { ...shares, globalSetup: `${root}server/test/support/global-setup.ts` }
const clientConfig = `${root}client/vite.config.ts`
const clientSetup = `${root}client/test/setup.ts`

/** The slowest files, slowest first; a fresh clone has no earlier results. */
const longest = [
  'server/test/access/access.test.ts',
  'server/test/errors.test.ts',
  'server/test/races/races.test.ts',
  'server/src/features/auth/attempts.test.ts',
  'server/src/features/downloads/downloads.test.ts',
  'server/test/access/api-tokens.test.ts',
  'server/test/races/durability.test.ts',
  'server/src/features/drafts/transfers.test.ts',
  'server/src/infra/postgres/embedded-postgres.test.ts',
  'server/test/access/missing-second-factor.test.ts',
]

/** Starts with the slowest files, so that no worker is left with one of them at the end; the others keep Vitest's order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? longest.length : place
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 15_000 } },
    passWithNoTests: true,
    projects: [
      project('shared', shares),
      project('scripts', shares),
      project('server', server, [...timed, ...counted]),
      ...(long
        ? [
            project('server', { ...server, name: 'counted', include: counted, pool: 'forks' }),
            project('server', { ...server, name: 'timing', include: timed, fileParallelism: false, sequence: { groupOrder: 1 } }),
          ]
        : []),
      {
        ...project('client', { ...shares, environment: 'jsdom', setupFiles: existsSync(clientSetup) ? [clientSetup] : [] }),
        extends: existsSync(clientConfig) ? clientConfig : false,
      },
    ],
  },
})
