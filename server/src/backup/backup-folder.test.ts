import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeEach, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../test/support/builders.ts'
import { openPortico } from '../../test/support/harness.ts'
import { appUrlOf } from '../../test/support/sealed-rows.ts'
import { inTransaction } from '../infra/postgres/transaction.ts'
import { allJobs } from '../jobs.ts'
import { readArchive } from './archive.ts'
import { assessBackups, backUpNightly, listBackups, saveDrill } from './backup-folder.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const identity = await generateIdentity()
const recipients = [await identityToRecipient(identity)]
const newFolder = () => mkdtemp(join(tmpdir(), 'portico-nights-'))

beforeEach(() => portico.setTime('2026-11-21T20:00:00Z'))

async function night(folder: string, at: string): Promise<void> {
  const { services } = portico
  portico.setTime(at)
  await inTransaction(services, 'test', ({ em }) => services.queue.send(em, 'back-up', [{}]))
  const backups = { databaseUrl: appUrlOf(portico), folder, keepDays: 30, recipients }
  await services.queue.drain(allJobs(services, { deletionsFile: join(folder, 'deletions.jsonl'), backups }))
}

/** Returns how many backups of a folder contain these bytes. */
async function backupsWith(folder: string, bytes: Buffer): Promise<number> {
  const found = await Promise.all(
    (await listBackups(folder)).map(async ({ file }) => {
      const parts: Uint8Array[] = []
      for await (const frame of readArchive(file, identity)) if ('data' in frame) parts.push(frame.data)
      return Buffer.concat(parts).includes(bytes)
    }),
  )
  return found.filter(Boolean).length
}

it('no backup contains data of a deleted respondent once the retention time of backups is over', { timeout: 60_000 }, async () => {
  const folder = await newFolder()
  const anonymousId = await buildRespondent(portico)
  const [person] = await portico.sql<{ sealed: Buffer; key: Buffer }>('select sealed_answers as sealed, wrapped_key as key from respondent')
  const traces = [person?.sealed ?? Buffer.alloc(0), person?.key ?? Buffer.alloc(0)]
  const counts = () => Promise.all(traces.map((trace) => backupsWith(folder, trace)))
  await night(folder, '2026-11-22T02:17:00Z')
  await night(folder, '2026-11-23T02:17:00Z')
  expect(await counts(), 'control: they are there before').toEqual([2, 2])

  const adam = await portico.as('adam')
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind: 'delete' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 10 } })
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
  await writeFile(join(folder, 'portico-20261123T120000Z.age.part'), 'what a night left that was ended')
  await writeFile(join(folder, 'minutes.txt'), 'somebody else’s')
  await night(folder, '2026-11-24T02:17:00Z')
  expect(await counts()).toEqual([2, 2])
  await night(folder, '2026-12-22T02:17:00Z')
  expect(await counts()).toEqual([2, 2])
  await night(folder, '2026-12-23T02:17:01Z')
  expect(await counts()).toEqual([0, 0])
  expect(await readdir(folder)).toEqual([
    'minutes.txt',
    'portico-20261124T021700Z.age',
    'portico-20261222T021700Z.age',
    'portico-20261223T021701Z.age',
  ])
})

it('a night whose backup fails removes old ones all the same, but never the last', async () => {
  const folder = await newFolder()
  for (const name of ['portico-20260901T021700Z.age', 'portico-20260902T021700Z.age', 'portico-20260903T021700Z.age.part'])
    await writeFile(join(folder, name), '')
  const backups = { databaseUrl: appUrlOf(portico), folder, keepDays: 30, recipients: ['age1nobody'] }
  await expect(backUpNightly(portico.services, backups)).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['portico-20260902T021700Z.age'])
})

it('assessBackups reports how old the last backup and the last drill are', async () => {
  const folder = await newFolder()
  const drill = { at: '2026-11-20T00:00:00.000Z', backup: 'portico-20261119T021700Z.age', seconds: 12.3, rows: 4, faults: [] }
  const judged = async (now: string) => assessBackups(folder, new Date(now))
  expect(await assessBackups(undefined, new Date())).toMatchObject({ state: 'advice' })
  expect(await judged('2026-11-22T00:00:00Z')).toMatchObject({ state: 'fault', text: expect.stringContaining('no backup in') })
  await writeFile(join(folder, 'portico-20261121T021700Z.age'), '')
  expect(await judged('2026-11-22T00:00:00Z')).toMatchObject({ state: 'advice', text: expect.stringContaining('none was ever tried out') })
  await saveDrill(folder, drill)
  expect(await judged('2026-11-22T00:00:00Z')).toMatchObject({ state: 'good', text: expect.stringContaining('4 rows in 12.3 s') })
  expect(await judged('2026-11-23T03:00:00Z')).toMatchObject({ state: 'fault', text: expect.stringContaining('2026-11-21T02:17') })
  await saveDrill(folder, { ...drill, faults: ['3 rows of note.sealed do not open.'] })
  expect(await judged('2026-11-22T00:00:00Z')).toMatchObject({ state: 'fault', text: expect.stringContaining('3 rows of note.sealed') })
  await saveDrill(folder, { ...drill, at: '2026-10-01T00:00:00.000Z' })
  expect(await judged('2026-11-22T00:00:00Z')).toMatchObject({ state: 'advice', text: expect.stringContaining('2026-10-01') })
})

it('a nightly backup records the result of the last drill for the metrics', async () => {
  const folder = await newFolder()
  const drill = { at: '2026-12-25T05:00:00.000Z', backup: 'portico-20261224T021700Z.age', seconds: 9, rows: 4, faults: ['One.', 'Two.'] }
  await saveDrill(folder, drill)
  await night(folder, '2026-12-26T02:17:00Z')
  const noted = () => portico.sql(`select finished_at as at, faults from operation_run where name = 'restore-drill'`)
  expect(await noted()).toEqual([{ at: new Date(drill.at), faults: 2 }])
  // The folder of another replica may hold an older drill.
  const other = await newFolder()
  await saveDrill(other, { ...drill, at: '2026-12-20T05:00:00.000Z', faults: [] })
  await night(other, '2026-12-27T02:17:00Z')
  expect(await noted()).toEqual([{ at: new Date(drill.at), faults: 2 }])
})
