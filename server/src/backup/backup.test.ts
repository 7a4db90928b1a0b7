import { copyFile, mkdtemp, open, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../../test/support/builders.ts'
import { openPortico } from '../../test/support/harness.ts'
import { chainAudit } from '../infra/security/audit/audit-chain.ts'
import { readArchive, writeArchive, type Frame } from './archive.ts'
import { header, isSigned, signedManifest } from './contents.ts'
import { takeBackup } from './take-backup.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildRespondent(portico, { fullName: 'Wqzanna Backup', email: 'wqzanna@respondents.example' })
const folder = await mkdtemp(join(tmpdir(), 'portico-backup-test-'))
const identity = await generateIdentity()
const recipients = [await identityToRecipient(identity)]
const { encryption } = portico.services
// The URL for the portal's own role.
const databaseUrl = Object.assign(new URL(inject('pgApp')), { pathname: new URL(portico.databaseUrl).pathname }).href
const backUp = (name: string) => takeBackup({ databaseUrl, file: join(folder, name), recipients, encryption, now: new Date() })

async function framesOf(file: string, key = identity): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const frame of readArchive(file, key)) frames.push(frame)
  return frames
}

const jsonOf = (frame: Frame | undefined): unknown => (frame && 'json' in frame ? frame.json : undefined)

it('a backup holds every table, counted and signed, and the waiting jobs, in an encrypted file that only its owner can read', async () => {
  const adam = await portico.as('adam')
  const { downloadId } = await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await backUp('whole.age')
  const frames = await framesOf(join(folder, 'whole.age'))
  const { keyIds, tables } = header.parse(jsonOf(frames[0]))
  const { manifest, signature } = signedManifest.parse(jsonOf(frames.at(-1)))
  expect(isSigned(encryption, manifest, signature)).toBe(true)
  expect(isSigned(encryption, { ...manifest, takenAt: '' }, signature)).toBe(false)
  const rows = Object.fromEntries(manifest.contents.map((one) => [one.table, one.rows]))
  expect(rows).toMatchObject({ respondent: 1, questionnaire: 1, message: 1, keyring_key: 0 })
  expect(rows['audit_entry']).toBeGreaterThan(1)
  expect(manifest.jobs).toEqual([{ name: 'run-download', data: { downloadId } }])
  expect(manifest.sequences).toContainEqual({ name: 'respondent_id_seq', value: '1' })
  expect(keyIds).toHaveLength(1)
  expect(tables.filter(({ key }) => key.length === 0)).toEqual([])
  // Accounts have their e-mail addresses in plain text in the database.
  const inside = Buffer.concat(frames.flatMap((frame) => ('data' in frame ? frame.data : [])))
  const outside = await readFile(join(folder, 'whole.age'))
  expect([inside, outside].map((bytes) => bytes.includes('adam@portico.example'))).toEqual([true, false])
  const keyring = JSON.parse(await readFile(join(portico.dataDir, 'keyring.json'), 'utf8'))
  const secrets = [keyring.lookup, keyring.sign, ...keyring.seal.map((one: { key: string }) => one.key)]
  const everything = Buffer.concat(frames.map((frame) => ('data' in frame ? frame.data : Buffer.from(JSON.stringify(frame.json)))))
  for (const secret of secrets)
    for (const form of [secret, Buffer.from(secret, 'base64')]) expect(everything.includes(form), 'the keyring is not in it').toBe(false)
  expect((await stat(join(folder, 'whole.age'))).mode & 0o777).toBe(0o600)
})

it('a backup ends at the end of the audit chain, even if a link at the last position there is was added', async () => {
  await chainAudit(portico.services)
  const [end] = await portico.sql(`select position::integer, encode(hash, 'base64') as hash from audit_link order by 1 desc limit 1`)
  await portico.sql(`insert into audit_link values (9223372036854775807, 1000000000000, '\\x00')`)
  const { auditHead } = await backUp('forged-link.age')
  await portico.sql('delete from audit_link where entry_id = 1000000000000')
  expect(auditHead).toEqual(end)
})

it('two backups of the same rows have the same digests', async () => {
  const digests = (manifest: Awaited<ReturnType<typeof backUp>>) => manifest.contents.map(({ sha256 }) => sha256)
  const before = await backUp('first.age')
  expect(digests(await backUp('second.age'))).toEqual(digests(before))
  await portico.sql(`update workshop set title = 'Another title'`)
  const changed = (await backUp('third.age')).contents.filter(({ sha256 }, at) => sha256 !== before.contents[at]?.sha256)
  expect(changed.map(({ table }) => table)).toEqual(['workshop'])
})

it('a backup that fails leaves nothing behind', async () => {
  async function* breaking(): AsyncGenerator<Frame> {
    yield { json: {} }
    throw new Error('the database has gone')
  }
  await expect(writeArchive(join(folder, 'broken.age'), recipients, breaking())).rejects.toThrow('the database has gone')
  expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([])
})

it('losing the database connection fails only the backup', async () => {
  const holder = new pg.Client({ connectionString: portico.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table audit_entry in access exclusive mode')
  const taken = backUp('cut-off.age').catch((error: unknown) => error)
  const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'copy%audit_entry%'`
  await expect.poll(() => portico.sql(`select pid ${waiting}`)).toHaveLength(1)
  await portico.sql(`select pg_terminate_backend(pid) ${waiting}`)
  await holder.query('rollback')
  await holder.end()
  expect(await taken).toBeInstanceOf(Error)
  expect((await readdir(folder)).filter((name) => name.startsWith('cut-off'))).toEqual([])
})

it('another identity, a changed byte or a truncated file is detected', async () => {
  await backUp('sound.age')
  const file = join(folder, 'sound.age')
  await expect(framesOf(file, await generateIdentity())).rejects.toThrow(/not a backup for this identity/)
  const { size } = await stat(file)
  await copyFile(file, join(folder, 'cut.age'))
  await truncate(join(folder, 'cut.age'), size - 40)
  await expect(framesOf(join(folder, 'cut.age'))).rejects.toThrow(/damaged or not whole/)
  await copyFile(file, join(folder, 'changed.age'))
  const handle = await open(join(folder, 'changed.age'), 'r+')
  await handle.write(Buffer.from([0x41]), 0, 1, Math.floor(size / 2))
  await handle.write(Buffer.from([0x42]), 0, 1, Math.floor(size / 2) + 1)
  await handle.close()
  await expect(framesOf(join(folder, 'changed.age'))).rejects.toThrow(/damaged or not whole/)
})
