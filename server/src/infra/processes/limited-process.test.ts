import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ProcessStopped, startProcess, TooMuchMemory } from './limited-process.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-processes-'))
afterAll(() => rm(folder, { recursive: true }))
const megabyte = 1024 * 1024
const runTaskUrl = JSON.stringify(new URL('./run-task.ts', import.meta.url).href)

describe('a task in a process of its own', () => {
  it('receives its task and messages, and answers', async () => {
    const echo = 'portal.onMessage((message) => (portal.send(message), message.last && done())); portal.send(task); await until'
    const script = await scriptOf(`let done; const until = new Promise((resolve) => (done = resolve)); ${echo}`)
    const running = run(script, { bytes: new Uint8Array([1, 2]) })
    running.send({ date: new Date(5) })
    running.send({ last: true })
    expect(await running.ended).toBeUndefined()
    expect(running.messages).toEqual([{ bytes: new Uint8Array([1, 2]) }, { date: new Date(5) }, { last: true }])
  })

  it('sees nothing of the environment, and may leave no core file', async () => {
    vi.stubEnv('KEYRING', 'secret')
    const script = await scriptOf(
      `const { readFileSync } = await import('node:fs')
       portal.send(Object.keys(process.env))
       portal.send(/^Max core file size +(\\d+) +(\\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')).slice(1))`,
    )
    const running = run(script)
    expect(await running.ended).toBeUndefined()
    const [names, core] = running.messages as [string[], string[]]
    expect(names.filter((name) => !/^(NODE_COMPILE_CACHE|NODE_CHANNEL_.*|PWD|_|SHLVL|OLDPWD)$/.test(name))).toEqual([])
    expect(core).toEqual(['0', '0'])
    vi.unstubAllEnvs()
  })

  it.each([
    ['what the task throws', "throw new RangeError('too long')", { name: 'RangeError', message: 'too long' }],
    ['that it ended early', "console.error('no disk'); process.exit(3)", { message: 'The process ended early with code 3: no disk\n' }],
  ])('reports %s', async (_what, body, error) => {
    expect(await run(await scriptOf(body)).ended).toMatchObject(error)
  })

  it.each([
    ['a full heap', 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, index) => ({ index })))'],
    ['one string that does not fit', `portal.send(Buffer.from('ab'.repeat(${100 * megabyte}) + Math.random()).length)`],
    ['memory outside the heap', 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1))'],
    ['the end by the system', "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})"],
  ])('that takes too much memory fails alone: %s', async (_what, body) => {
    expect(await run(await scriptOf(body)).ended).toBeInstanceOf(TooMuchMemory)
  })

  it('reports that it was stopped from outside', async () => {
    const script = await scriptOf("process.kill(process.pid, 'SIGTERM'); await new Promise(() => {})")
    expect(await run(script).ended).toBeInstanceOf(ProcessStopped)
  })

  it('tells its CPU time, and is gone once it is stopped', async () => {
    const running = run(await scriptOf('portal.send(process.pid); await new Promise((done) => setTimeout(done)); for (;;);'))
    await vi.waitFor(() => expect(running.cpuMs()).toBeGreaterThan(300), 20_000)
    const [pid] = running.messages as [number]
    expect(isAlive(pid), 'control').toBe(true)
    await running.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('ends when the portal is killed', async () => {
    const waiting = await scriptOf('portal.send(process.pid); await new Promise(() => {})')
    const portal = join(folder, 'portal.ts')
    await writeFile(
      portal,
      `import { startProcess } from ${JSON.stringify(new URL('./limited-process.ts', import.meta.url).href)}
       startProcess(new URL(${JSON.stringify(waiting.href)}), {}, { heapMb: 64, residentMb: 256 }, {
         message: (pid) => console.log(pid), cpu() {}, ended: (error) => console.log(error) })`,
    )
    const killed = spawn(process.execPath, [portal], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(killed.stdout, 'data')
    const pid = Number(String(line))
    expect(isAlive(pid), 'control').toBe(true)
    killed.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000)
  })
})

let scripts = 0

/** Writes a script that runs `body` as its task. */
async function scriptOf(body: string): Promise<URL> {
  const file = join(folder, `${++scripts}.ts`)
  await writeFile(file, `import { runTask } from ${runTaskUrl}\nrunTask(async (task: any, portal: any) => { ${body} })`)
  return pathToFileURL(file)
}

function run(script: URL, task: object = {}) {
  const messages: unknown[] = []
  let cpuMs = 0
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const started = startProcess<unknown, object>(
    script,
    task,
    { heapMb: 64, residentMb: 300 },
    { message: (message) => messages.push(message), cpu: (now) => (cpuMs = now), ended: resolve },
  )
  return { ...started, messages, ended, cpuMs: () => cpuMs }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
