import { expect, test } from 'vitest'
import { element, printDocument, printedPieces, textOf } from './xml-tree.ts'

test('a document in pieces is the same document, and no piece is much larger than a text', () => {
  const cell = element('c', { r: 'A1', 'xml:space': 'preserve' }, ['a < b & "c"', element('empty'), element('v', {}, ['>'.repeat(5_000)])])
  const root = element(
    'root',
    { 'r:id': '"&\n' },
    Array.from({ length: 200 }, () => element('row', {}, [cell, 'text', cell])),
  )
  const pieces = [...printedPieces(root)]
  expect(pieces.join('')).toBe(printDocument(root))
  expect(pieces.length).toBeGreaterThan(50)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(64 * 1024 + 4 * 5_000 + 200)
})

test('of an endless text, only the beginning is read', () => {
  const runs = Array.from({ length: 1_000 }, () => element('t', {}, ['x'.repeat(1_000)]))
  expect(textOf(element('si', {}, runs)).length).toBeLessThan(210_000)
  expect(textOf(element('si', {}, runs.slice(0, 100)))).toBe('x'.repeat(100_000))
})
