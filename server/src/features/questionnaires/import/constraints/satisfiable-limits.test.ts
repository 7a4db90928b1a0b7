import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { formSheets, metadataFile, buildUpload, questionFile } from '../../../../../test/uploads/build-upload.ts'
import { readFiles } from '../read-files.ts'
import { parseConstraint } from './constraint.ts'
import { isSatisfiable } from './satisfiable-limits.ts'

const { M13, Q16 } = importProblems

describe('a question with a constraint', () => {
  const inRange = { rule: 'integer', min: 0, max: 500 } as const
  test.each<[boolean, string, string, Partial<QuestionDefinition>]>([
    [true, 'a number with room for fractions', '. > 4 and . < 5', { type: 'numeric' }],
    [false, 'a whole number between neighbors', '. > 4 and . < 5', { type: 'numeric', integer: true }],
    [true, 'a whole number', '. > 4 and . < 6', { type: 'numeric', integer: true }],
    [true, 'one number', '. >= 4 and . <= 4', { type: 'numeric' }],
    [false, 'the same bound, excluded once', '. > 4 and . <= 4', { type: 'numeric' }],
    [true, 'the highest number of its validation', '. >= 500', { type: 'numeric', validation: inRange }],
    [false, 'more than its validation allows', '. > 500', { type: 'numeric', validation: inRange }],
    [false, 'less than its validation allows', '. <= -0.5', { type: 'numeric', validation: inRange }],
    [true, 'one length', 'string-length(.) > 5 and string-length(.) < 7', { type: 'input' }],
    [false, 'a length between neighbors', 'string-length(.) > 5 and string-length(.) < 6', { type: 'input' }],
    [false, 'no length', 'string-length(.) < 1', { type: 'input' }],
    [true, 'the longest answer', 'string-length(.) >= 2000', { type: 'input' }],
    [false, 'longer than any answer', 'string-length(.) > 2000', { type: 'input' }],
    [false, 'longer than its validation allows', 'string-length(.) > 200', { type: 'input', validation: { rule: 'maxLength', max: 200 } }],
    [true, 'today', '. >= today() and . <= today()', { type: 'date' }],
    [false, 'between today and tomorrow', '. > today() and . < today() + 1', { type: 'date' }],
    [true, 'today in the past', '. >= today()', { type: 'date', validation: { rule: 'pastDate' } }],
    [false, 'the future in the past', '. > today()', { type: 'date', validation: { rule: 'pastDate' } }],
    [true, 'a day that has not come yet', `. >= date('2050-01-01')`, { type: 'date', validation: { rule: 'pastDate' } }],
    [false, 'before any possible day', `. < date('1900-01-01')`, { type: 'date', validation: { rule: 'pastDate' } }],
    [true, 'the last day before another', `. >= date('2020-02-28') and . < date('2020-03-01')`, { type: 'date' }],
    [false, 'a day of the past that is not before today', `. >= today() and . <= date('2020-12-31')`, { type: 'date' }],
    [false, 'a day of the past in the future', `. <= date('2020-12-31')`, { type: 'date', validation: { rule: 'futureDate' } }],
    [true, 'a day of the past', `. <= date('2020-12-31')`, { type: 'date', validation: { rule: 'pastDate' } }],
    [false, 'shorter than a ZIP code', 'string-length(.) < 5', { type: 'zip' }],
    [true, 'five digits of a ZIP code', 'string-length(.) < 6', { type: 'zip' }],
    [false, 'longer than a telephone number', 'string-length(.) > 18', { type: 'phoneNumber' }],
    [false, 'longer than an e-mail address', 'string-length(.) > 254', { type: 'input', validation: { rule: 'email' } }],
    [false, 'after a later day', `. > date('2030-01-01') and . < date('2020-01-01')`, { type: 'date' }],
    [true, 'a pattern', `regex(., 'a')`, { type: 'input' }],
  ])('%s: %s', (expected, _about, text, question) => {
    const { type = 'input' } = question
    const constraint = parseConstraint(text, type)
    if (typeof constraint === 'string') throw new Error(constraint)
    expect(isSatisfiable({ identifier: 'asked', ...question, type, constraint })).toBe(expected)
  })
})

describe('an upload', () => {
  const readWith = async (constraint: string, validation: string) => {
    const questions = await questionFile(formSheets, { 'survey!H7': constraint })
    return readFiles(await buildUpload({ questionFile: questions, fieldMetadataFile: metadataFile({ E6: validation }) }), () => {})
  }

  test('is refused with Q16 at an impossible constraint, whatever the validation', async () => {
    const message = expect.stringContaining(`[Q16] survey!H7: ${Q16.impossible}`)
    expect(await readWith('. > 4 and . < 5', 'integer: 0..9')).toMatchObject({ ok: false, message })
    expect(await readWith('. > 4 and . < 5', 'integer: 0..9')).not.toMatchObject({ message: expect.stringContaining('M13') })
  })

  test('is refused with M13 at a validation that the constraint makes impossible', async () => {
    const message = expect.stringContaining(`[M13] line 6, column 5 (validation): ${M13.impossible('integer: 0..50')}`)
    expect(await readWith('. > 50', 'integer: 0..50')).toMatchObject({ ok: false, message })
  })

  test('control: is accepted if one answer is left', async () => {
    expect(await readWith('. > 49', 'integer: 0..50')).toMatchObject({ ok: true })
  })
})
