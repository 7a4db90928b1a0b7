// Shared by start.mjs and test.mjs. Plain JavaScript, because it runs on the installed Node (20 or newer) before anything else is
// installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = join(root, '.cache')

/** Prints one line of progress, distinguishable from the output of the tools. */
export function say(text) {
  console.log(`portico  ${text}`)
}

/** Runs `npm ci` in a package folder if its lock file, its manifests or the platform have changed since the last time. */
export async function install(folder, what) {
  const stamp = join(folder, 'node_modules', '.stamp')
  const wanted = fingerprint(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(folder)) await timed(`installing ${what}`, () => npm(['ci', '--loglevel=error', '--no-progress'], folder))
  writeFileSync(stamp, wanted)
}

// npm keeps a list of what it installed. After `npm i some-package` it matches the lock file, and nothing has to be installed again.
function isInstalled(folder) {
  const list = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {})
  const there = list(join(folder, 'node_modules', '.package-lock.json'))
  const wanted = Object.entries(list(join(folder, 'package-lock.json'))).filter(
    ([path, { optional }]) => path.startsWith('node_modules/') && !optional,
  )
  return wanted.every(([path, { version, link }]) => there[path]?.version === version && Boolean(there[path]?.link) === Boolean(link))
}

/** Prints what starts and how it ended; `work` returns false if it failed. Prints progress every 3 s, unless the work `reports` itself. */
export async function timed(what, work, { reports = false } = {}) {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  say(`${what} ...`)
  const ticker = reports ? undefined : setInterval(() => say(`${what} ... ${Math.round(Number(seconds()))} s so far`), 3000)
  try {
    const result = await work()
    say(`${what}: ${result === false ? 'FAILED after' : 'done in'} ${seconds()} s`)
    return result
  } finally {
    clearInterval(ticker)
  }
}

/** Returns the Node installed by `npm ci`, or this one if it can run TypeScript. Resolved by path, never through PATH. */
export function bundledNode() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const bundled = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(bundled)) return bundled
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  throw new Error(`There is no bundled Node for ${process.platform} ${process.arch}: run this with Node 22.18 or newer.`)
}

/**
 * Runs the bundled Node, forwards signals to it, and returns its exit code. Also stops the child when npm is gone, because SIGTERM ends npm
 * and its shell without reaching this process.
 */
export function runNode(args, { cwd = root, env = {} } = {}) {
  mkdirSync(cache, { recursive: true })
  const child = spawn(bundledNode(), args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(cache, 'node-compile'), ...env },
  })
  const stop = (signal) => child.kill(signal)
  const parents = ancestors()
  const orphaned = process.env.npm_lifecycle_event ? setInterval(() => ancestors() !== parents && stop('SIGTERM'), 500) : undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(orphaned)
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, stop)
      resolve(signal ? 1 : code)
    })
  })
}

/** Prints an error without a stack and exits with code 1. */
export function fail(error) {
  console.error(`portico  ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

function fingerprint(folder) {
  const manifest = manifestOf(folder)
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  hash.update(readFileSync(join(folder, 'package-lock.json')))
  for (const part of ['.', ...(manifest.workspaces ?? [])]) {
    const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = manifestOf(join(folder, part))
    hash.update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
  }
  return hash.digest('hex')
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

// `npm run` puts node_modules/.bin, and with it the bundled Node, first on PATH, and `npm ci` would delete the Node it runs on. Therefore
// npm runs on the Node of the outer npm, with node_modules removed from PATH.
function npm(args, cwd) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  for (const name of Object.keys(env)) if (/^npm_(config_(local_)?prefix|package)/.test(name)) delete env[name]
  const cli = process.env.npm_execpath
  const child =
    cli && /npm-cli\.c?js$/.test(cli)
      ? spawn(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], { cwd, env, stdio: 'inherit' })
      : spawn('npm', args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new Error('npm was not found. Install Node 20 or newer with npm, then try again.')))
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed in ${cwd}, see above.`))))
  })
}

// Parent and grandparent: `npm run` starts a shell, which outlives npm when npm is killed.
function ancestors() {
  const stat = `/proc/${process.ppid}/stat`
  const grandparent = existsSync(stat)
    ? readFileSync(stat, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1]
    : ''
  return `${process.ppid} ${grandparent}`
}
