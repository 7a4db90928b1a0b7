import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { idempotencyOf } from './idempotency.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam] = [await portico.as(), await portico.as('adam')]

const send = async (changed: Record<string, string>, idempotencyKey?: string) => {
  const answers = await buildAnswers(changed)
  const submission = { name: questionnaireName, language: 'en', workshopName, answers, ...(idempotencyKey && { idempotencyKey }) }
  return (await visitor.rest('responses/addNewQuestionnaireResponse', submission)).body
}
const remove = async (anonymousId: string) => {
  await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind: 'delete' })
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
  await adam.call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId)?.id ?? 0 })
}
const first = { email: 'first@respondents.example' }
const other = { email: 'other@respondents.example', fullName: 'Somebody Else' }
const refused = { success: false, error_id: 'IDEMPOTENCY_KEY_REUSED' }

it('the same answers with the key of a deleted person are acknowledged, and other answers refused', async () => {
  const key = randomUUID()
  const acknowledged = await send(first, key)
  const { anonymousId } = acknowledged.data
  expect(await send(other, key), 'control: as before the deletion').toMatchObject(refused)
  await remove(anonymousId)
  expect(await send(other, key)).toMatchObject(refused)
  expect(await send(first, key)).toEqual(acknowledged)
  expect(await portico.sql('select id from respondent')).toEqual([])
})

it('the same answers of different people have different hashes, also once they are deleted', async () => {
  const hashes = async () =>
    portico.sql<{ hash: string }>(
      "select encode(idempotency_hash, 'hex') as hash from respondent union select encode(answers_digest, 'hex') from deleted_respondent",
    )
  const before = (await hashes()).length
  const [one, two] = [await send(first, randomUUID()), await send(first, randomUUID())]
  expect(await hashes()).toHaveLength(before + 2)
  for (const { data } of [one, two]) await remove(data.anonymousId)
  expect(await hashes()).toHaveLength(before + 2)
})

it('answers whose hash an earlier version made without the key are recognized, and others refused', async () => {
  const key = randomUUID()
  const acknowledged = await send(first, key)
  const { encryption } = portico.services
  const { digest } = idempotencyOf(encryption, key, {
    name: questionnaireName,
    language: 'en',
    workshopName,
    answers: await buildAnswers(first),
  })
  const earlier = encryption.lookupHash('idempotency', digest)
  await portico.sql('update respondent set idempotency_hash = $1', [earlier])
  expect(await send(first, key)).toEqual(acknowledged)
  expect(await send(other, key)).toMatchObject(refused)
  await remove(acknowledged.data.anonymousId)
  expect(await send(first, key)).toEqual(acknowledged)
  expect(await send(other, key)).toMatchObject(refused)
})

it('the answers of a person whom an earlier version deleted are acknowledged, whatever they are', async () => {
  const key = randomUUID()
  const acknowledged = await send(first, key)
  await remove(acknowledged.data.anonymousId)
  await portico.sql('update deleted_respondent set answers_digest = null')
  expect(await send(other, key)).toEqual(acknowledged)
})

it.each([
  ['with a key, four bytes of the keyed digest', randomUUID()],
  ['without a key, nothing', undefined],
])('what remains of the answers of a deleted person: %s', async (_what, key) => {
  const { anonymousId } = (await send(first, key)).data
  const [stored] = await portico.sql<{ hash: Buffer | null }>('select idempotency_hash as hash from respondent')
  await remove(anonymousId)
  const kept = await portico.sql('select answers_digest as digest from deleted_respondent where anonymous_id = $1', [anonymousId])
  expect(kept).toEqual([{ digest: stored?.hash?.subarray(0, 4) ?? null }])
  expect(stored?.hash?.length).toBe(key && 32)
})
