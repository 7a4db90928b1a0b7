import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { PortalProcess } from './portal-process.ts'

it('a portal that fails to start leaves no process behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-process-'))
  const [neverUp, pidFile] = [join(folder, 'never-up.mjs'), join(folder, 'pid')]
  await writeFile(
    neverUp,
    `import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
    setInterval(() => {}, 1_000)`,
  )
  // A test process that exits while it waits.
  const tests = `import { statSync } from 'node:fs'
    import { PortalProcess } from ${JSON.stringify(new URL('portal-process.ts', import.meta.url))}
    void new PortalProcess(${JSON.stringify(neverUp)}, 1, {}).untilReady()
    setInterval(() => statSync(${JSON.stringify(pidFile)}, { throwIfNoEntry: false })?.size && process.exit(), 20)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', tests])
  const pid = Number(await readFile(pidFile, 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
  await rm(folder, { recursive: true })
})

it('a portal whose port is taken before it listens starts on another one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-process-'))
  const program = join(folder, 'listens.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:net'
    createServer().listen(process.env.PORT, '127.0.0.1', () => console.log('ready at ' + process.env.PORT))`,
  )
  const taken = createServer()
  const tried: number[] = []
  const portal = await PortalProcess.onFreePort(program, async (port) => {
    if (tried.push(port) === 1) await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve))
    return {}
  })
  expect(tried).toHaveLength(2)
  expect(portal.port).toBe(tried[1])
  await portal.end('SIGKILL')
  await new Promise((resolve) => taken.close(resolve))
  await rm(folder, { recursive: true })
})

it('a portal that ends before it is ready is an error with what it said', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-process-'))
  const program = join(folder, 'ends.mjs')
  await writeFile(program, `console.error('The disk is full')`)
  await expect(PortalProcess.onFreePort(program, async () => ({}))).rejects.toThrow(/before it was ready: The disk is full/)
  await rm(folder, { recursive: true })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
