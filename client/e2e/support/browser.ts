import { existsSync } from 'node:fs'

export type Browser = { executablePath: string; args: string[] }

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * A Chromium to test with: the one PORTICO_BROWSER names, an installed one, or the packed one that came with the packages.
 * Remembers its choice in PORTICO_BROWSER, so that every worker of a run uses the same.
 */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env['PORTICO_BROWSER'] ?? installed.find((path) => existsSync(path)) ?? (await unpackedBrowser())
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath}: set PORTICO_BROWSER to a Chromium or Chrome.`)
  process.env['PORTICO_BROWSER'] = executablePath
  // It only ever visits the portal on this machine, and containers rarely allow the sandbox.
  return { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...quiet] }
}

// The packed browser brings the system libraries it needs, but unpacks them only where it believes to run on Lambda.
async function unpackedBrowser(): Promise<string> {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
