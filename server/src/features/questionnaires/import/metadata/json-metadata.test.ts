import { describe, expect, test } from 'vitest'
import { describedQuestions } from '../../../../../test/uploads/build-upload.ts'
import { outcomeOf, questionsWith } from '../../../../../test/uploads/read-metadata.ts'

describe('field metadata in JSON', () => {
  test('is applied to the questions, with rules as text or objects', async () => {
    const records = [
      { identifier: 'fullName', contactRole: 'fullName', validation: 'max_length: 200' },
      { identifier: 'email', contact_role: 'email', validation: 'email', redFlagWhen: null },
      { identifier: 'arrested', redFlagWhen: { op: 'in', values: ['yes'] }, redFlagReason: 'Court papers are needed.' },
      { identifier: 'birthday', redFlagWhen: { op: 'ageUnder', years: 18 }, redFlagReason: 'Too young.', validation: 'past_date' },
      { identifier: 'trips', redFlagWhen: { op: 'greaterThan', value: 40 }, redFlagReason: 'Many trips.', validation: 'integer: 0..500' },
    ]
    expect(await questionsWith({ name: 'm.json', bytes: Buffer.from(JSON.stringify(records)) })).toMatchObject(describedQuestions)
    const wrong = records.with(2, { identifier: 'arrested', redFlagWhen: { op: 'in', values: [] }, redFlagReason: 'x' })
    expect(await outcomeOf({ name: 'm.json', bytes: Buffer.from(JSON.stringify(wrong)) })).toMatch(
      /^METADATA_FILE_ERROR \[M06\] item 3, "redFlagWhen": /,
    )
  })

  test.each(['1e309', '1e22', '0.00000000001', '1234567890123456'])(
    'refuses the number %s, which no file could give back',
    async (number) => {
      const json = `[{ "identifier": "trips", "redFlagWhen": { "op": "greaterThan", "value": ${number} }, "redFlagReason": "Many trips." }]`
      expect(await outcomeOf({ name: 'm.json', bytes: Buffer.from(json) })).toMatch(/^METADATA_FILE_ERROR \[M06\] item 1, "redFlagWhen": /)
    },
  )

  test.each(['redFlagWhen', 'red\\u0046lagWhen'])('is rejected with M03 when an object has the key %s a second time', async (key) => {
    const json = `[\n {"identifier": "arrested", "redFlagWhen": "in: yes",\n  "redFlagReason": "a \\"redFlagWhen\\":", "${key}" : ""},\n {"identifier": "email"}]`
    expect(await outcomeOf({ name: 'm.json', bytes: Buffer.from(json) })).toBe(
      'METADATA_FILE_ERROR [M03] line 3: The column "redFlagWhen" appears twice (also in line 2). Remove one.',
    )
  })
})
