import { describe, expect, test } from 'vitest'
import { columnLetters, columnNumber } from '../../cell-references.ts'
import { copiedFormula, movedArea, movedCellName, movedFormula } from './formula-references.ts'
import type { Moves } from './formula-references.ts'

// Row 4 is written ten times, so nine rows are added.
const growth = { row: 4, added: 9 }
const moves: Moves = {
  names: new Map([
    ['people', 'People (2)'],
    ['sums', 'Sums'],
  ]),
  tables: new Map([['respondents', 'Respondents_2']]),
  growth: new Map([['people', growth]]),
}

describe('movedArea in a sheet with a repeated row', () => {
  test.each([
    ['A1:C3', 'A1:C3'],
    ['A3:C4', 'A3:C13'],
    ['C4', 'C4:C13'],
    ['A4:L4', 'A4:L13'],
    ['B6:C7', 'B15:C16'],
    ['A1:C9', 'A1:C18'],
    ['A:C', 'A:C'],
    ['1:4', '1:13'],
    ['B2:B1048576', 'B2:B1048576'],
    ['A1 C4 D6', 'A1 C4:C13 D15'],
    ['$A$3:$L$4', '$A$3:$L$13'],
  ])('turns %s into %s', (before, after) => {
    expect(movedArea(before, growth)).toBe(after)
  })

  test('is unchanged when no rows were added', () => {
    expect(movedArea('C4 A3:C4', { row: 4, added: 0 })).toBe('C4 A3:C4')
    expect(movedArea('C4', undefined)).toBe('C4')
  })

  test('differs from movedCellName, which keeps a cell at the first copy', () => {
    expect([movedCellName('C4', growth), movedCellName('C5', growth), movedCellName('C3', growth)]).toEqual(['C4', 'C14', 'C3'])
  })
})

describe('formulas', () => {
  test.each([
    ['SUM(K4:K4)', 'SUM(K4:K13)'],
    ['COUNTA($B$4:$B$4)-A9', 'COUNTA($B$4:$B$13)-A18'],
    ['IF(A1="K4:K4",K6,LOG10(100))', 'IF(A1="K4:K4",K15,LOG10(100))'],
    ['SUM(Respondents[Red answers])+B7', 'SUM(Respondents_2[Red answers])+B16'],
    ['ROWS(respondents)-ROWS(RESPONDENTS[[#Data],[Respondents]])', 'ROWS(Respondents_2)-ROWS(Respondents_2[[#Data],[Respondents]])'],
    ['"Respondents[Name]"&Respondents.x&Respondents(1)&Others[Name]', '"Respondents[Name]"&Respondents.x&Respondents(1)&Others[Name]'],
    ["Respondents!A9+'Respondents'!A9", "Respondents!A9+'Respondents'!A9"],
    ['COUNTIF(People!J4:J4,"red")+\'Sums\'!A4', "COUNTIF('People (2)'!J4:J13,\"red\")+'Sums'!A4"],
    ['TAX_4+RateLimit.4+A4', 'TAX_4+RateLimit.4+A4'],
    ["'Other sheet'!A9", "'Other sheet'!A9"],
    ['SUM(4:4)', 'SUM(4:13)'],
  ])('%s in the grown sheet becomes %s', (before, after) => {
    expect(movedFormula(before, 'People', moves)).toBe(after)
  })

  test('in another sheet change only where they reference the grown sheet', () => {
    expect(movedFormula('A9+People!A9+SUM(people!$C$4:$C$4)', 'Sums', moves)).toBe("A9+'People (2)'!A18+SUM('People (2)'!$C$4:$C$13)")
  })

  test('shared by several cells are copied like in a spreadsheet program', () => {
    expect(copiedFormula('A1+$B2*C$3+SUM(D4:D5)&"A1"', 2, 1)).toBe('B3+$B4*D$3+SUM(E6:E7)&"A1"')
  })
})

test('columnNumber and columnLetters are inverses', () => {
  for (const [letters, number] of [
    ['A', 1],
    ['Z', 26],
    ['AA', 27],
    ['DS', 123],
    ['XFD', 16_384],
  ] as const) {
    expect(columnNumber(letters)).toBe(number)
    expect(columnLetters(number)).toBe(letters)
  }
})
