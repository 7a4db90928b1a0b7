import { importProblems } from '@portico/shared/words/import/import-problems'
import { describe, expect, test } from 'vitest'
import type { TestCell } from '../../../../../../test/uploads/build-files.ts'
import { rowReader } from '../../../../../../test/uploads/read-sheets.ts'

const { Q24, Q28 } = importProblems
const header = ['type', 'name', 'label::English (en)', 'choice_filter', 'hint::English (en)']
const choices = [
  ['list_name', 'name', 'label::English (en)', 'State'],
  ['states', 'ca', 'California'],
  ['states', 'or', 'Oregon'],
  ['counties', 'santa_clara', 'Santa Clara', 'ca'],
  ['counties', 'kern', 'Kern', 'ca'],
  ['counties', 'lane', 'Lane', 'or'],
]
const state: TestCell[] = ['select_one states', 'state', 'State?']
const county = (filter: string, list = 'counties'): TestCell[] => [`select_one ${list}`, 'county', 'County?', filter]

const read = rowReader(header, choices)

describe('a choice_filter', () => {
  test.each(['State=${state}', '${state} = state', 'selected(${state}, State)'])(
    '%s filters choices by an earlier answer',
    async (filter) => {
      const { questions, problems, warnings } = await read(state, county(filter))
      expect([problems, warnings]).toEqual([[], []])
      const options = ['ca', 'ca', 'or'].map((offeredFor) => ({ offeredFor }))
      expect(questions[1]).toMatchObject({ optionsBy: 'state', options })
    },
  )

  test.each([
    ['state = ${state} and x = 1', Q28.form],
    ['state = ${stat}', Q28.above('stat', 'state')],
    ['stat = ${state}', Q28.column('stat')],
    ['position(..) = 1', Q28.form],
  ])('%s is rejected at its cell', async (filter, message) => {
    expect((await read(state, county(filter))).problems).toEqual([`[Q28] survey!D3: ${message}`])
  })

  test('is rejected if a choice could never be offered or the question has no choices', async () => {
    expect((await read(state, county('state = ${state}', 'states'))).problems).toEqual([`[Q28] survey!D3: ${Q28.blank('ca', 'state')}`])
    expect((await read(county('state = ${county}'))).problems[0]).toMatch(/^\[Q28\] survey!D2/)
    expect((await read(['text', 'name', 'Name?', 'state = ${state}'])).problems).toEqual([`[Q28] survey!D2: ${Q28.list}`])
  })
})

describe('an answer reference in a text', () => {
  test('is allowed in texts, hints, notes and group labels below the question', async () => {
    const { problems, warnings, questions } = await read(
      state,
      ['begin_group', 'g', 'In ${state}'],
      ['text', 'town', 'Where in ${state}?', null, 'A town of ${ state }'],
      ['note', 'so', '${town} it is.'],
      ['end_group'],
    )
    expect([problems, warnings.filter((line) => !/W05|W11/.test(line))]).toEqual([[], []])
    expect(questions[1]).toMatchObject({ text: { en: 'Where in ${state}?' }, section: { en: 'In ${state}' } })
  })

  test.each<[string, TestCell[], string]>([
    ['of its own question', ['text', 'town', 'Is ${town} right?'], Q24.above('town', undefined)],
    ['of a note', ['text', 'town', 'Is ${hello} right?'], Q24.noAnswer('hello')],
    ['in the label of a group', ['begin_group', 'g', 'In ${town}'], Q24.above('town', undefined)],
  ])('%s is rejected at its cell', async (_about, row, message) => {
    const rows = row[0] === 'begin_group' ? [row, ['end_group']] : [row]
    expect((await read(state, ['note', 'hello', 'Hello'], ...rows)).problems).toEqual([`[Q24] survey!C4: ${message}`])
  })
})
