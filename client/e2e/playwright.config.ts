import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './support/browser.ts'
import { freePort } from '../../server/src/infra/free-port.ts'

// Workers read this file again: what the first reading decided reaches them through the environment.
const browser = await findBrowser()
const port = (process.env['PORTICO_E2E_PORT'] ??= String(await freePort()))
const dataDir = (process.env['PORTICO_E2E_DATA'] ??= newDataDir())
/** What measures time runs in a run of its own, so that nothing else does meanwhile. */
const measured = ['lighthouse.spec.ts', 'keystrokes.spec.ts']
const baseURL = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // A page waits for the server, and a test for the page: two cores have time for a third.
  workers: 3,
  fullyParallel: true,
  // Three tests share two cores: this ends what hangs, and judges no speed.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // Where changes are judged, one second try tells a flaky test from a broken one. Both are defects: the first is listed by name at the
  // end of the run, and either leaves the trace of the failed try in `test-results`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  grepInvert: process.env['PORTICO_LONG'] === '1' ? [] : /@long/,
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: browser,
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Without films and copies of the page at every step, which cost every test a sixth of its time; the screen at the end is kept apart.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
  // The longest test first: the workers end at about the same time then.
  projects: [
    { name: 'story', testMatch: 'story.spec.ts' },
    {
      name: 'portal',
      testIgnore: ['story.spec.ts', ...measured, ...(process.env['PORTICO_PICTURES'] === '1' ? [] : ['pictures.spec.ts'])],
    },
    { name: 'measured', testMatch: measured },
  ],
  webServer: {
    command: `"${process.execPath}" server/dist/serve.js`,
    cwd: '../..',
    url: `${baseURL}/health/ready`,
    env: { PORT: port, DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn', WEBHOOK_LOOPBACK: 'on' },
    stdout: 'pipe',
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})

function newDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  process.on('exit', () => rmSync(path, { recursive: true, force: true }))
  return path
}
