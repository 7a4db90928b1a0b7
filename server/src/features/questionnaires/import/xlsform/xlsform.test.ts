import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { changed, csv, type TestCell, type TestSheets } from '../../../../../test/uploads/build-files.ts'
import { formSheets } from '../../../../../test/uploads/build-upload.ts'
import type { Findings } from '../problems.ts'
import { openQuestionFile, readQuestions } from '../question-file.ts'
import { readSheets } from '../../../../../test/uploads/read-sheets.ts'

const yesNo = [
  { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
  { value: 'no', label: { en: 'No', es: 'No' } },
]

describe('an XLSForm', () => {
  test('is read into questions in all languages, with follow-ups as separate questions', async () => {
    const { definition, warnings } = await readSheets(formSheets)
    expect(warnings).toEqual([])
    expect(definition).toMatchObject({ languages: ['en', 'es'], defaultLanguage: 'en', languageNames: { en: 'English', es: 'Spanish' } })
    expect(definition?.questions).toEqual([
      {
        identifier: 'fullName',
        questionNumber: '1',
        type: 'input',
        required: true,
        text: { en: 'What is your name?', es: '¿Cómo se llama?' },
      },
      {
        identifier: 'email',
        questionNumber: '2',
        type: 'email',
        required: false,
        text: { en: 'What is your email?', es: '¿Cuál es su correo?' },
      },
      {
        identifier: 'arrested',
        questionNumber: '3',
        type: 'radioWithFollowUp',
        required: true,
        text: { en: 'Were you ever arrested?', es: '¿Lo han arrestado?' },
        options: yesNo,
        followUp: { identifier: 'arrested_followUp', showWhen: ['yes'] },
      },
      {
        identifier: 'arrested_followUp',
        questionNumber: '3',
        type: 'input',
        required: false,
        text: { en: 'When and why?', es: '¿Cuándo y por qué?' },
        multiline: true,
        followUpOf: 'arrested',
      },
      {
        identifier: 'birthday',
        questionNumber: '4',
        type: 'date',
        required: true,
        text: { en: 'When were you born?', es: '¿Cuándo nació?' },
        constraint: { kind: 'range', bounds: [{ op: '<=', value: 'today' }] },
      },
      {
        identifier: 'trips',
        questionNumber: '5',
        type: 'numeric',
        integer: true,
        required: false,
        text: { en: 'How many trips?', es: '¿Cuántos viajes?' },
        constraint: {
          kind: 'range',
          bounds: [
            { op: '>=', value: 0 },
            { op: '<=', value: 500 },
          ],
        },
      },
    ])
  })

  test('may be written as a stacked CSV with a byte order mark', async () => {
    const rows = Object.entries(formSheets).flatMap(([name, sheet]) => [
      [name],
      ...sheet.map((row) => ['', ...row.map((cell) => (typeof cell === 'string' ? cell : ''))]),
    ])
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...csv(rows)])
    const opened = await openQuestionFile({ name: 'questions.CSV', bytes })
    const findings: Findings = { problems: [], warnings: [] }
    expect(readQuestions(opened, findings)?.definition).toEqual((await readSheets(formSheets)).definition)
    expect(findings).toEqual({ problems: [], warnings: [] })
  })

  test.each<[string, string, string, Partial<QuestionDefinition>]>([
    ['select one from yes_no', 'minimal', 'x', { type: 'dropDown' }],
    ['select1 yes_no', 'likert', 'x', { type: 'radio' }],
    ['text', 'minimal', 'x', { type: 'input' }],
    ['integer', 'multiline', 'x', { type: 'numeric', integer: true }],
    ['SELECT ONE yes_no', '', 'x', { type: 'radio' }],
    ['string', 'phone', 'x', { type: 'phoneNumber' }],
    ['text', 'zip', 'x', { type: 'zip' }],
    ['text', '', 'email', { type: 'email' }],
    ['text', 'Multiline', 'x', { type: 'input', multiline: true }],
    ['int', '', 'x', { type: 'numeric', integer: true }],
    ['decimal', '', 'x', { type: 'numeric' }],
    ['date', 'no-calendar', 'x', { type: 'date' }],
  ])('reads %s with the appearance "%s"', async (type, appearance, name, expected) => {
    const { definition, problems } = await readSheets(oneQuestion({ 'survey!A2': type, 'survey!B2': name, 'survey!D2': appearance }))
    expect(problems).toEqual([])
    expect(definition?.questions[0]).toMatchObject(expected)
    expect(definition?.questions[0]?.integer).toBe(expected.integer)
  })

  test('accepts identifiers and numbers from real-world forms', async () => {
    const rows = ['abroad_>6mo', '18-26_and_male', 'wo?men', "o'clock", 'número'].map((name, index) => [
      'text',
      name,
      'Text',
      null,
      index * 2 + 3,
    ])
    const { definition, problems } = await readSheets({ survey: [['type', 'name', 'label::en', 'appearance', 'portal number'], ...rows] })
    expect(problems).toEqual([])
    expect(definition?.questions.map((question) => [question.identifier, question.questionNumber])).toEqual([
      ['abroad_>6mo', '3'],
      ['18-26_and_male', '5'],
      ['wo?men', '7'],
      ["o'clock", '9'],
      ['número', '11'],
    ])
    expect(definition?.languageNames).toEqual({ en: 'en' })
  })

  test('uses the label of the outermost group as the section', async () => {
    const survey = [
      ['type', 'name', 'label::English (en)', 'label::Spanish (es)'],
      ['begin group', 'g1', 'About you', 'Sobre usted'],
      ['begin_group', 'g2', 'Names', 'Nombres'],
      ['text', 'a', 'A', 'A'],
      ['end_group'],
      ['end group'],
      ['begin_group', 'g3'],
      ['text', 'b', 'B', 'B'],
      ['end_group'],
    ]
    const { definition, warnings } = await readSheets({ survey })
    expect(definition?.questions.map((question) => question.section)).toEqual([{ en: 'About you', es: 'Sobre usted' }, undefined])
    expect(warnings).toEqual([
      '[W01] survey!A3: The heading of this inner group is skipped. The outermost group is the section.',
      '[W01] survey!A7: This group has no label, so its questions stand without a section heading.',
    ])
  })

  test('reads the title in all languages from the settings', async () => {
    const titled = (headers: string[], cells: string[]) => readSheets({ ...formSheets, settings: [headers, cells] })
    const both = ['title::English (en)', 'title::Spanish (es)']
    expect((await titled(both, ['Citizenship', 'Ciudadanía'])).definition?.title).toEqual({ en: 'Citizenship', es: 'Ciudadanía' })
    expect((await titled(['form_title'], ['citizenship_2025'])).definition).not.toHaveProperty('title')
    expect((await titled(both, ['', ''])).definition).not.toHaveProperty('title')
    expect(await titled(both, ['Citizenship', ''])).toMatchObject({
      definition: { title: { en: 'Citizenship' } },
      warnings: [expect.stringMatching(/^\[W08\] settings!B2: /)],
    })
    expect((await titled(both, ['', 'Ciudadanía'])).problems).toEqual(['[Q11] settings!A2: The title for English (en) is empty. Write it.'])
  })

  test('takes the default language from the settings, otherwise English, otherwise the first', async () => {
    const settings = (text: string) => ({ settings: [['default_language'], [text]] })
    expect((await readSheets({ ...formSheets, ...settings('Spanish (es)') })).definition?.defaultLanguage).toBe('es')
    expect((await readSheets({ ...formSheets, ...settings('ES') })).definition?.defaultLanguage).toBe('es')
    expect(
      (
        await readSheets({
          survey: [
            ['type', 'name', 'label::vi', 'label::EN'],
            ['text', 'a', 'A', 'A'],
          ],
        })
      ).definition?.defaultLanguage,
    ).toBe('en')
    expect(
      (
        await readSheets({
          survey: [
            ['type', 'name', 'label::vi', 'label::ko'],
            ['text', 'a', 'A', 'A'],
          ],
        })
      ).definition?.defaultLanguage,
    ).toBe('vi')
    const plain = await readSheets({
      survey: [
        ['type', 'name', 'label', 'label::es'],
        ['text', 'a', 'A', 'B'],
      ],
      ...settings('Tagalog (tl)'),
    })
    expect(plain.definition).toMatchObject({ languages: ['tl', 'es'], defaultLanguage: 'tl', languageNames: { tl: 'Tagalog', es: 'es' } })
  })

  test('keeps line breaks in questions', async () => {
    const { definition } = await readSheets(changed(formSheets, { 'survey!C7': 'How many  \r\n\n\n\n *trips*?\n' }))
    expect(definition?.questions.at(-1)?.text).toEqual({ en: 'How many\n\n*trips*?', es: '¿Cuántos viajes?' })
  })

  test('reads notes and the conditions of questions and groups', async () => {
    const survey = [
      ['type', 'name', 'label::English (en)', 'relevant'],
      ['select_one yes_no', 'arrested', 'Arrested?'],
      ['begin_group', 'g', 'Arrests', "${arrested} = 'yes'"],
      ['note', 'hello', 'Take your time.', '${arrested} != ""'],
      ['integer', 'times', 'How often?'],
      ['select_one yes_no', 'charged', 'Charged?', '${times} > 1'],
      ['text', 'why', 'Why?', "${charged} = 'yes'"],
      ['end_group'],
      ['text', 'end', 'Anything else?'],
    ]
    const { definition, problems } = await readSheets({
      ...formSheets,
      survey,
      choices: [
        ['list_name', 'name', 'label::English (en)'],
        ['yes_no', 'yes', 'Yes'],
        ['yes_no', 'no', 'No'],
      ],
    })
    const arrested = { identifier: 'arrested', op: '=', value: 'yes' }
    expect(problems).toEqual([])
    expect(
      definition?.questions.map(({ type, questionNumber, askedWhen, followUpOf }) => [type, questionNumber, askedWhen, followUpOf]),
    ).toEqual([
      ['radio', '1', undefined, undefined],
      ['note', '', [[arrested, { identifier: 'arrested', op: '=', value: '', not: true }]], undefined],
      ['numeric', '2', [[arrested]], undefined],
      ['radioWithFollowUp', '3', [[arrested, { identifier: 'times', op: '>', value: 1 }]], undefined],
      ['input', '3', undefined, 'charged'],
      ['input', '4', undefined, undefined],
    ])
  })

  test('keeps hints, constraint messages, multiple follow-up values and video URLs', async () => {
    const survey = [
      [
        'type',
        'name',
        'label::English (en)',
        'hint::English (en)',
        'relevant',
        'constraint',
        'constraint_message::English (en)',
        'appearance',
        'portal_video::English (en)',
      ],
      ['note', 'intro', 'Watch this', null, null, null, null, 'youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      ['select_one l', 'q', 'Q', 'Take your time'],
      ['text', 'why', 'Why?', null, 'selected(${q}, “a”) or ${q} = ‘b’', "regex(., '[A-Z]+[0-9]{3}')", 'Like AB123'],
    ]
    const choices = [['list name', 'name', 'label::English (en)'], ...['a', 'b', 'c'].map((value) => ['l', value, value.toUpperCase()])]
    const { definition, problems } = await readSheets({ survey, choices })
    expect(problems).toEqual([])
    expect(definition?.questions).toMatchObject([
      { type: 'youtube', videoUrl: { en: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
      { hint: { en: 'Take your time' }, followUp: { identifier: 'why', showWhen: ['a', 'b'] } },
      { constraint: { kind: 'pattern', pattern: '[A-Z]+[0-9]{3}' }, constraintMessage: { en: 'Like AB123' }, followUpOf: 'q' },
    ])
  })
})

function oneQuestion(cells: Readonly<Record<string, TestCell>>): TestSheets {
  const choices = [
    ['list_name', 'name', 'label::English (en)'],
    ['yes_no', 'yes', 'Yes'],
    ['yes_no', 'no', 'No'],
  ]
  return changed(
    {
      survey: [
        ['type', 'name', 'label::English (en)', 'appearance'],
        ['text', 'x', 'Text'],
      ],
      choices,
    },
    cells,
  )
}
