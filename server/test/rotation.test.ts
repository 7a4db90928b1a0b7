import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../src/app.ts'
import { sql } from '../src/infra/request-context.ts'
import { openEncryption } from '../src/infra/security/encryption.ts'
import { retireKeys, rotateKeys } from '../src/infra/security/keys/key-rotation.ts'
import { readRing, replaceRing } from '../src/infra/security/keys/keyring-file.ts'
import { keyUses } from '../src/infra/security/keyring.ts'
import { rewrapKeys } from '../src/infra/security/keys/rewrap-keys.ts'
import { openSamples } from '../src/infra/security/sealed-columns.ts'
import { buildAnswers, questionnaireName } from './support/builders.ts'
import { openPortico } from './support/harness.ts'
import { fillSealedRows } from './support/sealed-rows.ts'

const portico = await openPortico()
const { reviewed, green, stopped } = await fillSealedRows(portico)
const adam = await portico.as('adam')
const file = join(await mkdtemp(join(tmpdir(), 'portico-rotation-')), 'keyring.json')
await copyFile(join(portico.dataDir, 'keyring.json'), file)
const before = readRing(file)
// Two replicas that have read the keyring before the rotation.
const replicas = await Promise.all(
  [1, 2].map(async () => {
    const services = { ...portico.services, encryption: openEncryption(file, false) }
    return { services, app: await buildApp(services) }
  }),
)
afterAll(() => Promise.all(replicas.map(({ app }) => app.close())))
const oldId = before.seal.at(-1)?.id ?? ''
const usesOf = async (id: string) => (await keyUses(portico.services.orm)).get(id)
const used = new Set([oldId])

// Posts to both replicas, one after the other; returns the second one's data.
async function post(path: string, payload: object, token?: string) {
  let data
  for (const { app } of replicas) {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    data = answer.json().data
  }
  return data
}

const read = (anonymousId: string) => post('responses/getResponseForAdmin', { respondent: { anonymousId } }, adam.accessToken)
const failedSamples = async (keyringFile: string) =>
  (await openSamples(sql(portico.services.orm.em.fork()), openEncryption(keyringFile, false), 50)).filter(({ failed }) => failed > 0)

// In order: the last test removes the key that the first one replaces.
describe('a keyring', { shuffle: false }, () => {
  it('an aborted rotation resumes without failures while two replicas take submissions and read', { timeout: 60_000 }, async () => {
    const [one, other] = replicas.map(({ services }) => services)
    if (!one || !other) throw new Error('There are no replicas')
    const visitors = { isOver: false }
    const busy = keepBusy(visitors)
    // A locked row is rewrapped last.
    const holder = new pg.Client({ connectionString: portico.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from respondent where anonymous_id = $1 for update', [reviewed])

    replaceRing(file, rotateKeys(readRing(file), used, new Date()))
    const ending = new AbortController()
    const first = rewrapKeys(one, ending.signal).catch((error: unknown) => error)
    await expect.poll(() => usesOf(other.encryption.newestKeyId).then((tables) => tables?.length ?? 0)).toBeGreaterThan(0)
    ending.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    expect(await usesOf(oldId), 'it was ended half-way').toContainEqual({ table: 'authenticator_app', rows: 1 })
    await holder.query('commit')
    await holder.end()

    expect(await rewrapKeys(other, new AbortController().signal)).toBeGreaterThan(0)
    visitors.isOver = true
    expect(await busy).toBeGreaterThan(1)
    await rewrapKeys(one, new AbortController().signal)
    expect([...(await keyUses(portico.services.orm)).keys()]).toEqual([other.encryption.newestKeyId])
    expect(await failedSamples(file)).toEqual([])
  })

  it('a stopped respondent can be resumed after the rotation', async () => {
    await post('privacy/recordRequest', { respondent: { anonymousId: stopped }, kind: 'resume' }, adam.accessToken)
    const { items } = await post('privacy/getRequestList', { pagination: { offset: 0, count: 10 } }, adam.accessToken)
    const { id } = items.find(({ kind }: { kind: string }) => kind === 'resume')
    const [replica] = replicas
    const headers = { authorization: `Bearer ${adam.accessToken}` }
    const done = await replica?.app.inject({ method: 'POST', url: '/api/privacy/completeRequest', payload: { id }, headers })
    expect(done?.json().success).toBe(true)
    await read(stopped)
  })

  it('a key that wraps nothing is removed while both replicas run, and a file without the new key opens nothing', async () => {
    const old = `${file}.old`
    await copyFile(join(portico.dataDir, 'keyring.json'), old)
    expect((await failedSamples(old)).length).toBeGreaterThan(5)
    const inUse = new Set((await keyUses(portico.services.orm)).keys())
    const now = new Date(Date.now() + 40 * 24 * 60 * 60 * 1_000)
    const { ring, gone } = retireKeys(readRing(file), { inUse, used: new Set([oldId, ...inUse]), keepDays: 30, now })
    expect(gone).toEqual([oldId])
    replaceRing(file, ring)
    for (const anonymousId of [reviewed, green]) await read(anonymousId)
    await post('responses/addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers: await buildAnswers() })
    expect(await usesOf(oldId)).toBeUndefined()
    expect(await failedSamples(file)).toEqual([])
  })
})

// Submits and reads at both replicas until visitors are over; returns the number of rounds.
async function keepBusy(visitors: { readonly isOver: boolean }): Promise<number> {
  for (let round = 1; ; round += 1) {
    await post('responses/addNewQuestionnaireResponse', { name: questionnaireName, language: 'en', answers: await buildAnswers() })
    await read(reviewed)
    if (visitors.isOver) return round
  }
}
