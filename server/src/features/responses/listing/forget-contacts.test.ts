import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { openEncryption } from '../../../infra/security/encryption.ts'
import { everyone } from '../scope.ts'
import { contactsOf, listenForContactChanges } from './contact-cache.ts'
import { search } from './search.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')

// Another server on the same database, with its own cache.
let opened = 0
const encryption = openEncryption(join(portico.dataDir, 'keyring.json'), false)
const counting = {
  ...encryption,
  unwrapKey: (...given: Parameters<typeof encryption.unwrapKey>) => (opened++, encryption.unwrapKey(...given)),
}
const other = { ...portico.services, encryption: counting }
const listening = listenForContactChanges(other, portico.databaseUrl)
afterAll(() => listening.stop())
await listening.ready
const nameAtOther = async (id: number) => (await inTransaction(other, 'test', (ctx) => contactsOf(ctx, [id]))).get(id)?.fullName

const foundAtOther = async (query: string, agencyId?: number) => {
  const found = await inTransaction(other, 'test', async (ctx) => search(ctx, await everyone(ctx, undefined, agencyId), query))
  return found.map(({ anonymousId }) => anonymousId)
}

async function known(): Promise<{ anonymousId: string; id: number }> {
  const anonymousId = await buildRespondent(portico, { fullName: 'Mai Nguyen' })
  const [row] = await portico.sql<{ id: string }>('select id from respondent where anonymous_id = $1', [anonymousId])
  const id = Number(row?.id)
  expect(await nameAtOther(id)).toBe('Mai Nguyen')
  return { anonymousId, id }
}

async function complete(
  anonymousId: string,
  kind: 'delete' | 'stop' | 'correct',
  contact?: { fullName: string; email: string; phoneNumber: null },
): Promise<void> {
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind, text: 'Please.' })
  const { items } = await adam.call.privacy.getRequestList({ open: true })
  await adam.call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId)?.id ?? 0, contact })
}

it.each(['delete', 'stop'] as const)('another server drops a cached name as soon as its owner asked us to %s', async (kind) => {
  const { anonymousId, id } = await known()
  await complete(anonymousId, kind)
  await expect.poll(() => nameAtOther(id)).toBeFalsy()
})

it('another server reads a corrected name', async () => {
  const { anonymousId, id } = await known()
  await complete(anonymousId, 'correct', { fullName: 'May Nguyen', email: 'may@respondents.example', phoneNumber: null })
  await expect.poll(() => nameAtOther(id)).toBe('May Nguyen')
})

it('a repeated search finds new respondents, and nobody by an outdated name', async () => {
  const { anonymousId: first } = await known()
  expect(await foundAtOther('nguyen')).toContain(first)
  const { anonymousId: second } = await known()
  const before = opened
  expect(await foundAtOther('nguyen')).toEqual(expect.arrayContaining([first, second]))
  expect(await foundAtOther('nguyen', 1)).toEqual([])
  expect(opened).toBe(before)
  await complete(first, 'correct', { fullName: 'May Tran', email: 'may@respondents.example', phoneNumber: null })
  await expect.poll(() => foundAtOther('nguyen')).not.toContain(first)
  expect(await foundAtOther('tran')).toContain(first)
  await complete(second, 'delete')
  expect(await foundAtOther('nguyen')).not.toContain(second)
})

it('control: an unchanged respondent stays cached', async () => {
  const { id } = await known()
  const before = opened
  expect(await nameAtOther(id)).toBe('Mai Nguyen')
  expect(opened).toBe(before)
})
