import { describe, expect, test } from 'vitest'
import { csv, xlsx } from '../../../../test/uploads/build-files.ts'
import { buildUpload, formSheets, metadataFile, metadataRows, questionFile, sampleFile } from '../../../../test/uploads/build-upload.ts'
import { readFiles } from './read-files.ts'
import { readUpload } from './upload.ts'

const empty = { name: 'x.xlsx', bytes: new Uint8Array([1]) }

describe('the sample files', () => {
  test('are imported without problems or warnings', async () => {
    const outcome = await readUpload({
      title: 'citizenship',
      questionFile: await sampleFile('questions.xlsx'),
      templateFile: await sampleFile('template.xlsx'),
      fieldMetadataFile: await sampleFile('field-metadata.csv'),
    })
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.warnings).toEqual([])
    const { questions, languages } = outcome.definition
    expect(languages).toEqual(['en', 'es', 'vi'])
    expect(questions.filter((question) => question.followUpOf === undefined)).toHaveLength(61)
    expect(questions.filter((question) => question.followUpOf !== undefined)).toHaveLength(14)
    expect(questions.filter((question) => question.redWhen)).toHaveLength(47)
    expect(questions.find((question) => question.identifier === 'greenCardDate')).toMatchObject({
      questionNumber: '11',
      type: 'date',
      redWhen: { op: 'yearsSinceUnder', years: 2.75 },
      validation: { rule: 'pastDate' },
      hint: { en: 'Look for “Resident Since” on your card.' },
    })
  })
})

