import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Builds client/dist, with the prerendered public pages, when something it is made of changed.
process.chdir(join(import.meta.dirname, '..'))
const stamp = '.cache/client-source'
const source = sourceHash()
if (!existsSync('client/dist/index.html') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== source) build()

function build(): void {
  const started = performance.now()
  console.log('portico  building the client ...')
  rmSync(stamp, { force: true })
  run(['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], 'client')
  if (existsSync('scripts/prerender.ts')) run(['scripts/prerender.ts'], '.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, source)
  console.log(`portico  building the client: done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function run(args: string[], cwd: string): void {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  if (status !== 0) process.exit(status ?? 1)
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const setting of ['VITE_IMPACT_URL', 'VITE_DONATE_URL', 'VITE_CONTACT_EMAIL', 'VITE_CONTACT_PHONE'])
    hash.update(`${setting}=${process.env[setting] ?? ''}\n`)
  const sources = ['client/{src,public}/**/*', 'client/*.*', 'shared/src/**/*', 'scripts/prerender.ts', 'package-lock.json']
  const files = sources.flatMap((pattern) => globSync(pattern, { withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = files.map((entry) => `${entry.parentPath}/${entry.name}`).filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}
