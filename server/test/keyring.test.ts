import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import { start } from '../src/main.ts'
import { readEnv } from '../src/infra/env.ts'
import { openKeyring } from '../src/infra/security/keyring.ts'

interface Ring {
  seal: { id: string; key: string }[]
  lookup: string
  sign: string
}

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildRespondent(portico)
const own: Ring = JSON.parse(readFileSync(join(portico.dataDir, 'keyring.json'), 'utf8'))
const key = () => randomBytes(32).toString('base64')
const ownId = own.seal[0]?.id ?? ''

function open(change: (ring: Ring) => void) {
  const ring = structuredClone(own)
  change(ring)
  const file = join(tmpdir(), `portico-keyring-${randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(ring))
  return openKeyring(portico.services.orm, file, true)
}

it("the database's keyring is accepted repeatedly, also with newer keys", async () => {
  await open(() => {})
  await open((ring) => ring.seal.push({ id: 'newer', key: key() }))
  await open((ring) => void (ring.sign = key()))
  await open(() => {})
})

it.each<[string, (ring: Ring) => void, RegExp]>([
  [
    'of another database',
    (ring) => Object.assign(ring, { seal: [{ id: 'other', key: key() }], lookup: key() }),
    /no key \w+, which rows are sealed with: 1 of respondent[\s\S]*key lookup is another/,
  ],
  [
    'without a key that is in use',
    (ring) => void (ring.seal = [{ id: 'other', key: key() }]),
    new RegExp(`has no key ${ownId}, .*1 of respondent[\\s\\S]*KEYRING_FILE`),
  ],
  [
    'with another key under the same id',
    (ring) => void (ring.seal = [{ id: ownId, key: key() }]),
    new RegExp(`key ${ownId} is another key`),
  ],
  ['with another lookup key', (ring) => void (ring.lookup = key()), /key lookup is another key, by which e-mail addresses/],
])('a keyring %s is refused with what is missing', async (_what, change, fault) => {
  await open(() => {})
  await expect(open(change)).rejects.toThrow(fault)
  await open(() => {})
})

it('a key that nothing is sealed with any more may be removed', async () => {
  await open((ring) => ring.seal.push({ id: 'shortlived', key: key() }))
  await open(() => {})
  expect(await portico.sql(`select id from keyring_key where id = 'shortlived'`)).toEqual([])
})

it('a keyring is created for a new database, but never for one in use', async () => {
  const dataDir = join(tmpdir(), `portico-${randomUUID()}`)
  const env = readEnv({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DEMO: 'off' })
  await expect(start({ ...env, databaseUrl: portico.databaseUrl, embedded: true })).rejects.toThrow(
    /cannot be read. Restore it from its backup/,
  )
  expect(existsSync(join(dataDir, 'keyring.json'))).toBe(false)

  const fresh = await openPortico()
  await fresh.sql('truncate account cascade')
  await openKeyring(fresh.services.orm, join(dataDir, 'new', 'keyring.json'), true)
  expect(existsSync(join(dataDir, 'new', 'keyring.json'))).toBe(true)
})