describe('the three files of an upload', () => {
  test('are reported as missing one at a time, in order', async () => {
    expect(await answer({ questionFile: undefined, templateFile: undefined, fieldMetadataFile: undefined })).toBe(
      'MISSING_QUESTION_FILE Missing',
    )
    expect(await answer({ templateFile: undefined, fieldMetadataFile: undefined })).toBe('MISSING_TEMPLATE_FILE Missing')
    expect(await answer({ questionFile: empty, fieldMetadataFile: undefined })).toBe('MISSING_METADATA_FILE Missing')
  })

  test('are checked in order: questions, unexpected metadata, metadata, template', async () => {
    const wrong = { questionFile: empty, templateFile: empty, fieldMetadataFile: empty }
    expect(await answer(wrong)).toMatch(/^QUESTION_FILE_ERROR/)
    expect(await answer({ ...wrong, questionFile: (await buildUpload()).questionFile })).toMatch(/^UNEXPECTED_METADATA_FILE/)
    expect(await answer({ templateFile: empty, fieldMetadataFile: metadataFile({ B4: 'x' }) })).toMatch(/^METADATA_FILE_ERROR/)
    expect(await answer({ templateFile: empty })).toMatch(/^TEMPLATE_FILE_ERROR \[T01\] x\.xlsx: /)
    expect(await answer({})).toBe('accepted')
  })

  test('are rejected with U01 when the question file already contains the metadata', async () => {
    const both = await questionFile({ ...formSheets, field_metadata: metadataRows })
    expect(await answer({ questionFile: both })).toBe(
      'UNEXPECTED_METADATA_FILE [U01] metadata.csv: The question file already contains a "field_metadata" sheet. Remove that sheet or leave this file out.',
    )
    expect(await answer({ questionFile: both, fieldMetadataFile: undefined })).toBe('accepted')
  })

  test('are rejected with U02 when the metadata file is one of the other files or looks like it', async () => {
    const { questionFile: questions, templateFile: template } = await buildUpload()
    const stacked = { name: 'm.csv', bytes: csv([['survey'], ['', 'type', 'name', 'label::en']]) }
    const placeholders = { name: 'm.csv', bytes: csv([['a', '{{fullName}}']]) }
    const otherTemplate = { name: 'm.xlsx', bytes: await xlsx({ A: [[], [], ['{{ $rowNumber }}']] }) }
    const questionsLine = 'This looks like the question file. Choose the field metadata file.'
    const templateLine = 'This looks like the template file. Choose the field metadata file.'
    const expected = [
      [questions, `questions.xlsx: ${questionsLine}`],
      [{ ...questions, name: 'm.txt' }, `m.txt: ${questionsLine}`],
      [await questionFile(formSheets, { 'survey!C2': 'Another text' }), `questions.xlsx: ${questionsLine}`],
      [stacked, `m.csv: ${questionsLine}`],
      [template, `template.xlsx: ${templateLine}`],
      [placeholders, `m.csv: ${templateLine}`],
      [otherTemplate, `m.xlsx: ${templateLine}`],
    ] as const
    for (const [fieldMetadataFile, line] of expected) {
      const files = { questionFile: questions, templateFile: template, fieldMetadataFile: fieldMetadataFile as typeof stacked }
      expect(await answer(files)).toBe(`UNEXPECTED_METADATA_FILE [U02] ${line}`)
    }
  })

  test('are rejected with U03 when the metadata belongs to another questionnaire', async () => {
    const foreign = {
      name: 'm.csv',
      bytes: csv([['identifier'], ...Array.from({ length: 61 }, (_, index) => [index === 0 ? 'store_name' : `store_${index}`])]),
    }
    expect(await answer({ fieldMetadataFile: foreign })).toBe(
      'UNEXPECTED_METADATA_FILE [U03] m.csv: None of the 61 identifiers belongs to this questionnaire. The first is "store_name".',
    )
  })

  test('are accepted with warning W06 for each question that the template never shows', async () => {
    const templateFile = {
      name: 't.xlsx',
      bytes: await xlsx({ A: [['{{fullName}} {{email}} {{arrested.label}} {{arrested_followUp}} {{birthday.flag}}']] }),
    }
    const outcome = await readFiles(await buildUpload({ templateFile }), () => {})
    expect(outcome).toMatchObject({ ok: true, warnings: ['[W06] survey!B7: The template never shows "trips".'] })
  })

  test.each([
    ['dateOfBirth', []],
    [
      'date_of_birth',
      ['[W14] survey!B8: "date_of_birth" is not taken for the date of birth, so the age is not checked: the name has to be "dateOfBirth".'],
    ],
  ])('are accepted, with warning W14 if the question %s is not recognized as the date of birth', async (name, expected) => {
    const asked = await questionFile(formSheets, { 'survey!A8': 'date', 'survey!B8': name, 'survey!C8': 'When were you born?' })
    const outcome = await readFiles(await buildUpload({ questionFile: asked }), () => {})
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.warnings.filter((line) => line.startsWith('[W14]'))).toEqual(expected)
  })

  test.each([
    ['consentToShare', 'no', []],
    ['consentToShare', 'No', []],
    ['consentToShare', 'never', ['survey!B8']],
    ['consent_to_share', 'no', ['survey!B8']],
    ['ConsentToShare', 'no', ['survey!B8']],
  ])('are accepted, with warning W14 if the question %s with the choice %s is not recognized as consent', async (name, refusal, places) => {
    const asked = await questionFile(formSheets, {
      'survey!A8': 'select_one consent',
      'survey!B8': name,
      'survey!C8': 'May we share your answers?',
      'choices!A4': 'consent',
      'choices!B4': 'yes',
      'choices!C4': 'Yes',
      'choices!A5': 'consent',
      'choices!B5': refusal,
      'choices!C5': 'No',
    })
    const outcome = await readFiles(await buildUpload({ questionFile: asked }), () => {})
    if (!outcome.ok) throw new Error(outcome.message)
    const warnings = outcome.warnings.filter((line) => line.startsWith('[W14]'))
    expect(warnings).toEqual(
      places.map(
        (place) =>
          `[W14] ${place}: "${name}" keeps nobody's answers from agencies: the name has to be "consentToShare", and one of its choices "no".`,
      ),
    )
  })

  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ['choices with different labels', {}, []],
    ['a Persian joiner', { 'choices!D3': 'می\u200cخواهم' }, []],
    [
      'the same label twice',
      { 'choices!D3': 'Sí' },
      ['[W15] survey!B4: The choices "yes" and "no" of "arrested" look the same in Spanish (es). Give them different labels.'],
    ],
    [
      'a label like the one shown for an empty one',
      { 'choices!D2': 'No', 'choices!D3': '' },
      ['[W15] survey!B4: The choices "yes" and "no" of "arrested" look the same in Spanish (es). Give them different labels.'],
    ],
    [
      'a label with an override',
      { 'choices!D3': '\u202eNo' },
      [
        '[W16] survey!B4: The label of "no" of "arrested" in Spanish (es) contains the invisible character U+202E. Remove it, or check how it looks.',
      ],
    ],
  ])('are accepted, with warnings about %s where people may mistake choices', async (_about, cells, expected) => {
    const outcome = await readFiles(await buildUpload({ questionFile: await questionFile(formSheets, cells) }), () => {})
    if (!outcome.ok) throw new Error(outcome.message)
    expect(outcome.warnings.filter((line) => !line.startsWith('[W08]'))).toEqual(expected)
  })
})

describe('readUpload', () => {
  test('handles concurrent uploads, each with its own outcome', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 6 }, (_, index) => buildUpload(index % 2 === 0 ? {} : { questionFile: { ...empty, name: `q${index}.xlsx` } })),
    )
    const outcomes = await Promise.all(uploads.map((upload) => readUpload(upload)))
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.message.slice(0, 13)))).toEqual([
      'ok',
      '[Q01] q1.xlsx',
      'ok',
      '[Q01] q3.xlsx',
      'ok',
      '[Q01] q5.xlsx',
    ])
  })

  test('takes turns between accounts, so that many files of one do not delay another', async () => {
    const upload = await buildUpload({ questionFile: empty })
    const read: number[] = []
    const readFor = (id: number) => readUpload(upload, { id }).then(() => read.push(id))
    await Promise.all([...Array.from({ length: 9 }, () => readFor(1)), readFor(2)])
    expect(read.indexOf(2)).toBeLessThan(9)
    expect(read, 'control').toHaveLength(10)
  })
})

async function answer(files: Parameters<typeof buildUpload>[0]): Promise<string> {
  const outcome = await readFiles(await buildUpload(files), () => {})
  return outcome.ok ? 'accepted' : `${outcome.id} ${outcome.message}`
}
