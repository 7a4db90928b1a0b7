import { describe, expect, test } from 'vitest'
import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { importMap } from './map-file.ts'
import { readRow } from './row-answers.ts'

const text = { en: 'Question' }
const options = [
  { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
  { value: 'no', label: { en: 'No', es: 'No' } },
  { value: 'maybe', label: { en: 'Other', es: 'Otro' } },
  { value: 'never', label: { en: 'Never', es: 'Otro' } },
]
// Values in one order, labels in another.
const counted = [
  { value: '1', label: { en: '0' } },
  { value: '2', label: { en: '1' } },
  { value: '3', label: { en: '2 or more' } },
]
const questions: readonly QuestionDefinition[] = (
  [
    ['choice', 'radio'],
    ['trips', 'radio', counted],
    ['visits', 'checkboxes', counted],
    ['several', 'checkboxes'],
    ['born', 'date'],
    ['phone', 'phoneNumber'],
    ['name', 'input'],
  ] as const
).map(([identifier, type, choices = options], index) => ({
  identifier,
  type,
  questionNumber: `${index}`,
  required: false,
  text,
  options: [...choices],
}))

const base = { source: 'old', id: 'No.', workshop: 'w', questionnaire: 'q', language: 'en' }
const read = (identifier: string, source: unknown, cell: string) => {
  const map = importMap.parse({ ...base, answers: { [identifier]: source } })
  const { answers, problems } = readRow(
    map,
    questions,
    new Map([
      ['No.', '7'],
      ['C', cell],
    ]),
  )
  return problems.length > 0 ? problems : answers[identifier]
}
const refused = [{ column: 'C', text: expect.any(String) }]

describe('readRow', () => {
  test.each([
    ['choice', 'C', 'yes', 'yes'],
    ['choice', 'C', 'SÍ', 'yes'],
    ['choice', 'C', 'No', 'no'],
    ['choice', 'C', 'Si\u0301', 'yes'],
    ['choice', 'C', 'Otro', refused],
    ['choice', 'C', 'perhaps', refused],
    ['choice', { column: 'C', values: { Perhaps: 'maybe' } }, 'perhaps', 'maybe'],
    ['choice', 'C', '', undefined],
    ['choice', { always: 'no' }, 'yes', 'no'],
    ['trips', 'C', '0', '1'],
    ['trips', 'C', '1', refused],
    ['trips', 'C', '2 or more', '3'],
    ['trips', { column: 'C', values: { 1: '2' } }, '1', '2'],
    ['visits', 'C', '0; 1', refused],
    ['visits', 'C', '0; 3', '1 3'],
    ['several', 'C', 'Yes; never', 'yes never'],
    ['several', { column: 'C', separator: '|' }, 'yes|No|', 'yes no'],
    ['several', 'C', 'yes; perhaps', refused],
    ['born', { column: 'C', date: 'MM/DD/YYYY' }, '3/4/1985', '1985-03-04'],
    ['born', { column: 'C', date: 'DD/MM/YYYY' }, '3/4/1985', '1985-04-03'],
    ['born', { column: 'C', date: 'DD.MM.YYYY' }, '03.04.1985', '1985-04-03'],
    ['born', { column: 'C', date: 'DD.MM.YYYY' }, '03/04/1985', refused],
    ['phone', { column: 'C', callingCode: '1' }, '(408) 555-0123', '+14085550123'],
    ['phone', { column: 'C', callingCode: '1' }, '1-408-555-0123', '+14085550123'],
    ['phone', { column: 'C', callingCode: '49' }, '030 1234', '+49301234'],
    ['phone', { column: 'C', callingCode: '1' }, '+52 55 1234', '+52551234'],
    ['phone', { column: 'C', callingCode: '1' }, '011 52 55 1234 5678', '+525512345678'],
    ['phone', { column: 'C', callingCode: '1' }, '525512345678', refused],
    ['phone', { column: 'C', callingCode: '1' }, '555 0123', refused],
    ['phone', { column: 'C', callingCode: '49' }, '0049 170 1234567', '+491701234567'],
    ['phone', { column: 'C', callingCode: '49' }, '491701234567', refused],
    ['phone', { column: 'C', callingCode: '49' }, '0491 701234', '+49491701234'],
    ['name', 'C', 'Mai Nguyen', 'Mai Nguyen'],
  ])('reads %s from %j: %j becomes %j', (identifier, source, cell, expected) => {
    expect(read(identifier, source, cell)).toEqual(expected)
  })
})

test('reports a row without an id or without its language, and reads the language from its column', () => {
  const map = importMap.parse({ ...base, language: { column: 'L', values: { Spanish: 'es' } }, answers: {} })
  expect(readRow(map, questions, new Map()).problems.map(({ column }) => column)).toEqual(['No.', 'L'])
  expect(
    readRow(
      map,
      questions,
      new Map([
        ['No.', '1'],
        ['L', 'spanish'],
      ]),
    ).language,
  ).toBe('es')
})
