import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import { csv, type TestCell } from '../../../../../test/uploads/build-files.ts'
import { buildUpload, formSheets, metadataRows, questionFile } from '../../../../../test/uploads/build-upload.ts'
import { readRows, rowReader } from '../../../../../test/uploads/read-sheets.ts'
import { readFiles } from '../read-files.ts'

const { W17, W20 } = importProblems

describe('a comparison with one of several choices', () => {
  test.each<[string, TestCell[], string | undefined]>([
    ['a condition', ['text', 'why', 'Why?', 'لماذا؟', null, null, "${did} = 'theft'"], 'G3'],
    ['a condition that it negates', ['text', 'why', 'Why?', 'لماذا؟', null, null, "${did} != 'theft'"], 'G3'],
    ['a group', ['begin_group', 'more', 'More', 'المزيد', null, null, "${did} = 'theft'"], 'G3'],
    ['a calculation', ['calculate', 'one', null, null, "if(${did} = 'theft', 1, 0)"], 'E3'],
    ['a calculation, the other way round', ['calculate', 'one', null, null, "if('theft' != ${did}, 1, 0)"], 'E3'],
    ['a calculation with a default', ['calculate', 'one', null, null, "if(coalesce(${did}, 'none') = 'theft', 1, 0)"], 'E3'],
    ['a calculation of its text', ['calculate', 'one', null, null, "if(string(${did}) = 'theft', 1, 0)"], 'E3'],
    ['control: selected in a condition', ['text', 'why', 'Why?', 'لماذا؟', null, null, "selected(${did}, 'theft')"], undefined],
    ['control: selected in a calculation', ['calculate', 'one', null, null, "if(selected(${did}, 'theft'), 1, 0)"], undefined],
    ['control: unanswered', ['calculate', 'one', null, null, "if(${did} = '', 1, 0)"], undefined],
  ])('in %s causes a warning at its cell', async (about, row, cell) => {
    const rest = about === 'a group' ? [['text', 'why', 'Why?', 'لماذا؟'], ['end_group']] : []
    const { problems, warnings } = await readRows(['select_multiple crimes', 'did', 'What?', 'ماذا؟'], row, ...rest)
    expect([problems, warnings]).toEqual([[], cell ? [`[W17] survey!${cell}: ${W17.single('did', 'theft')}`] : []])
  })

  test.each(['${did} + 0', 'max(${did}, 1)', 'number(${did})'])('as a number, %s causes a warning', async (calculation) => {
    const numbers = rowReader(
      ['type', 'name', 'label::English (en)', 'calculation'],
      [
        ['list_name', 'name', 'label::English (en)'],
        ['levels', '1', 'One'],
        ['levels', '2', 'Two'],
      ],
    )
    const { problems, warnings } = await numbers(['select_multiple levels', 'did', 'Which?'], ['calculate', 'one', null, calculation])
    expect([problems, warnings]).toEqual([[], [`[W17] survey!D3: ${W17.number('did')}`]])
  })

  test('causes none if there is only one choice', async () => {
    const { warnings } = await readRows(
      ['select_one crimes', 'did', 'What?', 'ماذا؟'],
      ['date', 'on', 'When?', 'متى؟', null, null, "${did} = 'theft'"],
      ['calculate', 'one', null, null, "if(${did} = 'theft', 1, 0)"],
    )
    expect(warnings).toEqual([])
  })

  test.each<[string, boolean]>([
    ["${crimes} = 'theft'", true],
    ["'theft' = ${crimes}", true],
    ["${trips} > 3 and not(${crimes} != 'theft')", true],
    ["selected(${crimes}, 'theft')", false],
    ["${crimes} != ''", false],
    ["${arrested} = 'yes'", false],
  ])('in the rule when: %s causes a warning if it holds only for a single choice: %s', async (condition, warns) => {
    const asked = await questionFile({
      ...formSheets,
      survey: [...(formSheets.survey ?? []), ['select_multiple crimes', 'crimes', 'Which?', '¿Cuáles?']],
      choices: [...(formSheets.choices ?? []), ['crimes', 'theft', 'Theft', 'Robo'], ['crimes', 'other', 'Other', 'Otro']],
    })
    const records = [...metadataRows.slice(0, 5), ['trips', '', '', '', ''], ['crimes', `when: ${condition}`, 'A crime.', '', '']]
    const upload = await buildUpload({ questionFile: asked, fieldMetadataFile: { name: 'm.csv', bytes: csv(records) } })
    const outcome = await readFiles(upload, () => {})
    if (!outcome.ok) throw new Error(outcome.message)
    const line = `[W17] line 7, column 2 (red_flag_when): ${W17.single('crimes', 'theft')}`
    expect(outcome.warnings.filter((warning) => warning.startsWith('[W17]'))).toEqual(warns ? [line] : [])
  })
})

describe('a text that is taken for a number', () => {
  test.each<[string, TestCell[], string | undefined]>([
    ['a condition', ['date', 'on', 'When?', 'متى؟', null, null, '${told} > 5'], 'G3'],
    ['a calculation', ['calculate', 'one', null, null, 'if(${told} > 5, 1, 0)'], 'E3'],
    ['a sum', ['calculate', 'one', null, null, 'coalesce(${told}, 0) + 1'], 'E3'],
    ['control: a comparison with a text', ['calculate', 'one', null, null, "if(${told} = '5', 1, 0)"], undefined],
    ['control: no answer', ['calculate', 'one', null, null, "if(${told} = '', 1, 0)"], undefined],
  ])('in %s causes a warning at its cell', async (_about, row, cell) => {
    const { problems, warnings } = await readRows(['text', 'told', 'How many?', 'كم؟'], row)
    expect([problems, warnings]).toEqual([[], cell ? [`[W20] survey!${cell}: ${W20.text('told')}`] : []])
  })

  test.each([
    ['zip', null, W20.zip('told')],
    ['zip', "regex(., '[0-9]{5}')", undefined],
    ['email', null, undefined],
  ])('causes a warning if it is a %s with the constraint %s: %s', async (appearance, constraint, warning) => {
    const numbers = rowReader(['type', 'name', 'label::English (en)', 'appearance', 'constraint', 'calculation'], [])
    const { warnings } = await numbers(
      ['text', 'told', 'Where?', appearance, constraint],
      ['calculate', 'one', null, null, null, appearance === 'zip' ? 'if(${told} > 94000, 1, 0)' : "if(${told} != '', 1, 0)"],
    )
    expect(warnings).toEqual(warning ? [`[W20] survey!F3: ${warning}`] : [])
  })

  test('causes none if its form is checked', async () => {
    const numbers = rowReader(['type', 'name', 'label::English (en)', 'constraint', 'calculation'], [])
    const { problems, warnings } = await numbers(
      ['text', 'told', 'How many?', "regex(., '[0-9]+')"],
      ['calculate', 'one', null, null, 'if(${told} > 5, 1, 0)'],
    )
    expect([problems, warnings]).toEqual([[], []])
  })
})
