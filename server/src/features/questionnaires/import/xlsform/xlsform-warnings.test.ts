import { describe, expect, test } from 'vitest'
import { changed, type TestCell } from '../../../../../test/uploads/build-files.ts'
import { formSheets } from '../../../../../test/uploads/build-upload.ts'
import { readSheets } from '../../../../../test/uploads/read-sheets.ts'

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
    const { problems, warnings } = await readSheets(changed(formSheets, cells))
    expect([problems, warnings]).toEqual([[], [`[${code}] ${line}`]])
  })

  test.each([
    ['Armenian (am)', '"am" is the code of Amharic; that of "Armenian" is hy. Check which is meant.'],
    ['Հայերեն (am)', '"am" is the code of Amharic; that of "Հայերեն" is hy. Check which is meant.'],
    ['Korean (kr)', '"kr" is the code of Kanuri; that of "Korean" is ko. Check which is meant.'],
    ['Tagalog (fil)', undefined],
    ['Mandarin (zh)', undefined],
    ['Dari (prs)', undefined],
    ['Norwegian (nb)', undefined],
    ['ko', undefined],
  ])('gets W03 for a language with the code of another: %s', async (language, message) => {
    const { warnings } = await readSheets(changed(formSheets, { 'survey!C1': `label::${language}` }))
    expect(warnings.filter((warning) => warning.startsWith('[W03]'))).toEqual(message ? [`[W03] survey!C1: ${message}`] : [])
  })

  test('gets W03 for an unregistered language code', async () => {
    const { warnings } = await readSheets({
      survey: [
        ['type', 'name', 'label::American (us)'],
        ['text', 'a', 'A'],
      ],
    })
    expect(warnings).toEqual(['[W03] survey!C1: "us" is not a registered language code. Check it.'])
  })

  test('gets W04 for choices that differ only in case', async () => {
    const sheets = changed(formSheets, { 'choices!A4': 'yes_no', 'choices!B4': 'Yes', 'choices!C4': 'Yes!', 'choices!D4': '¡Sí!' })
    expect((await readSheets(sheets)).warnings).toEqual([
      '[W04] choices!B4: The choice "Yes" differs from "yes" (B2) only in case. Check it.',
    ])
  })
})
