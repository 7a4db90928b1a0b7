import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildWorkshop, workshopName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import {
  databaseFiles,
  dumpOf,
  filesIn,
  openSilentGateway,
  peopleToDelete,
  tracesIn,
  tracesOf,
  wordsOf,
} from './support/people-to-delete.ts'
import { recount } from './support/recount.ts'
import { appUrlOf } from './support/sealed-rows.ts'
import { readArchive } from '../src/backup/archive.ts'
import { refreshStatistics } from '../src/features/privacy/jobs.ts'
import { backUpNightly, listBackups } from '../src/backup/backup-folder.ts'

const planted = 500
const leaving = 100

const logged: string[] = []
const portico = await openPortico({ texts: await openSilentGateway(), logTo: { write: (line: string) => void logged.push(line) } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const word = 'zkqp'
const people = await peopleToDelete(portico, word)
const folder = await mkdtemp(join(tmpdir(), 'portico-erasure-'))
const identity = await generateIdentity()
const backUp = async () =>
  backUpNightly(portico.services, {
    databaseUrl: appUrlOf(portico),
    folder,
    keepDays: 30,
    recipients: [await identityToRecipient(identity)],
  })

it('erasing 100 of 500 people leaves no trace of them in rows, files, logs and backups', { timeout: 900_000 }, async () => {
  const ids: string[] = []
  for (let n = 0; n < planted; n += 1) {
    const [, answers, then] = people.states[n % people.states.length] ?? []
    const anonymousId = await people.send(n, answers)
    ids.push(anonymousId)
    await then?.(anonymousId, n)
  }
  await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await portico.drain()
  await backUp()
  // Both parts contain every state equally often.
  const [gone, kept] = [ids.slice(0, leaving), ids.slice(leaving)]
  const [traces, others] = [await tracesOf(portico, gone), await tracesOf(portico, kept)]
  expect(traces.length).toBeGreaterThan(leaving * 5)
  const before = await databaseFiles(portico)
  expect(tracesIn(before, traces).size, 'control: all of it is in the files').toBe(traces.length)
  // Visit links are not backed up.
  expect(tracesIn(await backedUp(), traces).size, 'control: and in the backup').toBeGreaterThan(leaving * 5)

  await people.delete(gone)
  await portico.drain()
  await refreshStatistics(portico.services)
  // After the 30 days within which everything must be gone.
  portico.setTime('2026-12-23T20:00:00Z')
  await backUp()

  const dump = await dumpOf(portico)
  expect(traces.filter((trace) => dump.includes(trace))).toEqual([])
  const files = [...(await databaseFiles(portico)), ...filesIn(portico.dataDir)]
  expect([...tracesIn(files, traces)]).toEqual([])
  expect(tracesIn(files, others).size, 'control: the others are there').toBe(others.length)
  expect([...tracesIn(await backedUp(), traces)]).toEqual([])
  const texts = [...files, ...(await backedUp())].map((bytes) => bytes.toString('latin1'))
  expect([...texts, ...logged].filter((text) => wordsOf(word).test(text)).length).toBe(0)
  expect(logged.length).toBeGreaterThan(0)
  expect(await recount(portico)).toEqual([])
})

// Returns the decrypted content of the backups in the folder.
async function backedUp(): Promise<Buffer[]> {
  const backups = await listBackups(folder)
  expect(backups).toHaveLength(1)
  const parts: Buffer[] = []
  for (const { file } of backups)
    for await (const frame of readArchive(file, identity)) if ('data' in frame) parts.push(Buffer.from(frame.data))
  return [Buffer.concat(parts)]
}
