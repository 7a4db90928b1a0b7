import { describe, expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'
import { csvLine } from './csv-writer.ts'
import { startsFormula, withFormulaGuard, withoutFormulaGuard } from './formula-guard.ts'

const text = new TextEncoder()

describe('readCsv', () => {
  test('accepts quotes, line breaks inside cells, any line ending and a byte order mark', () => {
    const bytes = text.encode('\ufeffa,"b ""c"""\r\n\r"x\ny",\nlast, ,"é"')
    expect(cellsOf(bytes)).toEqual([
      [1, 1, 'a'],
      [1, 2, 'b "c"'],
      [3, 1, 'x\ny'],
      [5, 1, 'last'],
      [5, 3, 'é'],
    ])
  })

  test.each([
    ['quoting', 'a,b\nc,"d\ne', 2, 2],
    ['strayQuote', 'a,b\nc,d"e"\n', 2, 2],
    ['strayQuote', 'a\n\n"b" c,d', 3, 1],
  ])('reports the fault %s in %j', (kind, content, line, column) => {
    expect(readCsv(text.encode(content))).toEqual({ fault: { kind, line, column } })
  })

  test.each<[string, number[], number, number]>([
    ['a byte that is not UTF-8', [97, 44, 0xe9, 10], 1, 2],
    ['a byte that is not UTF-8 in quotes', [97, 10, 34, 98, 0xe9, 34], 2, 1],
    ['a character truncated at the end', [97, 44, 98, 44, 0xc3], 1, 3],
    ['text in UTF-16', [0xff, 0xfe, 97, 0], 1, 1],
  ])('reports an encoding fault at %s', (_about, bytes, line, column) => {
    expect(readCsv(new Uint8Array(bytes))).toEqual({ fault: { kind: 'encoding', line, column } })
  })
})

describe('formula guard of CSV cells', () => {
  test.each<[value: string, guarded: string]>([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['+A1', "'+A1"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ["x;=1+cmd|' /C calc'!A0;y", "x;'=1+cmd|' /C calc'!A0;y"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\n+A1;-B1', "x\n'+A1;'-B1"],
    ["'=1", "''=1"],
    ["x;''-", "x;'''-"],
    ["'+14085551234", "''+14085551234"],
    ['+14085551234', '+14085551234'],
    ['-5', '-5'],
    ['-2.75', '-2.75'],
    ['+1;-2', '+1;-2'],
    ['+1-408-555', "'+1-408-555"],
    ['+1x', "'+1x"],
    ["o'clock; 50% = half, a-b", "o'clock; 50% = half, a-b"],
    ['first\n\nsecond', 'first\n\nsecond'],
    ['', ''],
  ])('%j is guarded as %j, and the guard can be removed', (value, guarded) => {
    expect(withFormulaGuard(value)).toBe(guarded)
    expect(withoutFormulaGuard(guarded)).toBe(value)
    const cells = guarded.split(/[;\t\r\n]/)
    expect(cells.filter((cell) => startsFormula(cell) && !/^[+-][\d.]+$/.test(cell))).toEqual([])
  })

  test.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "so"', '"say ""so"""'],
    ['+14085551234', '"+14085551234"'],
    ['x;y', '"x;y"'],
    ['=1', "'=1"],
    ['half \ud83d\u0000', 'half \ufffd'],
    ['\u0001=1+1', "'=1+1"],
    ['\u001b[31mred\ufffe', '[31mred'],
  ])('%j is written as %s', (value, written) => {
    expect(csvLine([value, ''])).toBe(`${written},\r\n`)
  })

  test.each(['=1+1', '+1', '-1', '@x', "'=1", "''-", 'plain', "'plain", "o'clock", 'a;=1\r\n@b', '+14085551234'])(
    '%j survives writing and reading',
    (value) => {
      expect(cellsOf(text.encode(csvLine([value])))).toEqual([[1, 1, value]])
    },
  )
})

function cellsOf(bytes: Uint8Array) {
  const reading = readCsv(bytes)
  return 'rows' in reading ? reading.rows.flatMap((row) => row.cells.map((cell) => [cell.row, cell.column, cell.text])) : reading
}
