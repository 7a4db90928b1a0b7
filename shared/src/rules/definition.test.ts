import { describe, expect, test } from 'vitest'
import type { AnswerLimits } from '../contract/questionnaires.ts'
import { inLanguage, limitsOf, type QuestionDefinition, type QuestionnaireDefinition, questionsIn } from './definition.ts'

const base: QuestionDefinition = { identifier: 'q', questionNumber: '1', type: 'input', required: false, text: { en: 'Question' } }

describe('limitsOf returns limits that', () => {
  test.each<[string, Partial<QuestionDefinition>, AnswerLimits]>([
    ['come from the type', { type: 'zip' }, { format: 'zip' }],
    ['are 2,000 characters for an input', {}, { maxLength: 2_000 }],
    ['require an e-mail address for an input named email', { identifier: 'email' }, { format: 'email' }],
    ['are whole numbers for an integer', { type: 'numeric', integer: true }, { integer: true }],
    ['can be reduced by the field metadata', { validation: { rule: 'maxLength', max: 200 } }, { maxLength: 200 }],
    ['end today for a past date', { type: 'date', validation: { rule: 'pastDate' } }, { earliest: '1900-01-01', latest: 'today' }],
    [
      'combine the metadata and the constraint',
      { validation: { rule: 'phone' }, constraint: { kind: 'pattern', pattern: '[+]1[0-9]+' } },
      { maxLength: 2_000, format: 'phone', pattern: '[+]1[0-9]+' },
    ],
    [
      'are the narrower of two ranges, whichever comes first',
      {
        type: 'numeric',
        validation: { rule: 'integer', min: 0, max: 10 },
        constraint: {
          kind: 'range',
          bounds: [
            { op: '>=', value: -5 },
            { op: '<=', value: 8 },
          ],
        },
      },
      { integer: true, min: 0, max: 8 },
    ],
    [
      'are the narrower of two bounds in one constraint',
      {
        type: 'numeric',
        constraint: {
          kind: 'range',
          bounds: [
            { op: '>', value: 5 },
            { op: '>', value: 1 },
          ],
        },
      },
      { above: 5 },
    ],
    [
      'start today if one of two rules says so',
      { type: 'date', validation: { rule: 'futureDate' }, constraint: { kind: 'range', bounds: [{ op: '<', value: 'today' }] } },
      { earliest: 'today', before: 'today' },
    ],
    [
      'keep a calendar date beside a day relative to today',
      {
        type: 'date',
        validation: { rule: 'pastDate' },
        constraint: {
          kind: 'range',
          bounds: [
            { op: '>=', value: 'today-30' },
            { op: '<=', value: '2030-01-31' },
          ],
        },
      },
      { earliest: 'today-30', after: '1899-12-31', latest: 'today', before: '2030-02-01' },
    ],
    [
      'are a minimum and maximum length',
      {
        constraint: {
          kind: 'length',
          bounds: [
            { op: '>', value: 2 },
            { op: '<=', value: 20 },
          ],
        },
      },
      { minLength: 3, maxLength: 20 },
    ],
  ])('%s', (_about, question, limits) => {
    expect(limitsOf({ ...base, ...question })).toEqual(limits)
  })
})

describe('questionsIn', () => {
  const definition: QuestionnaireDefinition = {
    languages: ['en', 'es'],
    defaultLanguage: 'en',
    languageNames: { en: 'English', es: 'Spanish' },
    questions: [
      {
        ...base,
        text: { en: 'Question', es: 'Pregunta' },
        hint: { en: 'Hint' },
        redWhen: { op: 'answered' },
        redReason: 'For staff',
        section: { en: 'You', es: 'Usted' },
      },
      { ...base, identifier: 'video', type: 'youtube', text: { en: 'Watch' } },
      { ...base, identifier: 'film', type: 'youtube', videoUrl: { en: 'https://youtu.be/abcdefghijk' } },
    ],
  }

  test('falls back to the default language where a translation is empty', () => {
    expect(questionsIn(definition, 'es', false)[0]).toMatchObject({ questionText: 'Pregunta', hint: 'Hint', section: 'Usted' })
    expect(inLanguage({ en: 'text', es: '' }, 'es', 'en')).toBe('text')
  })

  test('omits a video without a URL', () => {
    expect(questionsIn(definition, 'en', false).map((question) => question.identifier)).toEqual(['q', 'film'])
  })

  test('includes the reasons of red flags only for staff, and rules for nobody', () => {
    expect(JSON.stringify(questionsIn(definition, 'en', false))).not.toMatch(/For staff|redWhen|answered/)
    expect(questionsIn(definition, 'en', true)[0]?.redFlagReason).toBe('For staff')
    expect(JSON.stringify(questionsIn(definition, 'en', true))).not.toContain('redWhen')
  })
})
