import { describe, expect, test } from 'vitest'
import { changed } from '../../../../../test/uploads/build-files.ts'
import { formSheets } from '../../../../../test/uploads/build-upload.ts'
import { readSheets } from '../../../../../test/uploads/read-sheets.ts'

describe('an XLSForm', () => {
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
    const usual = await readSheets(formSheets)
    const { definition, problems, warnings } = await readSheets(
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
    expect(await readSheets(old)).toEqual(await readSheets(formSheets))
    const both = await readSheets(changed(formSheets, { 'choices!E1': 'value', 'choices!E2': '1' }))
    expect(both).toMatchObject({
      definition: (await readSheets(formSheets)).definition,
      warnings: [expect.stringMatching(/^\[W11\] choices!E2: /)],
    })
  })
})
