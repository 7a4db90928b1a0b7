import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

const root = join(import.meta.dirname, '..')
const report = join(tmpdir(), `portico-access-${process.pid}.json`)

/**
 * Removes each row of the access table, and inverts each of its cells, in memory, and shows that the tests derived from the agreed table
 * then fail. Prints one line per row; returns how many rows are not proven. `node scripts/prove-access.ts`
 */
export async function proveAccess(): Promise<number> {
  await runProof()
  const { testResults } = readReport()
  const rows = testResults.flatMap((file) => file.assertionResults)
  for (const { title, status, failureMessages } of rows)
    console.log(status === 'passed' ? `proven      ${title}` : `NOT PROVEN  ${title}\n${failureMessages.join('\n')}`)
  for (const { message } of testResults) if (message && rows.length === 0) console.error(message)
  const open = rows.filter((row) => row.status !== 'passed').length
  console.log(`${rows.length - open} of ${rows.length} rows proven`)
  return rows.length === 0 ? 1 : open
}

function runProof(): Promise<void> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/vitest.config.ts', '--project', 'server']
  const only = ['server/test/access/access-proof.long.test.ts', '--reporter=json', `--outputFile=${report}`]
  const run = spawn(process.execPath, [...args, ...only], { cwd: root, env: { ...process.env, PORTICO_LONG: '1' }, stdio: 'ignore' })
  return new Promise((resolve, reject) => run.on('error', reject).on('exit', () => resolve()))
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } finally {
    rmSync(report, { force: true })
  }
}

if (import.meta.main) process.exitCode = (await proveAccess()) === 0 ? 0 : 1
