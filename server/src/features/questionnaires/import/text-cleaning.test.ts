import { expect, test } from 'vitest'
import { workbookBytes } from '../../../spreadsheets/plain-workbook.ts'
import { openWorkbook } from '../../../spreadsheets/workbook-reader.ts'
import { uploadLimits } from '../upload-limits.ts'
import { cleanLines, cleanText } from './text-cleaning.ts'

test.each([
  ['white space', ' \u00a0a\t\u3000b\u2028c ', 'a b c'],
  ['control characters', 'a\u0007b\u0000', 'ab'],
  ['characters that XML cannot hold', 'a\ufffeb\uffff', 'ab'],
  ['half of a pair', 'a\ud83d', 'a\ufffd'],
])('cleanText cleans %s', (_what, text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('cleanLines keeps line breaks, and one blank line of several', () => {
  expect(cleanLines(' a \r\n\n\n\nb\u2029c\uffff ')).toBe('a\n\nb\nc')
})

test('a workbook is written so that it can be read, whatever its texts', async () => {
  const bytes = await workbookBytes([{ name: 'S', rows: [['Text'], ['a\ufffeb\u0007\uffff_x000D_']] }])
  const { rows } = await (await openWorkbook(bytes, uploadLimits)).readSheet(0, 'table')
  expect(rows[1]?.cells[0]?.text).toBe('ab_x000D_')
})
