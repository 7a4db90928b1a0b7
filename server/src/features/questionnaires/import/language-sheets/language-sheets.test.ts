import { describe, expect, test } from 'vitest'
import { changed, type TestCell } from '../../../../../test/uploads/build-files.ts'
import { languageSheets } from '../../../../../test/uploads/build-upload.ts'
import { readSheets } from '../../../../../test/uploads/read-sheets.ts'

type Cells = Readonly<Record<string, TestCell>>

const spanishIsGuessed = '[W02] Español!A1: The language "Español" is read as es. Write the code to be sure.'
const englishIsGuessed = '[W02] English!A1: The language "English" is read as en. Write the code to be sure.'

describe('a workbook with one sheet per language', () => {
  test('is read into questions in all languages', async () => {
    const { definition, problems, warnings } = await readSheets(languageSheets)
    expect(problems).toEqual([])
    expect(warnings).toEqual([englishIsGuessed, spanishIsGuessed])
    expect(definition).toMatchObject({ languages: ['en', 'es'], defaultLanguage: 'en', languageNames: { en: 'English', es: 'Español' } })
    expect(definition?.questions.slice(2)).toEqual([
      {
        identifier: 'arrested',
        questionNumber: '2b',
        type: 'radioWithFollowUp',
        required: true,
        text: { en: 'Were you ever arrested?', es: '¿Lo han arrestado?' },
        section: { en: 'Law', es: 'Ley' },
        options: [
          { value: 'yes', label: { en: 'Yes', es: 'Sí' } },
          { value: 'no', label: { en: 'No', es: 'No' } },
        ],
        followUp: { identifier: 'when', showWhen: ['yes'] },
      },
      {
        identifier: 'when',
        questionNumber: '6.1',
        type: 'input',
        required: false,
        text: { en: 'When and why?', es: '¿Cuándo y por qué?' },
        section: { en: 'Law', es: 'Ley' },
        followUpOf: 'arrested',
      },
    ])
  })

  test('keeps values verbatim: any text without a comma', async () => {
    const values = `Word of mouth, Newspaper/Magazine, ${'x'.repeat(64)}`
    const labels = { 'English!F4': 'A, B, C', 'Español!F4': 'A, B, C' }
    const { definition, problems } = await readSheets(changed(languageSheets, { ...labels, 'English!G4': values, 'Español!G4': values }))
    expect(problems).toEqual([])
    expect(definition?.questions[2]?.options?.map(({ value }) => value)).toEqual(values.split(', '))
  })

  test('may have a settings sheet with the title in these languages', async () => {
    const settings = [
      ['title::en', 'title::es'],
      ['Citizenship', 'Ciudadanía'],
    ]
    const { definition, problems } = await readSheets({ ...languageSheets, settings })
    expect(problems).toEqual([])
    expect(definition).toMatchObject({ languages: ['en', 'es'], title: { en: 'Citizenship', es: 'Ciudadanía' } })
  })

  test('accepts 15 sheets with real-world names, unusual headers and a thousand formatted empty rows', async () => {
    const names = [
      'English',
      'SPANISH',
      'Tiếng Việt',
      'MANDARIN',
      'CANTONESE',
      'ko',
      'TAGALOG',
      'amharic',
      'हिन्दी',
      'Punjabi (pa)',
      'pt',
      'FARSI',
      'pashto',
      'العربية',
      'Русский',
    ]
    const header = [
      ' #(ID) ',
      'slug',
      'CATEGORY',
      'Text\u00a0Translation',
      'Question Type',
      'Answer_Selections',
      'answerselectionsvalues',
      'Required',
      'Notes',
    ]
    const rows = [
      header,
      ['1', 'abroad_>6mo', 'A', 'Text', 'RADIO', 'x، y', 'yes,no', 'TRUE'],
      [2, '18-26_and_male', 'A', 'Text', 'Drop Down', 'x、y，z', 'a,b,c', true],
      ['2b', 'zipCode', 'B', 'Text', 'ZIP', null, null, 1],
    ]
    const empty = Array.from({ length: 1_000 }, () => ['', ' ', '\u00a0'])
    const sheets = Object.fromEntries(names.map((name) => [name, [...rows, ...empty]]))
    const { definition, problems, warnings } = await readSheets({ ...sheets, Sheet16: [] })
    expect(problems).toEqual([])
    expect(warnings).toHaveLength(12)
    expect(definition?.languages).toEqual([
      'en',
      'es',
      'vi',
      'zh-Hans',
      'yue-Hant',
      'ko',
      'tl',
      'am',
      'hi',
      'pa',
      'pt',
      'fa',
      'ps',
      'ar',
      'ru',
    ])
    expect(
      definition?.questions.map((question) => [question.questionNumber, question.type, question.options?.map((option) => option.label.vi)]),
    ).toEqual([
      ['1', 'radio', ['x', 'y']],
      ['2', 'dropDown', ['x', 'y', 'z']],
      ['2b', 'zip', undefined],
    ])
  })

  test('places a follow-up directly below its question, whichever of the two refers to the other', async () => {
    const moved = (cells: Cells) => readSheets(changed({ English: languageSheets.English ?? [] }, cells))
    const named = { 'English!B2': 'when', 'English!J2': 'arrested', 'English!B5': 'fullName', 'English!J5': null }
    const order = async (cells: Cells) =>
      (await moved(cells)).definition?.questions.map((question) => [question.identifier, question.followUpOf])
    expect(await order(named)).toEqual([
      ['email', undefined],
      ['arrested', undefined],
      ['when', 'arrested'],
      ['fullName', undefined],
    ])
    expect(await order({ ...named, 'English!I4': null })).toEqual(await order(named))
    expect((await moved({ 'English!A5': null })).definition?.questions.at(-1)?.questionNumber).toBe('2b')
  })

  test('numbers questions in order if the file contains no numbers', async () => {
    const { definition } = await readSheets(
      changed(languageSheets, { 'English!A1': null, 'English!A2': null, 'English!A3': null, 'English!A4': null, 'English!A5': null }),
    )
    expect(definition?.questions.map((question) => question.questionNumber)).toEqual(['1', '2', '3', '3'])
  })

  test('accepts a video address in the answers column', async () => {
    const video = {
      'English!E3': 'youtube',
      'English!F3': 'https://youtu.be/abcdefghijk',
      'Español!E3': 'YouTube',
      'Español!F3': 'https://youtu.be/abcdefghijk',
    }
    const { definition, problems } = await readSheets(changed(languageSheets, video))
    expect(problems).toEqual([])
    expect(definition?.questions[1]?.videoUrl).toEqual({ en: 'https://youtu.be/abcdefghijk', es: 'https://youtu.be/abcdefghijk' })
  })
})

