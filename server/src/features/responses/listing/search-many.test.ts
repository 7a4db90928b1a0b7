import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { buildAnswers, buildQuestionnaire, buildWorkshop, questionnaireName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { newAnonymousId } from '../../../infra/security/encryption.ts'
import { storeSubmissions } from '../submission/store-submissions.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const rosa = await portico.as('rosa')

// More than are decrypted on one thread.
const many = 1_200

it('a search by name finds the same people when two threads decrypt them, and when they are cached', async () => {
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
  const stored = await inTransaction(portico.services, 'test', (ctx) => storeSubmissions(ctx, submissions, { withoutInvitation: true }))
  expect(stored.every((result) => 'isNew' in result && result.isNew)).toBe(true)
  const wanted = submissions.filter(({ input }) => input.answers.fullName === 'Ngozi Okonkwo').map(({ anonymousId }) => anonymousId)
  const found = async () => {
    const { items, meta } = await rosa.call.responses.getAllResponses({
      filter: { query: 'okonkwo' },
      pagination: { offset: 0, count: 100 },
    })
    expect(meta.count).toBe(wanted.length)
    return items.map(({ respondent }) => respondent.anonymousId).sort()
  }
  expect(await found()).toEqual(wanted.toSorted())
  expect(await found()).toEqual(wanted.toSorted())
})
