import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { changeKeyring } from './change-keyring.ts'
import { rotateKeys } from './key-rotation.ts'
import { newSealKey, readRing, replaceRing } from './keyring-file.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildRespondent(portico)
const file = join(mkdtempSync(join(tmpdir(), 'portico-change-keyring-')), 'keyring.json')
copyFileSync(join(portico.dataDir, 'keyring.json'), file)
const idsOf = () => readRing(file).seal.map(({ id }) => id)

it("concurrent rotations keep each other's keys in the file", async () => {
  const before = idsOf()
  const changes = await Promise.all(
    [1, 2, 3].map(() => changeKeyring(portico.services, file, (ring, used) => ({ ring: rotateKeys(ring, used, new Date()) }))),
  )
  const made = changes.map(({ ring }) => ring.seal.at(-1)?.id ?? '')
  expect(new Set(made).size).toBe(3)
  expect(idsOf().toSorted()).toEqual([...before, ...made].toSorted())
})

const rotate = () => changeKeyring(portico.services, file, (ring, used) => ({ ring: rotateKeys(ring, used, new Date()) }))
const recorded = async () => (await portico.sql<{ id: string }>('select id from keyring_key order by id')).map(({ id }) => id)

it('a new key is in the file only once the database knows it', async () => {
  await portico.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`)
  await portico.sql('create trigger refuse before insert on keyring_key for each row execute function refuse()')
  const before = readFileSync(file, 'utf8')
  await expect(rotate()).rejects.toThrow(/no room/)
  await portico.sql('drop trigger refuse on keyring_key')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('the database forgets a key that could not be written to the file', async () => {
  const before = await recorded()
  const other = `${file}.gone`
  copyFileSync(file, other)
  const change = changeKeyring(portico.services, other, (ring) => {
    rmSync(other)
    return { ring: rotateKeys(ring, new Set(), new Date()) }
  })
  await expect(change).rejects.toThrow()
  expect(await recorded()).toEqual(before)
})

it('a keyring that does not belong to the database is left unchanged', async () => {
  const { seal, ...others } = readRing(file)
  replaceRing(file, { ...others, seal: seal.map(({ id }) => ({ ...newSealKey(new Date()), id })) })
  const wrong = readFileSync(file, 'utf8')
  const rotation = changeKeyring(portico.services, file, (ring, used) => ({ ring: rotateKeys(ring, used, new Date()) }))
  await expect(rotation).rejects.toThrow(/is not the one that this database was used with/)
  expect(readFileSync(file, 'utf8')).toBe(wrong)
})
