import type { Upload } from '@portico/shared/contract/uploads'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { describe, expect, test } from 'vitest'
import { changed, csv, type TestSheets, xlsx } from '../../../../../test/uploads/build-files.ts'
import { buildUpload, formSheets, languageSheets, metadataFile, sampleFile } from '../../../../../test/uploads/build-upload.ts'
import { readFiles } from '../read-files.ts'
import { openWorkbook } from '../../../../spreadsheets/workbook-reader.ts'
import { writeMetadataFile } from './write-metadata-file.ts'
import { writeQuestionFile } from './write-question-file.ts'
import { writeStarterTemplate } from './write-starter-template.ts'
import { uploadLimits } from '../../upload-limits.ts'

const fullForm: TestSheets = {
  survey: [
    [
      'type',
      'name',
      'label::English (en)',
      'label::普通话 (zh-hans)',
      'hint::English (en)',
      'required',
      'relevant',
      'appearance',
      'constraint',
      'constraint_message::English (en)',
      'constraint_message::普通话 (zh-hans)',
      'portal_number',
      'portal_video::English (en)',
      'portal_video::普通话 (zh-hans)',
      'calculation',
      'default',
      'choice_filter',
    ],
    ['begin_group', 'about', 'About you', '关于您'],
    [
      'note',
      'intro',
      'Watch',
      '看',
      null,
      null,
      null,
      'youtube',
      null,
      null,
      null,
      12,
      'https://youtu.be/abcdefghijk',
      'https://www.youtube.com/embed/abcdefghijk',
    ],
    ['text', '=fullName', 'Your name', '姓名', 'As on your card', 'yes', null, null, "regex(., '[^0-9]+')", 'No digits', '不要数字', 3],
    ['text', 'email', 'E-mail', null, null, null, null, 'email', null, null, null, 4],
    ['end_group'],
    ['begin_group', 'law', 'Law'],
    ['select_one often', 'arrested_>1', '_x0041_ "quoted", then, a comma', '逮捕', null, 'yes', null, null, null, null, null, 7],
    ['text', 'arrested_why', 'Why?', '为什么', null, 'yes', "${arrested_>1} = 'once' or ${arrested_>1} = 'more'", 'multiline'],
    ['end_group'],
    ['begin_group', 'later', 'Later', '之后', null, null, "not(${arrested_>1} = 'never')"],
    ['note', 'reminder', 'Take *your* time.\nWe wait.', null, null, null, "${arrested_>1} = 'more' or ${email} = ''"],
    [
      'select_one often',
      'again',
      'And again?',
      null,
      null,
      null,
      "${=fullName} != '' and ${arrested_>1} != 'once'",
      'minimal',
      null,
      null,
      null,
      8,
    ],
    ['end_group'],
    ['select_one languages', 'contact', 'Language', null, null, null, null, 'contact-language', null, null, null, 9],
    ['integer', 'days', 'Days', null, null, null, null, null, '. >= 0 and . < 1827', null, null, 10],
    ['decimal', 'height', 'Height', null, null, null, null, null, '. > 0.5', null, null, 11],
    ['date', 'born', 'Born', null, null, null, null, null, '. <= today()', null, null, 13],
    ['text', 'phone', 'Phone', null, null, null, null, 'phone', null, null, null, 14],
    ['text', 'home', 'ZIP', null, null, null, null, 'zip', null, null, null, 15],
    ['time', 'at', 'When', null, null, null, null, null, null, null, null, 16, null, null, null, '09:30'],
    ['date', 'since', 'Since', null, null, null, null, null, null, null, null, 17, null, null, null, 'today()'],
    ['acknowledge', 'true', 'It is true', null, null, null, null, null, null, null, null, 18],
    ['select_multiple often', 'each', 'Each', null, null, 'yes', null, null, null, null, null, 19],
    ['select_one often or_other', 'open', 'Open', null, null, 'yes', null, null, null, null, null, 20],
    ['select_multiple often or_other', 'many', 'Many', null, null, 'yes', "${open} = 'once'", null, null, null, null, 22],
    ['select_one often or_other', 'down', 'Down', null, null, 'yes', null, 'minimal', null, null, null, 23],
    ['select_one often', 'plain', 'Plain', null, null, 'yes', null, null, null, null, null, 24],
    ['text', 'told', 'Told', null, null, 'no', "(${plain} = 'once')", null, null, null, null, 25],
    [
      'select_one towns',
      'town',
      'Which town, ${=fullName}?',
      '${=fullName}，哪个镇？',
      'Not ${again}',
      'yes',
      null,
      null,
      null,
      null,
      null,
      21,
      null,
      null,
      null,
      null,
      'how = ${again}',
    ],
    ['calculate', 'total', null, null, null, null, null, null, null, null, null, null, null, null, '(${days} + 1) * 2 - age(${born})'],
    [
      'calculate',
      'when',
      'Total',
      '总数',
      null,
      null,
      "selected(${each}, 'once')",
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      "if(${total} > 3, 'a', \"b's\")",
    ],
  ],
  choices: [
    ['list_name', 'name', 'label::English (en)', 'label::普通话 (zh-hans)', 'how'],
    ['towns', 'a', 'A', '甲', 'never'],
    ['towns', 'b', 'B', '乙', 'more'],
    ['often', 'never', 'Never', '从不'],
    ['often', 'once', 'Once', null],
    ['often', 'more', 'More often', '更多'],
    ['languages', 'en', 'English', 'English'],
    ['languages', 'zh-Hans', '普通话', '普通话'],
  ],
  settings: [
    ['default_language', 'title::English (en)', 'title::普通话 (zh-hans)'],
    ['English (en)', 'Citizenship: questions', '入籍问题'],
  ],
}
const fullMetadata = [
  ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role', 'validation', 'red_flag_guidance', 'red_flag_version'],
  ["'=fullName", '', '', 'fullName', 'max_length: 120'],
  ['email', '', '', 'email', 'email'],
  ['phone', '', '', 'phone', ''],
  ['arrested_>1', 'not_in: never', '\'=Court papers, and "more"', '', ''],
  ['again', 'in: once | more', 'Again', '', ''],
  ['days', 'less_than: 3', 'Few', '', 'integer: 0..1827'],
  ['height', 'greater_than: -2.5', 'Tall', '', 'decimal: -1.5..2.75'],
  ['born', 'years_since_over: 99.5', 'Old', '', 'past_date'],
  ['arrested_why', '', '', '', 'max_length: 500'],
  ['each', 'in: once | more', 'Chosen', '', '', 'Ask for papers', '2026-11'],
  ['total', 'greater_than: 912', 'Long', '', ''],
  ['told', 'answered', 'Told', '', ''],
  ['true', "when: ${total} > 912 and not(selected(${each}, 'never')) or ${born} > today() - 6570", 'Several', '', ''],
]

