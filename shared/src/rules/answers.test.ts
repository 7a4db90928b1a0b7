import { describe, expect, it } from 'vitest'
import type { Question } from '../contract/questionnaires.ts'
import { checkAnswers, needsParentConsent } from './answers.ts'

const today = '2026-11-21'
const check = { today, fitsPattern: (pattern: string, answer: string) => new RegExp(`^(?:${pattern})$`, 'u').test(answer) }

function question(given: Partial<Question>): Question {
  return { identifier: 'q', questionNumber: '1', questionText: 'Question?', questionType: 'input', required: false, ...given }
}

function faultOf(asked: Partial<Question>, value: string): string | undefined {
  return checkAnswers([question(asked)], { [asked.identifier ?? 'q']: value }, check).issues[0]?.fault
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const phone = { questionType: 'phoneNumber', validation: { format: 'phone' } } as const
const email = { questionType: 'email', validation: { format: 'email' } } as const
const zip = { questionType: 'zip', validation: { format: 'zip' } } as const

describe('checkAnswers, for a single answer', () => {
  it.each<[string, Partial<Question>, string, string | undefined]>([
    ['that is required must not be empty', { required: true }, '', 'required'],
    ['that is required must not be only spaces', { required: true }, '   ', 'required'],
    ['that is optional may be empty', {}, '', undefined],
    ['phone: plus and digits', phone, '+14085551234', undefined],
    ['phone: without the plus', phone, '4085551234', 'phone'],
    ['phone: with letters', phone, '+1408CALLME', 'phone'],
    ['phone: 17 digits at most', phone, '+12345678901234567', undefined],
    ['phone: 18 digits are too many', phone, '+123456789012345678', 'phone'],
    ['phone: no digits of other scripts', phone, '+١٤٠٨', 'phone'],
    ['email: a valid address', email, 'mai@example.org', undefined],
    ['email: without a domain', email, 'mai@', 'email'],
    ['email: 64 characters before the @', email, `${'m'.repeat(64)}@example.org`, undefined],
    ['email: 65 characters before the @', email, `${'m'.repeat(65)}@example.org`, 'email'],
    ['zip: five digits', zip, '95112', undefined],
    ['zip: with extension', zip, '95112-1234', undefined],
    ['zip: four digits', zip, '9511', 'zip'],
    ['zip: an incomplete extension', zip, '95112-12', 'zip'],
    ['choice: one of the list', { questionType: 'radio', options: yesNo }, 'yes', undefined],
    ['choice: a label instead of a value', { questionType: 'radio', options: yesNo }, 'Yes', 'choice'],
    ['date: a calendar date', { questionType: 'date' }, '2024-02-29', undefined],
    ['date: no 30 February', { questionType: 'date' }, '2024-02-30', 'date'],
    ['date: another format', { questionType: 'date' }, '11/21/2026', 'date'],
    [
      'date: today is possible in the past',
      { questionType: 'date', validation: { earliest: '1900-01-01', latest: 'today' } },
      today,
      undefined,
    ],
    ['date: tomorrow is not possible in the past', { questionType: 'date', validation: { latest: 'today' } }, '2026-11-22', 'date_range'],
    ['date: 30 days ago is possible', { questionType: 'date', validation: { earliest: 'today-30' } }, '2026-10-22', undefined],
    ['date: 31 days ago is not possible', { questionType: 'date', validation: { earliest: 'today-30' } }, '2026-10-21', 'date_range'],
    ['date: before a future day', { questionType: 'date', validation: { before: 'today+7' } }, '2026-11-28', 'date_range'],
    ['text: long enough', { validation: { minLength: 3 } }, 'abc', undefined],
    ['text: too short', { validation: { minLength: 3 } }, 'ab', 'pattern'],
    ['date of birth: 16 today', { identifier: 'dateOfBirth', questionType: 'date' }, '2010-11-21', undefined],
    ['date of birth: 16 tomorrow', { identifier: 'dateOfBirth', questionType: 'date' }, '2010-11-22', 'too_young'],
    ['control: the same day in another question', { questionType: 'date' }, '2010-11-22', undefined],
    ['date: before 1900', { questionType: 'date', validation: { earliest: '1900-01-01' } }, '1899-12-31', 'date_range'],
    ['date: 1900 without limits', { questionType: 'date' }, '1900-01-01', undefined],
    ['date: before 1900 without limits', { questionType: 'date' }, '1899-12-31', 'date_range'],
    ['date: a year of the Persian calendar', { questionType: 'date' }, '1403-10-20', 'date_range'],
    ['date: a year of the Buddhist calendar', { questionType: 'date' }, '2568-01-10', 'date_range'],
    ['date: another bound leaves the first day', { questionType: 'date', validation: { latest: 'today' } }, '1404-01-01', 'date_range'],
    ['date: another bound leaves the last day', { questionType: 'date', validation: { earliest: 'today' } }, '2569-01-01', 'date_range'],
    ['date: in a hundred years without limits', { questionType: 'date' }, '2126-11-22', undefined],
    ['date: in more than a hundred years without limits', { questionType: 'date' }, '2126-11-23', 'date_range'],
    ['date: before 1900 with an earlier limit', { questionType: 'date', validation: { earliest: '1850-01-01' } }, '1850-01-01', undefined],
    ['date: before 1900 and after a day', { questionType: 'date', validation: { after: '1850-01-01' } }, '1850-01-02', undefined],
    ['date: far ahead with a later limit', { questionType: 'date', validation: { latest: '2300-01-01' } }, '2300-01-01', undefined],
    ['date: far ahead and before a day', { questionType: 'date', validation: { before: '2300-01-01' } }, '2299-12-31', undefined],
    ['time: the last minute of a day', { questionType: 'time' }, '23:59', undefined],
    ['time: not 24:00', { questionType: 'time' }, '24:00', 'time'],
    ['time: no seconds', { questionType: 'time' }, '14:30:00', 'time'],
    ['number: digits with a point', { questionType: 'numeric' }, '12.5', undefined],
    ['number: no decimal comma', { questionType: 'numeric' }, '12,5', 'number'],
    ['number: no exponent', { questionType: 'numeric' }, '1e9', 'number'],
    ['number: no digits of other scripts', { questionType: 'numeric' }, '١٢', 'number'],
    ['number: only whole where required', { questionType: 'numeric', validation: { integer: true } }, '2.5', 'whole_number'],
    ['number: the smallest allowed', { questionType: 'numeric', validation: { min: 1, max: 30 } }, '1', undefined],
    ['number: below the smallest', { questionType: 'numeric', validation: { min: 1, max: 30 } }, '0', 'number_range'],
    ['number: strictly above', { questionType: 'numeric', validation: { above: 3 } }, '3', 'number_range'],
    ['text: at its limit', { validation: { maxLength: 5 } }, 'abcde', undefined],
    ['text: past its limit', { validation: { maxLength: 5 } }, 'abcdef', 'too_long'],
    ['text: more than 2,000 characters without its own limit', {}, 'a'.repeat(2_001), 'too_long'],
    ['text: must match the whole pattern', { validation: { pattern: '[A-Z]{2}' } }, 'ABC', 'pattern'],
    ['pattern and format must both match', { validation: { format: 'zip', pattern: '95.*' } }, '94112', 'pattern'],
  ])('%s', (_name, asked, value, fault) => {
    expect(faultOf(asked, value)).toBe(fault)
  })

  it('reports faults with the messages of shared/spec/product.md#answers', () => {
    const message = (asked: Partial<Question>, value: string) => checkAnswers([question(asked)], { q: value }, check).issues[0]?.message
    expect(message({ required: true }, '')).toBe('Required')
    expect(message(phone, 'x')).toBe('Improperly formatted phone number')
    expect(message(zip, 'x')).toBe('Invalid zip code')
    expect(message({ validation: { maxLength: 2, message: 'Two letters at most.' } }, 'abc')).toBe('Two letters at most.')
  })
})

describe('checkAnswers, for a whole response', () => {
  const parent = question({
    identifier: 'arrested',
    questionType: 'radioWithFollowUp',
    options: yesNo,
    required: true,
    followUp: { identifier: 'when', showWhen: ['yes'] },
  })
  const followUp = question({ identifier: 'when', required: true })

  it('requires a follow-up only when its parent has one of the triggering values', () => {
    expect(checkAnswers([parent, followUp], { arrested: 'yes' }, check).issues).toMatchObject([{ identifier: 'when', fault: 'required' }])
    expect(checkAnswers([parent, followUp], { arrested: 'no' }, check).issues).toEqual([])
  })

  it('drops the answer to a follow-up that is not asked', () => {
    const { issues, answers } = checkAnswers([parent, followUp], { arrested: 'no', when: 'In 2009' }, check)
    expect(issues).toEqual([])
    expect([...answers]).toEqual([['arrested', 'no']])
  })

  it('refuses an answer to an unknown question, even one named like a built-in property', () => {
    const given = JSON.parse('{"arrested": "no", "__proto__": "x", "constructor": "y"}') as Record<string, string>
    const unknown = checkAnswers([parent], given, check).issues.filter((issue) => issue.fault === 'unknown')
    expect(unknown.map((issue) => issue.identifier).sort()).toEqual(['__proto__', 'constructor'])
  })

  it('neither requires nor accepts an answer to a video', () => {
    const video = question({ identifier: 'intro', questionType: 'youtube', required: true })
    expect(checkAnswers([video], {}, check).issues).toEqual([])
    expect(checkAnswers([video], { intro: 'seen' }, check).issues[0]?.fault).toBe('unknown')
  })

  it('trims answers', () => {
    expect(checkAnswers([question({})], { q: '  Mai Nguyen ' }, check).answers.get('q')).toBe('Mai Nguyen')
  })
})

describe('a question with a condition', () => {
  const whenYes = [[{ identifier: 'a', op: '=', value: 'yes' }]] satisfies Question['askedWhen']
  const asked = [
    question({ identifier: 'a' }),
    question({ identifier: 'b', required: true, askedWhen: whenYes }),
    question({ identifier: 'c', askedWhen: [[{ identifier: 'b', op: '=', value: '', not: true }]] }),
  ]

  it('is required only when it is asked', () => {
    expect(checkAnswers(asked, { a: 'yes' }, check).issues.map(({ identifier }) => identifier)).toEqual(['b'])
    expect(checkAnswers(asked, { a: 'no' }, check).issues).toEqual([])
  })

  it('loses its answer when it is no longer asked, as do the questions that depend on it', () => {
    expect([...checkAnswers(asked, { a: 'yes', b: 'x', c: 'y' }, check).answers.keys()]).toEqual(['a', 'b', 'c'])
    expect([...checkAnswers(asked, { a: 'no', b: 'x', c: 'y' }, check).answers.keys()]).toEqual(['a'])
  })
})

describe('needsParentConsent', () => {
  it.each([
    ['2008-11-22', true],
    ['2008-11-21', false],
    ['', false],
    ['next year', false],
    [undefined, false],
  ])('for date of birth %s returns %s', (born, needed) => {
    expect(needsParentConsent(new Map(born === undefined ? [] : [['dateOfBirth', born]]), today)).toBe(needed)
  })
})
