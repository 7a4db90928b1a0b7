import { expect, it } from 'vitest'
import { z } from 'zod'
import en from '../words/locales/en.json' with { type: 'json' }
import { fieldMessages } from '../words/field-messages.ts'
import * as admin from './admin.ts'
import { respondentRef } from './fields.ts'
import { pagination } from './paging.ts'
import * as responses from './responses.ts'

const messages = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

it.each<[string, z.ZodType, unknown, string[]]>([
  ['a missing text', respondentRef, {}, ['anonymousId: Required']],
  ['a missing number', z.object({ n: z.int() }), {}, ['n: Required']],
  ['a missing choice', z.object({ flag: z.enum(['red', 'green']) }), {}, ['flag: Required']],
  ['text for a number', pagination, { offset: 'x' }, ['offset: Must be a number.']],
  ['a number that is too big', pagination, { count: 101 }, ['count: Must be at most 100.']],
  ['a negative number', pagination, { offset: -1 }, ['offset: Must be at least 0.']],
  [
    'a value that is no choice',
    admin.registrationLink,
    { account: 'king', email: 'a@example.org', purpose: '' },
    ['account: Must be one of: root, admin, volunteer, agency, translator.'],
  ],
  ['a text that is too long', respondentRef, { anonymousId: 'A'.repeat(41) }, ['anonymousId: Must have at most 40 characters.']],
  ['a number for text', respondentRef, { anonymousId: 7 }, ['anonymousId: Must be text.']],
  ['nothing at all', responses.answerOverride, undefined, [': Required']],
])('describes %s in plain words', (_what, schema, input, expected) => {
  expect(messages(schema, input)).toEqual(expected)
})

it('the locale files have a translation for each field message', () => {
  for (const [key, sentence] of Object.entries(fieldMessages)) expect((en.errors as Record<string, unknown>)[key]).toBe(sentence)
})
