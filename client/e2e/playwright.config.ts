import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './support/browser.ts'
import { freePort } from '../../server/src/infra/free-port.ts'

// Workers evaluate this file again and get the values of the first evaluation through the environment.
const browser = await findBrowser()
const port = (process.env['PORTICO_E2E_PORT'] ??= String(await freePort()))
const dataDir = (process.env['PORTICO_E2E_DATA'] ??= newDataDir())
/** Tests that measure time run in a separate project, so that nothing else runs at the same time. */
const measured = ['lighthouse.spec.ts', 'keystrokes.spec.ts']
/** The longest tests begin first, so that no worker is left with one of them at the end. */
const longest = ['story.spec.ts', 'workshop-day.spec.ts', 'webhooks.spec.ts', 'trying.spec.ts']
const baseURL = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  // Pages wait for the server, and tests for pages, so two cores can run more workers.
  workers: 4,
  fullyParallel: true,
  // Four tests share two cores: this only ends hanging tests and does not judge speed.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  // In CI, one retry tells a flaky test from a broken one. Both are defects: flaky tests are listed at the end of the run, and the failed
  // attempt leaves its trace in `test-results`.
  retries: process.env['CI'] === undefined ? 0 : 1,
  grepInvert: process.env['PORTICO_LONG'] === '1' ? [] : /@long/,
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: browser,
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Without screencasts and DOM snapshots, which cost every test a sixth of its time; the final screenshot is saved separately.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
  projects: [
    { name: 'longest', testMatch: longest },
    {
      name: 'portal',
      testIgnore: [...longest, ...measured, ...(process.env['PORTICO_PICTURES'] === '1' ? [] : ['pictures.spec.ts'])],
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
