import type { QuestionDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { changed, csv, type TestCell, type TestSheets, xlsx } from '../../../../../test/uploads/build-files.ts'
import { formSheets } from '../../../../../test/uploads/build-upload.ts'
import { type Findings, formatWarnings } from '../problems.ts'
import { openQuestionFile, readQuestions } from '../question-file.ts'

const yesNo = [
  { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
  { value: 'no', label: { en: 'No', es: 'No' } },
]

describe('an XLSForm', () => {
  test('is read into questions in all languages, with follow-ups as separate questions', async () => {
    const { definition, warnings } = await read(formSheets)
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
    expect(readQuestions(opened, findings)?.definition).toEqual((await read(formSheets)).definition)
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
    const { definition, problems } = await read(oneQuestion({ 'survey!A2': type, 'survey!B2': name, 'survey!D2': appearance }))
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
    const { definition, problems } = await read({ survey: [['type', 'name', 'label::en', 'appearance', 'portal number'], ...rows] })
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
    const { definition, warnings } = await read({ survey })
    expect(definition?.questions.map((question) => question.section)).toEqual([{ en: 'About you', es: 'Sobre usted' }, undefined])
    expect(warnings).toEqual([
      '[W01] survey!A3: The heading of this inner group is skipped. The outermost group is the section.',
      '[W01] survey!A7: This group has no label, so its questions stand without a section heading.',
    ])
  })

  test('reads the title in all languages from the settings', async () => {
    const titled = (headers: string[], cells: string[]) => read({ ...formSheets, settings: [headers, cells] })
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
    expect((await read({ ...formSheets, ...settings('Spanish (es)') })).definition?.defaultLanguage).toBe('es')
    expect((await read({ ...formSheets, ...settings('ES') })).definition?.defaultLanguage).toBe('es')
    expect(
      (
        await read({
          survey: [
            ['type', 'name', 'label::vi', 'label::EN'],
            ['text', 'a', 'A', 'A'],
          ],
        })
      ).definition?.defaultLanguage,
    ).toBe('en')
    expect(
      (
        await read({
          survey: [
            ['type', 'name', 'label::vi', 'label::ko'],
            ['text', 'a', 'A', 'A'],
          ],
        })
      ).definition?.defaultLanguage,
    ).toBe('vi')
    const plain = await read({
      survey: [
        ['type', 'name', 'label', 'label::es'],
        ['text', 'a', 'A', 'B'],
      ],
      ...settings('Tagalog (tl)'),
    })
    expect(plain.definition).toMatchObject({ languages: ['tl', 'es'], defaultLanguage: 'tl', languageNames: { tl: 'Tagalog', es: 'es' } })
  })

  test.each([
    ['relevant', "${arrested} = 'yes'", 'F5'],
    ['bind:relevant', "${arrested} = 'yes'", 'F5'],
    ['bind::relevant', "${arrested} = 'yes'", 'F5'],
    ['relevance', "${arrested} = 'yes'", 'F5'],
    ['required', 'yes', 'E2'],
    ['bind:required', 'yes', 'E2'],
    ['appearance', 'multiline', 'G5'],
    ['control:appearance', 'multiline', 'G5'],
    ['body::appearance', 'multiline', 'G5'],
    ['constraint', '. <= today()', 'H6'],
    ['bind:constraint', '. <= today()', 'H6'],
    ['bind::constraint', '. <= today()', 'H6'],
  ])('recognizes the column header %s', async (header, text, cell) => {
    const usual = await read(formSheets)
    const { definition, problems, warnings } = await read(
      changed(formSheets, { [`survey!${cell.charAt(0)}1`]: header, [`survey!${cell}`]: text }),
    )
    expect({ definition, problems, warnings }).toEqual(usual)
  })

  test('accepts legacy column names if the usual ones are absent', async () => {
    const old = changed(formSheets, {
      'survey!A1': 'command',
      'survey!B1': 'tag',
      'survey!C1': 'caption::English (en)',
      'survey!D1': 'caption::Spanish (es)',
      'choices!B1': 'value',
    })
    expect(await read(old)).toEqual(await read(formSheets))
    const both = await read(changed(formSheets, { 'choices!E1': 'value', 'choices!E2': '1' }))
    expect(both).toMatchObject({
      definition: (await read(formSheets)).definition,
      warnings: [expect.stringMatching(/^\[W11\] choices!E2: /)],
    })
  })

  test('keeps line breaks in questions', async () => {
    const { definition } = await read(changed(formSheets, { 'survey!C7': 'How many  \r\n\n\n\n *trips*?\n' }))
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
    const { definition, problems } = await read({
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
    const { definition, problems } = await read({ survey, choices })
    expect(problems).toEqual([])
    expect(definition?.questions).toMatchObject([
      { type: 'youtube', videoUrl: { en: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
      { hint: { en: 'Take your time' }, followUp: { identifier: 'why', showWhen: ['a', 'b'] } },
      { constraint: { kind: 'pattern', pattern: '[A-Z]+[0-9]{3}' }, constraintMessage: { en: 'Like AB123' }, followUpOf: 'q' },
    ])
  })
})

describe('an XLSForm that causes a warning', () => {
  test.each<[string, string, Readonly<Record<string, TestCell>>, string]>([
    [
      'W01',
      'a metadata row is skipped',
      { 'survey!A8': 'start', 'survey!B8': 's' },
      'survey!A8: Rows of type "start" are skipped. Portico keeps such facts by itself.',
    ],
    [
      'W02',
      'a language code is derived from a name',
      { 'survey!D1': 'label::Español' },
      'survey!D1: The language "Español" is read as es. Write the code to be sure.',
    ],
    [
      'W05',
      'a list is never used',
      { 'choices!A4': 'colours', 'choices!B4': 'red' },
      'choices!A4: The choice list "colours" is never used.',
    ],
    [
      'W08',
      'a translation is empty',
      { 'survey!D7': null },
      'survey!D7: The label for Spanish (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W08',
      'a choice is not translated',
      { 'choices!D3': ' ' },
      'choices!D3: The label for Spanish (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W10',
      'a header is misspelt',
      { 'survey!I1': 'Hnt::English (en)' },
      'survey!I1: The column "Hnt::English (en)" is ignored. Did you mean "hint"?',
    ],
    [
      'W11',
      'a column is not read',
      { 'survey!I1': 'Notes for us', 'survey!I4': 'ask Ana' },
      'survey!I4: The column "Notes for us" is not read, so what stands here is ignored.',
    ],
    ['W11', 'a column has no header', { 'choices!F3': '?' }, 'choices!F3: This column has no header, so what stands here is ignored.'],
    [
      'W12',
      'a text contains HTML',
      { 'survey!C7': 'How <b class="x">many</b> trips?' },
      'survey!C7: "<b class="x">" is shown to people as it is written. Remove it; *…* and **…** emphasize.',
    ],
  ])('gets %s when %s', async (code, _about, cells, line) => {
    const { problems, warnings } = await read(changed(formSheets, cells))
    expect([problems, warnings]).toEqual([[], [`[${code}] ${line}`]])
  })

  test('gets W03 for an unregistered language code', async () => {
    const { warnings } = await read({
      survey: [
        ['type', 'name', 'label::American (us)'],
        ['text', 'a', 'A'],
      ],
    })
    expect(warnings).toEqual(['[W03] survey!C1: "us" is not a registered language code. Check it.'])
  })

  test('gets W04 for choices that differ only in case', async () => {
    const sheets = changed(formSheets, { 'choices!A4': 'yes_no', 'choices!B4': 'Yes', 'choices!C4': 'Yes!', 'choices!D4': '¡Sí!' })
    expect((await read(sheets)).warnings).toEqual(['[W04] choices!B4: The choice "Yes" differs from "yes" (B2) only in case. Check it.'])
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

async function read(sheets: TestSheets) {
  const findings: Findings = { problems: [], warnings: [] }
  const content = readQuestions(await openQuestionFile({ name: 'questions.xlsx', bytes: await xlsx(sheets) }), findings)
  return { definition: content?.definition, problems: formatWarnings(findings.problems), warnings: formatWarnings(findings.warnings) }
}
