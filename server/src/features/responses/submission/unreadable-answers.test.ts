import { expect, it } from 'vitest'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()

it('too many invalid answers are reported as one issue', async () => {
  const answers = Object.fromEntries(Array.from({ length: 5_000 }, (_, number) => [`a${number}`, number]))
  const visitor = await portico.as()
  const { status, body } = await visitor.rest('responses/addNewQuestionnaireResponse', { name: 'any', language: 'en', answers })
  expect(status).toBe(422)
  expect(body.issues).toEqual([{ path: ['answers'], code: 'custom', message: 'Too many answers' }])
})

it.each(['{"x": 1}', 'null', '["x"]', '{"fullName": "Eve"}'])('an answer to `__proto__` is refused, as %s', async (value) => {
  const payload = `{"name": "any", "language": "en", "answers": {"__proto__": ${value}}}`
  const headers = { 'content-type': 'application/json' }
  const answer = await portico.app.inject({ method: 'POST', url: '/api/responses/addNewQuestionnaireResponse', headers, payload })
  expect(answer.json()).toMatchObject({
    error_id: 'VALIDATION_ERROR',
    issues: [{ path: ['answers', '__proto__'], message: 'Must be text.' }],
  })
})
