import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoveryAfter, sendCrowd } from '../clients.ts'
import { openPortal, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** The disk of the database is full for 15 s, and there is room again. Needs root, for a small disk of its own. */
export const fullDisk: Scenario = {
  name: 'the disk of the database is full for 15 s',
  async run() {
    const disk = await mkdtemp(join(tmpdir(), 'portico-small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', disk])
    try {
      const portal = await openPortal(2, join(disk, 'data'))
      try {
        return await fillDisk(portal, disk)
      } finally {
        await portal.close()
      }
    } finally {
      execFileSync('umount', ['-l', disk])
      await rm(disk, { recursive: true, force: true })
    }
  },
}

async function fillDisk(portal: Portal, disk: string) {
  const crowd = await sendCrowd(portal, { clients: 20 })
  await sleep(2_000)
  const filler = join(disk, 'filler')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 2 * 1_024 * 1_024), 1))
  await sleep(5_000)
  const rest = await statfs(disk)
  await writeFile(`${filler}.2`, Buffer.alloc(rest.bavail * rest.bsize, 1)).catch(() => {})
  await sleep(10_000)
  const refused = crowd.statuses.get('503') ?? 0
  for (const file of [filler, `${filler}.2`]) await rm(file, { force: true })
  const over = performance.now()
  await sleep(1_000)
  const died = !(await portal.sql('select 1').catch(() => undefined))
  if (died) await portal.stopDatabase().catch(() => {})
  if (died) await portal.startDatabase()
  await sleep(11_000)
  await crowd.leave()
  const took = recoveryAfter(crowd, over)
  return {
    seen: `${figuresOf(crowd)}, ${died ? 'PostgreSQL had ended and was started again' : 'PostgreSQL went on by itself'}, next answer ${took.toFixed(1)} s after there was room`,
    faults: [...(await faultsOf(portal, crowd)), ...unless(took <= 10, `it took ${took.toFixed(1)} s to go on`)],
    // A disk that is not full refuses nothing.
    control: { seen: `${refused} submissions were refused while it was full`, shows: refused > 0 },
  }
}
