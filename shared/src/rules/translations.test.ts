import { describe, expect, it } from 'vitest'
import type { QuestionDefinition, QuestionnaireDefinition } from './definition.ts'
import { legalTerms } from '../words/legal-terms.ts'
import { faultsOfTranslation, keepsPlaces, textsToTranslate, withTranslations } from './translations.ts'

const yesNo: QuestionDefinition['options'] = [
  { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
  { value: 'no', label: { en: 'No' } },
]
const section = { en: 'You' }
const question = (identifier: string, more: Partial<QuestionDefinition> = {}): QuestionDefinition => ({
  identifier,
  questionNumber: '1',
  type: 'radio',
  required: false,
  text: { en: `${identifier}?` },
  ...more,
})
const definition: QuestionnaireDefinition = {
  languages: ['en', 'es'],
  defaultLanguage: 'en',
  languageNames: { en: 'English', es: 'Español' },
  title: { en: 'Screening' },
  questions: [
    question('a', { options: yesNo, section, hint: { en: '', es: 'nada' } }),
    question('b', { options: yesNo, section, constraintMessage: { en: 'Other' } }),
  ],
}

describe('the texts of a questionnaire', () => {
  it('appear once each: shared texts belong to the first question, and texts without a source are omitted', () => {
    expect(textsToTranslate(definition).map(({ key }) => key)).toEqual([
      'title',
      'a/section',
      'a/text',
      'a/choice/yes',
      'a/choice/no',
      'b/text',
      'b/message',
    ])
  })

  it('are applied to every question that shares them, and change nothing else', () => {
    const changed = withTranslations(definition, { code: 'es', name: 'Spanish' }, new Map([['a/choice/no', 'No, nunca']]))
    const labels = changed.questions.map(({ options }) => options?.map(({ label }) => label['es']))
    expect(labels).toEqual([
      ['Sí', 'No, nunca'],
      ['Sí', 'No, nunca'],
    ])
    expect(withTranslations(changed, { code: 'es', name: '' }, new Map([['a/choice/no', 'x']])).languageNames['es']).toBe('Español')
    expect(withTranslations(definition, { code: 'es', name: '' }, new Map())).toEqual(definition)
  })

  it('can be in a language that the questionnaire does not have yet', () => {
    const changed = withTranslations(definition, { code: 'ko', name: 'Korean' }, new Map([['title', '심사']]))
    expect([changed.languages, changed.languageNames['ko'], changed.title?.['ko']]).toEqual([['en', 'es', 'ko'], 'Korean', '심사'])
  })
})

it.each([
  ['Dear ${name}, ${age}', '${age} – ${name}', [], [], []],
  ['Dear ${name}', 'Estimado ${nombre}', ['${name}'], ['${nombre}'], []],
  ['File Form N-400 with USCIS.', 'Envíe el formulario N400 a USCIS.', [], [], ['N-400']],
  ['Form N-400', 'የN-400 ቅጽ', [], [], []],
  ['XN-400A', 'nada', [], [], []],
  ['N-400A', 'nada', [], [], []],
])('faultsOfTranslation compares %s → %s', (source, text, lostPlaces, unknownPlaces, changedTerms) => {
  expect(faultsOfTranslation({ kind: 'text', source }, text, legalTerms)).toEqual({ lostPlaces, unknownPlaces, changedTerms })
})

it.each([
  ['{{count}} questions, <b>now</b>', '<b>ahora</b>: {{count}}', true],
  ['{{count}} questions', 'ninguna pregunta', false],
  ['Hello', '<a href="https://elsewhere.example">Hola</a>', false],
  ['Hello', '<script>hola', false],
  ['Hello {{name}}', 'Hola {{ name }}', false],
  ['Hello {{name}}', 'Hola {{name}} {', false],
])('keepsPlaces compares the interface texts %s → %s', (source, text, keeps) => {
  expect(keepsPlaces({ kind: 'interface', source }, text)).toBe(keeps)
  expect(keepsPlaces({ kind: 'interface', source, optionalPlaces: ['{{count}}'] }, text)).toBe(keeps || text === 'ninguna pregunta')
})