describe('a questionnaire', () => {
  test.each<[string, () => Promise<Partial<Upload>>]>([
    ['made from the sample files', samples],
    [
      'made from a small XLSForm',
      async () => ({ questionFile: { name: 'q.xlsx', bytes: await xlsx(formSheets) }, fieldMetadataFile: metadataFile() }),
    ],
    [
      'with every supported feature of an XLSForm',
      async () => ({
        questionFile: { name: 'q.xlsx', bytes: await xlsx(fullForm) },
        fieldMetadataFile: { name: 'm.csv', bytes: csv(fullMetadata) },
      }),
    ],
    ['made from one sheet per language', languageUpload],
    [
      'made from one sheet per language, with machine-readable values',
      async () => {
        const values = { 'English!G4': 'Word of mouth, Newspaper/Magazine', 'Español!G4': 'Word of mouth, Newspaper/Magazine' }
        const numbers = { 'English!A4': '3', 'Español!A4': '3', 'English!A5': null, 'Español!A5': null }
        const bytes = await xlsx(changed(languageSheets, { ...values, ...numbers }))
        return {
          questionFile: { name: 'q.xlsx', bytes },
          fieldMetadataFile: metadataOf(['arrested', 'in: Newspaper/Magazine', 'Papers', '']),
        }
      },
    ],
    [
      'made from one sheet per language, with a title',
      async () => {
        const settings = [
          ['title::English (en)', 'title::Español (es)'],
          ['Citizenship', 'Ciudadanía'],
        ]
        return { ...(await languageUpload()), questionFile: { name: 'q.xlsx', bytes: await xlsx({ ...languageSheets, settings }) } }
      },
    ],
  ])('%s is written to files that yield the same questionnaire', async (_about, upload) => {
    const first = await definitionOf(await upload())
    const again = await definitionOf({
      questionFile: { name: 'q.xlsx', bytes: await writeQuestionFile(first) },
      fieldMetadataFile: { name: 'm.csv', bytes: writeMetadataFile(first) },
    })
    expect(again).toEqual(first)
    expect(
      await definitionOf({
        questionFile: { name: 'q.xlsx', bytes: await writeQuestionFile(again) },
        fieldMetadataFile: { name: 'm.csv', bytes: writeMetadataFile(again) },
      }),
    ).toEqual(first)
  })

  test('is written as one sheet per language if its numbers require it, otherwise as an XLSForm', async () => {
    const sheetNames = async (upload: Partial<Upload>) =>
      (await openWorkbook(await writeQuestionFile(await definitionOf(upload)), uploadLimits)).sheetNames
    expect(await sheetNames(await languageUpload())).toEqual(['English', 'Español'])
    expect(
      await sheetNames({ questionFile: { name: 'q.xlsx', bytes: await xlsx(formSheets) }, fieldMetadataFile: metadataFile() }),
    ).toEqual(['survey', 'choices', 'settings'])
  })

  test('gets a starter template that shows every question', async () => {
    const upload = await samples()
    const definition = await definitionOf(upload)
    const outcome = await readFiles(
      { title: 'x', ...upload, templateFile: { name: 't.xlsx', bytes: await writeStarterTemplate(definition) } },
      () => {},
    )
    expect(outcome).toMatchObject({ ok: true, warnings: [] })
  })

  test('gets field metadata in which no cell can become a formula', async () => {
    const definition = await definitionOf({
      questionFile: { name: 'q.xlsx', bytes: await xlsx(fullForm) },
      fieldMetadataFile: { name: 'm.csv', bytes: csv(fullMetadata) },
    })
    const lines = new TextDecoder().decode(writeMetadataFile(definition)).split('\r\n')
    expect(lines.filter((line) => /(^|,)"?[=+@-]/.test(line))).toEqual([])
    expect(lines).toContain("'=fullName,,,fullName,max_length: 120,,")
  })
})

async function samples(): Promise<Partial<Upload>> {
  return { questionFile: await sampleFile('questions.xlsx'), fieldMetadataFile: await sampleFile('field-metadata.csv') }
}

async function languageUpload(): Promise<Partial<Upload>> {
  return {
    questionFile: { name: 'q.xlsx', bytes: await xlsx(languageSheets) },
    fieldMetadataFile: metadataOf(['arrested', 'in: yes', 'Papers', '']),
  }
}

function metadataOf(row: string[]) {
  const rows = [
    ['identifier', 'red_flag_when', 'red_flag_reason', 'contact_role'],
    ['fullName', '', '', 'fullName'],
    ['email', '', '', 'email'],
    row,
  ]
  return { name: 'm.csv', bytes: csv(rows) }
}

/** Returns the questionnaire of an upload with a matching template. */
async function definitionOf(files: Partial<Upload>): Promise<QuestionnaireDefinition> {
  const templateFile = { name: 't.xlsx', bytes: await xlsx({ A: [['{{email}}']] }) }
  const outcome = await readFiles({ ...(await buildUpload()), ...files, templateFile }, () => {})
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.definition
}
