import { describe, expect, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { isTooComplex } from './json-bodies.ts'

const portico = await openPortico()
const nested = (levels: number) => `${'['.repeat(levels)}${' '.repeat(20_000)}${']'.repeat(levels)}`
const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"field${index}":0`).join()}}`

describe('a JSON body', () => {
  it.each([
    ['of 64 levels', nested(64), false],
    ['of 65 levels', nested(65), true],
    ['of 5,000 fields', fields(5_000), false],
    ['of 5,001 fields', fields(5_001), true],
    ['of 100,000 fields in small objects', `[${Array.from({ length: 100 }, () => fields(1_000)).join()}]`, false],
    ['of 160,000 fields in small objects', `[${Array.from({ length: 160 }, () => fields(1_000)).join()}]`, true],
    ['of 100,000 numbers', `[${'1,'.repeat(100_000)}1]`, false],
    ['of 160,000 numbers', `[${'1,'.repeat(160_000)}1]`, true],
    ['of brackets and commas in one text', JSON.stringify({ text: '[{,"\\'.repeat(200_000) }), false],
    ['that ends inside a text', `{"text":"${'['.repeat(20_000)}\\`, false],
  ])('%s is too complex: %s', (_what, json, expected) => {
    expect(isTooComplex(Buffer.from(json))).toBe(expected)
  })

  it('with the maximum number of translated texts is accepted', () => {
    const text = { key: 'a/text', text: 'Yes', sourceDigest: 'abc', revision: 1, signedOff: true }
    const texts = Array.from({ length: 20_000 }, () => text)
    expect(isTooComplex(Buffer.from(JSON.stringify({ name: 'screening', language: 'es', texts })))).toBe(false)
  })

  it.each(['/api/auth/login/local', '/trpc/auth.login.local'])('that is too complex is refused before parsing: %s', async (url) => {
    for (const payload of [nested(1_000_000), fields(200_000)]) {
      const answer = await portico.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
      expect(answer.statusCode).toBe(413)
      expect(answer.body).toContain('PAYLOAD_TOO_LARGE')
    }
  })
})
