import { expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()

it('a body full of wrong answers is told once that they are too many, not of each of them', async () => {
  const answers = Object.fromEntries(Array.from({ length: 100_000 }, (_, number) => [`a${number}`, number]))
  const visitor = await portico.as()
  const { status, body } = await visitor.rest('responses/addNewQuestionnaireResponse', { name: 'any', language: 'en', answers })
  expect(status).toBe(422)
  expect(body.issues).toEqual([{ path: ['answers'], code: 'custom', message: 'Too many answers' }])
})
