import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('keeps its data across restarts and requires the password', async () => {
  const first = await start()
  await query(first.url, 'create table kept (word text); insert into kept values ($$still here$$)')
  await first.stop()

  const second = await start()
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'still here' }])
  const guessed = new URL(second.url)
  guessed.password = 'portico'
  await expect(query(guessed.href, 'select 1')).rejects.toThrow('password authentication failed')
  await second.stop()
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
})

test('rejects a data folder that a running portal uses, says what to do, and starts on another folder', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
  const running = await start()
  await expect(start()).rejects.toThrow(/Another portal \(process \d+\) is running .* DATA_DIR=/)
  const other = await startEmbeddedPostgres({ dataDir: elsewhere, fast: true })
  expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await Promise.all([running.stop(), other.stop()])
  await rm(elsewhere, { recursive: true })
}, 60_000)

test('starts with every committed row after the portal and its database were killed', async () => {
  const { portal, url } = await startInProcess()
  await query(url, 'create table acknowledged (id int); insert into acknowledged values (1)')
  process.kill(await postmaster(), 'SIGKILL')
  portal.kill('SIGKILL')
  await once(portal, 'exit')

  const next = await start()
  expect(await query(next.url, 'select id from acknowledged')).toEqual([{ id: 1 }])
  await next.stop()
})

test('reports a database that ends without having been stopped, and then frees the data folder', async () => {
  const stopped = await start()
  const heard: string[] = []
  void stopped.failed.then(({ message }) => heard.push(message))
  await stopped.stop()

  const killed = await start()
  process.kill(await postmaster(), 'SIGKILL')
  expect((await killed.failed).message).toBe('PostgreSQL ended unexpectedly, with SIGKILL. Start the portal again.')
  await killed.stop()
  await (await start()).stop()
  expect(heard).toEqual([])
})

test('stops the database when the portal is killed', async () => {
  const { portal } = await startInProcess()
  portal.kill('SIGKILL')
  await expect.poll(() => existsSync(join(dataDir, 'postgres', 'postmaster.pid')), { timeout: 10_000 }).toBe(false)
})

test('starts when the process id of its dead database now belongs to another program', async () => {
  await (await start()).stop()
  await writeFile(join(dataDir, 'portico.pid'), '1 1')
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `1\n${join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const database = await start()
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test.each([
  { ends: 'after removing its file', hasFile: false },
  { ends: 'without removing its file', hasFile: true },
])('starts when the database of a killed portal ends by itself, $ends, just when it is to be stopped', async ({ hasFile }) => {
  await (await start()).stop()
  const cluster = join(dataDir, 'postgres')
  const file = join(cluster, 'postmaster.pid')
  const ending = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', cluster])
  await writeFile(file, `${ending.pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const logged: string[] = []
  const log = (line: string) => {
    logged.push(line)
    queueMicrotask(() => {
      ending.kill('SIGKILL')
      const status = `/proc/${ending.pid}/stat`
      while (existsSync(status) && !readFileSync(status, 'utf8').includes(') Z '));
      if (!hasFile) rmSync(file)
    })
  }
  const database = await startEmbeddedPostgres({ dataDir, log })
  expect(logged).toEqual(['stopping the database that a killed portal left running'])
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('regenerates empty password files left by an interrupted first start', async () => {
  const cutOff = await mkdtemp(join(tmpdir(), 'portico-embedded-'))
  for (const name of ['postgres-password', 'postgres-app-password']) await writeFile(join(cutOff, name), '')
  const database = await startEmbeddedPostgres({ dataDir: cutOff, fast: true })
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await readFile(join(cutOff, 'postgres-app-password'), 'utf8')).toMatch(/^[0-9a-f]{48}$/)
  await database.stop()
  await rm(cutOff, { recursive: true })
})

test('shows the log of PostgreSQL when it cannot start', async () => {
  await (await start()).stop()
  const configuration = join(dataDir, 'postgres', 'postgresql.conf')
  const before = await readFile(configuration, 'utf8')
  await writeFile(configuration, `${before}\nno_such_setting = on\n`)
  await expect(start()).rejects.toThrow(/no_such_setting/)
  await writeFile(configuration, before)
  await (await start()).stop()
})

function start() {
  return startEmbeddedPostgres({ dataDir })
}

async function startInProcess() {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)
  const code = `const { startEmbeddedPostgres } = await import(${module})
    console.log((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })).url)
    setInterval(() => {}, 1000)`
  const portal = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((ready) => portal.stdout.once('data', (chunk: Buffer) => ready(chunk.toString().trim())))
  return { portal, url }
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