describe('a workbook with one sheet per language that causes a warning', () => {
  test.each<[string, string, Cells, string]>([
    [
      'W08',
      'a text is not translated',
      { 'Español!D3': null },
      'Español!D3: The label for Español (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W08',
      'choices are not translated',
      { 'Español!F4': null },
      'Español!F4: The list of labels for Español (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W08',
      'a choice is not translated',
      { 'Español!F4': 'Sí,' },
      'Español!F4: The label of a choice for Español (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W08',
      'a section is not translated',
      { 'Español!C3': null },
      'Español!C3: The category for Español (es) is empty. The text for English (en) is shown.',
    ],
    [
      'W09',
      'a question without follow-ups specifies one',
      { 'English!I2': 'when' },
      'English!I2: The column "FollowUpQuestionSlug" is ignored, because an input question has no follow-up.',
    ],
    [
      'W09',
      'a question specifies a parent that does not refer to it',
      { 'English!J3': 'arrested' },
      'English!J3: The column "ParentQuestionSlug" is ignored, because "arrested" does not ask this question.',
    ],
    [
      'W10',
      'a header is misspelt',
      { 'English!K1': 'Categorie' },
      'English!K1: The column "Categorie" is ignored. Did you mean "Category"?',
    ],
  ])('gets %s when %s', async (code, _about, cells, line) => {
    const { problems, warnings } = await readSheets(changed(languageSheets, cells))
    expect(problems).toEqual([])
    expect(warnings.filter((warning) => !warning.startsWith('[W02]'))).toEqual([`[${code}] ${line}`])
  })
})
