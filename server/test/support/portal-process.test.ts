import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
