import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Builds what changed since the last time: client/dist, with the prerendered public pages, and server/dist, bundled into a few files,
// because a server that loads hundreds of small ones takes twice as long to start.
process.chdir(join(import.meta.dirname, '..'))

buildChanged('client', {
  result: 'client/dist/index.html',
  sources: ['client/{src,public}/**/*', 'client/*.*', 'shared/src/**/*', 'scripts/prerender.ts', 'package-lock.json'],
  settings: ['VITE_IMPACT_URL', 'VITE_DONATE_URL', 'VITE_CONTACT_EMAIL', 'VITE_CONTACT_PHONE'],
  steps: [
    { args: ['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], cwd: 'client' },
    { args: ['scripts/prerender.ts'], cwd: '.' },
  ],
})
buildChanged('server', {
  result: 'server/dist/serve.js',
  sources: ['server/src/**/*', 'shared/src/**/*', 'scripts/{serve,bundle-server}.ts', 'package-lock.json'],
  settings: [],
  steps: [{ args: ['scripts/bundle-server.ts'], cwd: '.' }],
})

interface Part {
  /** A file that exists once the part is built. */
  readonly result: string
  /** Glob patterns of its source files, and the environment variables that affect it. */
  readonly sources: readonly string[]
  readonly settings: readonly string[]
  readonly steps: readonly { readonly args: readonly string[]; readonly cwd: string }[]
}

function buildChanged(name: string, part: Part): void {
  const stamp = `.cache/${name}-source`
  const source = sourceHash(part)
  if (existsSync(part.result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return
  const started = performance.now()
  console.log(`portico  building the ${name} ...`)
  rmSync(stamp, { force: true })
  for (const { args, cwd } of part.steps) {
    const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
    if (status !== 0) process.exit(status ?? 1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, source)
  console.log(`portico  building the ${name}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function sourceHash({ sources, settings }: Part): string {
  const hash = createHash('sha256')
  for (const setting of settings) hash.update(`${setting}=${process.env[setting] ?? ''}\n`)
  const files = sources.flatMap((pattern) => globSync(pattern, { withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = files.map((entry) => `${entry.parentPath}/${entry.name}`).filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of paths.toSorted()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}
