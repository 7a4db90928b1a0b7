import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { type TestCell, xlsx } from '../../../../test/uploads/build-files.ts'
import { buildUpload, formSheets, questionFile } from '../../../../test/uploads/build-upload.ts'
import { formatProblems, type Problem } from './problems.ts'
import { readFiles } from './read-files.ts'

const malformedName = 'is not allowed. Leave out spaces, periods, braces and quotation marks.'
const { Q08 } = importProblems

describe('the problems of a file', () => {
  test('are sorted by sheet, row and column', async () => {
    const outcome = await outcomeOf({ 'choices!C3': null, 'survey!E7': 'maybe', 'survey!C7': null, 'survey!B2': 'a b' })
    expect(outcome).toMatchObject({
      message: expect.stringMatching(/^\[Q09\] survey!B2.*\n\[Q11\] survey!C7, choices!C3.*\n\[Q13\] survey!E7[^\n]*$/),
    })
  })

  test('are listed up to 20, followed by the number of the rest', async () => {
    const problems = Array.from({ length: 30 }, (_, index): Problem => ({
      code: 'Q05',
      location: `survey!B${index}`,
      message: `${index}.`,
    }))
    const lines = formatProblems(problems).split('\n')
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('…and 10 more problems.')
  })

  test('are grouped into one line per cause with up to three locations', async () => {
    const rows = Array.from({ length: 12 }, () => ['barcode', 'x', 'Text', 'Texto'])
    const bytes = await xlsx({ survey: [['type', 'name', 'label::English (en)', 'label::Spanish (es)'], ...rows] })
    const outcome = await readFiles(await buildUpload({ questionFile: { name: 'questions.xlsx', bytes } }), () => {})
    expect(outcome).toMatchObject({ message: `[Q08] survey!A2, A3, A4 and 9 more: ${Q08.device('barcode')}` })
    expect('problems' in outcome && outcome.problems.map(({ location }) => location)).toEqual(
      rows.map((_, index) => `survey!A${index + 2}`),
    )
    expect(formatProblems(['survey!A5', 'choices!B2'].map((location): Problem => ({ code: 'Q11', location, message: 'x.' })))).toBe(
      '[Q11] survey!A5, choices!B2: x.',
    )
    expect(
      formatProblems(
        ['line 4, column 2 (name)', 'line 5, column 1'].map((location): Problem => ({ code: 'Q09', location, message: 'x.' })),
      ),
    ).toBe('[Q09] line 4, column 2 (name); line 5, column 1: x.')
  })

  test('are grouped across values if there are more than 20 causes', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ['text', `name ${index}`, 'Text', 'Texto', index === 0 ? 'maybe' : null])
    const bytes = await xlsx({ survey: [['type', 'name', 'label::English (en)', 'label::Spanish (es)', 'required'], ...rows] })
    const outcome = await readFiles(await buildUpload({ questionFile: { name: 'questions.xlsx', bytes } }), () => {})
    expect('message' in outcome && outcome.message.split('\n')).toEqual([
      `[Q09] survey!B2, B3, B4 and 27 more: The name "name 0" ${malformedName} Likewise at the others.`,
      '[Q13] survey!E2: "maybe" is not understood here. Write yes or no.',
    ])
  })

  test('omit consequences of a row that was already rejected', async () => {
    expect(await outcomeOf({ 'survey!A4': 'rank yes_no' })).toMatchObject({ message: `[Q08] survey!A4: ${Q08.device('rank')}` })
  })

  test('quote values truncated and without control characters', async () => {
    const outcome = await outcomeOf({ 'survey!E7': `\u202e${'y'.repeat(60)}` })
    expect(outcome).toMatchObject({ message: `[Q13] survey!E7: "${'y'.repeat(39)}…" is not understood here. Write yes or no.` })
  })
})

async function outcomeOf(cells: Readonly<Record<string, TestCell>>) {
  return readFiles(await buildUpload({ questionFile: await questionFile(formSheets, cells) }), () => {})
}
