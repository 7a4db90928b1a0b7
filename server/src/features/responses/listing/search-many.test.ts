import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { newAnonymousId } from '../../../infra/security/encryption.ts'
import { everyone } from '../scope.ts'
import { storeSubmissions } from '../submission/store-submissions.ts'
import { forgetContacts, idsIn } from './contact-cache.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const rosa = await portico.as('rosa')

// More than are decrypted on one thread.
const many = 1_200

const answers = await buildAnswers({ fullName: 'Mai Nguyen' })
const submissions = Array.from({ length: many }, (_one, index) => ({
  input: {
    name: questionnaireName,
    language: 'en',
    answers: { ...answers, fullName: index % 100 === 0 ? 'Ngozi Okonkwo' : 'Mai Nguyen' },
  },
  anonymousId: newAnonymousId(),
  requestId: randomUUID(),
  accountId: null,
  idempotency: undefined,
}))
const wanted = submissions.filter(({ input }) => input.answers.fullName === 'Ngozi Okonkwo').map(({ anonymousId }) => anonymousId)

beforeAll(async () => {
  const stored = await inTransaction(portico.services, 'test', (ctx) => storeSubmissions(ctx, submissions, { withoutInvitation: true }))
  expect(stored.every((result) => 'isNew' in result && result.isNew)).toBe(true)
})

const found = async () => {
  const { items, meta } = await rosa.call.responses.getAllResponses({
    filter: { query: 'okonkwo' },
    pagination: { offset: 0, count: 100 },
  })
  expect(meta.count).toBe(wanted.length)
  return items.map(({ respondent }) => respondent.anonymousId).sort()
}

it('a search by name finds the same people when two threads decrypt them, and when they are cached', async () => {
  expect(await found()).toEqual(wanted.toSorted())
  expect(await found()).toEqual(wanted.toSorted())
})

it('opening a long list decrypts its names, so that a search need not', async () => {
  const { encryption } = portico.services
  forgetContacts(encryption, await inTransaction(portico.services, 'test', async (ctx) => idsIn(ctx, await everyone(ctx))))
  const opened = [vi.spyOn(encryption, 'wrapper'), vi.spyOn(encryption, 'unwrapKey')]
  const count = () => opened.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  await rosa.call.responses.getAllResponses({ pagination: { offset: 0, count: 1 } })
  await expect.poll(count).toBeGreaterThanOrEqual(many)
  await found()
  const before = count()
  expect(await found()).toEqual(wanted.toSorted())
  expect(count()).toBe(before)
  expect(before).toBeLessThan(many + 2 * wanted.length)
})

it('a search during the preparation of its list finds the same people', async () => {
  const { services } = portico
  forgetContacts(services.encryption, await inTransaction(services, 'test', async (ctx) => idsIn(ctx, await everyone(ctx))))
  await rosa.call.responses.getAllResponses({ pagination: { offset: 0, count: 1 } })
  expect(await found()).toEqual(wanted.toSorted())
})
