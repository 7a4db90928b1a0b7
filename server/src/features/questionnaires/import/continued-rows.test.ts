import { describe, expect, test } from 'vitest'
import { changed, type TestCell, type TestSheets } from '../../../../test/uploads/build-files.ts'
import { formSheets, languageSheets } from '../../../../test/uploads/build-upload.ts'
import { readSheets } from '../../../../test/uploads/read-sheets.ts'

type Case = readonly [
  what: string,
  sheets: TestSheets,
  cells: Readonly<Record<string, TestCell>>,
  merged: readonly string[],
  problem: string,
]

// People write a long condition or a list of choices over several rows. Reading only the first of them could lose a red flag.
describe('a row that continues the one above', () => {
  const unmerged = (sheet: string, cell: string, into: string) =>
    `[Q20] ${sheet}!${cell}: The cell is merged into ${into}. Unmerge them, and put the text into each cell.`
  test.each<Case>([
    ['has a condition', formSheets, { 'survey!F8': "or ${arrested} = 'no'" }, [], '[Q08] survey!A8: The type is missing.'],
    [
      'has a hint',
      formSheets,
      { 'survey!I1': 'hint::English (en)', 'survey!I8': 'Or cited.' },
      [],
      '[Q08] survey!A8: The type is missing.',
    ],
    ['has a default', formSheets, { 'survey!I1': 'default', 'survey!I8': '3' }, [], '[Q08] survey!A8: The type is missing.'],
    [
      'has a condition, and its question is merged',
      formSheets,
      { 'survey!F8': "or ${arrested} = 'no'" },
      ['A7:A8', 'B7:B8', 'C7:C8', 'D7:D8'],
      unmerged('survey', 'A8', 'A7'),
    ],
    ['is required, and its question is merged', formSheets, { 'survey!E8': 'yes' }, ['A7:A8', 'B7:B8'], unmerged('survey', 'A8', 'A7')],
    [
      'is of a type that is skipped, and its label is merged',
      formSheets,
      { 'survey!A8': 'deviceid', 'survey!B8': 'device' },
      ['C7:C8', 'D7:D8'],
      '[Q08] survey!A8: ',
    ],
    [
      'has another choice, and its list is merged',
      formSheets,
      { 'choices!B4': null, 'choices!C4': null, 'choices!D4': null, 'choices!A4': null, 'choices!E4': 'x' },
      ['A3:A4'],
      unmerged('choices', 'A4', 'A3'),
    ],
    [
      'has another choice',
      languageSheets,
      { 'English!F6': 'Not sure', 'English!G6': 'unsure' },
      [],
      '[Q09] English!B6: The name is missing.',
    ],
    [
      'has another choice, and its question is merged',
      languageSheets,
      { 'English!F6': 'Not sure', 'English!G6': 'unsure' },
      ['B5:B6', 'E5:E6'],
      unmerged('English', 'B6', 'B5'),
    ],
  ])('is refused if it %s', async (_what, sheets, cells, merged, problem) => {
    const [name = ''] = Object.keys(cells).map((place) => place.split('!')[0])
    const { problems } = await readSheets(changed(sheets, cells), { [name ?? '']: merged })
    expect(
      problems.some((line) => line.startsWith(problem)),
      problems.join('\n'),
    ).toBe(true)
  })

  test('is skipped if only columns are filled that people fill to the end of a sheet', async () => {
    const { problems, definition } = await readSheets(changed(formSheets, { 'survey!E8': 'no', 'survey!E9': 'no' }))
    expect([problems, definition?.questions.length]).toEqual([[], 6])
  })
})
