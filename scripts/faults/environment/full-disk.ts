import { changed } from '../change.ts'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoveryAfter, sendCrowd } from '../clients.ts'
import { openPortal, type Portal } from '../portal.ts'
import { faultsOf, figuresOf, unless, type Scenario } from '../scenario.ts'

/** The disk of the database is full for 15 s, and then has space again. Requires root, to mount a separate small disk. */
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

// Does not distinguish a full disk from a defect.
const withoutDetection = [
  changed(
    'infra/postgres/connection-loss.ts',
    ' || hasCause(error, (cause, code) => shortageCodes.test(code) || shortageMessages.test(cause.message))',
    '',
  ),
]

async function fillDisk(portal: Portal, disk: string) {
  const crowd = await sendCrowd(portal, { clients: 20 })
  await sleep(2_000)
  const fuller = await fill(disk, 15_000)
  const died = await freeDisk(portal, fuller)
  const over = performance.now()
  await sleep(11_000)
  await crowd.leave()
  const took = recoveryAfter(crowd, over)
  const refused = crowd.statuses.get('503') ?? 0
  return {
    seen: `${figuresOf(crowd)}, ${died ? 'PostgreSQL had ended and was started again' : 'PostgreSQL went on by itself'}, next answer ${took.toFixed(1)} s after there was room`,
    faults: [
      ...(await faultsOf(portal, crowd)),
      ...unless(took <= 10, `it took ${took.toFixed(1)} s to go on`),
      ...unless(refused > 0, 'the disk was not full'),
    ],
    control: await runControl(portal, disk),
  }
}

// Fills the disk and returns the files, to be removed.
async function fill(disk: string, ms: number, enough = () => false): Promise<string[]> {
  const files: string[] = []
  for (const until = Date.now() + ms; Date.now() < until && !enough(); await sleep(250)) {
    const { bavail, bsize } = await statfs(disk)
    if (bavail * bsize < 4_096) continue
    const file = join(disk, `filler.${files.length}`)
    files.push(file)
    await writeFile(file, Buffer.alloc(bavail * bsize, 1)).catch(() => {})
  }
  return files
}

// Frees the disk; returns whether PostgreSQL had ended.
async function freeDisk(portal: Portal, files: readonly string[]): Promise<boolean> {
  for (const file of files) await rm(file, { force: true })
  await sleep(1_000)
  if (await portal.sql('select 1').catch(() => undefined)) return false
  await portal.stopDatabase().catch(() => {})
  await portal.startDatabase()
  return true
}

async function runControl(portal: Portal, disk: string) {
  await portal.replaceAll({ changes: withoutDetection })
  const crowd = await sendCrowd(portal, { clients: 20 })
  const files = await fill(disk, 20_000, () => crowd.broken.length > 0)
  await freeDisk(portal, files)
  await crowd.leave()
  return { seen: `a server that does not know such errors gave: ${figuresOf(crowd)}`, shows: crowd.broken.length > 0 }
}
