import { describe, expect, test } from 'vitest'
import { formulaSafe, readCsv } from './read-csv.ts'

const text = new TextEncoder()

describe('a CSV', () => {
  test('is read with quotes, line breaks inside cells, any line ending and a byte order mark', () => {
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
  ])('has a fault of %s in %j', (kind, content, line, column) => {
    expect(readCsv(text.encode(content))).toEqual({ fault: { kind, line, column } })
  })

  test.each<[string, number[], number, number]>([
    ['a letter of another encoding', [97, 44, 0xe9, 10], 1, 2],
    ['a letter of another encoding in quotes', [97, 10, 34, 98, 0xe9, 34], 2, 1],
    ['a letter cut at the end', [97, 44, 98, 44, 0xc3], 1, 3],
    ['text in UTF-16', [0xff, 0xfe, 97, 0], 1, 1],
  ])('is not UTF-8 from %s on', (_about, bytes, line, column) => {
    expect(readCsv(new Uint8Array(bytes))).toEqual({ fault: { kind: 'encoding', line, column } })
  })

  test.each(['=1+1', '+1', '-1', '@x', "'=1", "''-", 'plain', "'plain", "o'clock"])(
    'keeps %j from becoming a formula, and gives it back',
    (value) => {
      const safe = formulaSafe(value)
      expect(safe).not.toMatch(/^[=+\-@]/)
      expect(cellsOf(text.encode(safe))).toEqual([[1, 1, value]])
    },
  )
})

function cellsOf(bytes: Uint8Array) {
  const reading = readCsv(bytes)
  return 'rows' in reading ? reading.rows.flatMap((row) => row.cells.map((cell) => [cell.row, cell.column, cell.text])) : reading
}
