import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
 * Finds a Chromium for the tests: the one named in PORTICO_BROWSER, an installed one, or the one bundled with the packages. Stores its
 * choice in PORTICO_BROWSER, so that all workers of a run use the same.
 */
export async function findBrowser(): Promise<Browser> {
  const executablePath = process.env['PORTICO_BROWSER'] ?? installed.find((path) => existsSync(path)) ?? (await unpackedBrowser())
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath}: set PORTICO_BROWSER to a Chromium or Chrome.`)
  process.env['PORTICO_BROWSER'] = executablePath
  // It only visits the portal on this machine, and containers rarely allow the sandbox.
  return { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...quiet] }
}

/** Returns the environment for the machine's own programs, without the libraries and fonts of the bundled browser. */
export function machineEnv(): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH: _, FONTCONFIG_PATH: __, ...env } = process.env
  return env
}

// The bundled browser ships the system libraries it needs, but unpacks them only when it detects Lambda.
async function unpackedBrowser(): Promise<string> {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
  process.env['FONTCONFIG_PATH'] ??= fontSettings()
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

// Its own font only covers Latin; the machine's fonts cover the other scripts, so that text has realistic widths.
function fontSettings(): string {
  const folder = join(tmpdir(), 'portico-fonts')
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(tmpdir(), 'fonts')].map((path) => `<dir>${path}</dir>`)
  const usual = ['sans-serif', 'system-ui'].map(
    (family) =>
      `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family><family>Noto Sans</family></prefer></alias>`,
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<fontconfig>${folders.join('')}<cachedir>${join(folder, 'cache')}</cachedir>${usual.join('')}</fontconfig>`,
  )
  return folder
}
