import { describe, expect, test } from 'vitest'
import { cellText, cellTextMax } from './cell-text.ts'

describe('cellText', () => {
  test.each([
    ['plain', 'Ana María 普通话', 'Ana María 普通话'],
    ['with special characters of XML', '<b>"A" & B</b>', '&lt;b&gt;"A" &amp; B&lt;/b&gt;'],
    ['with characters that XML cannot represent', 'a\u0000b\u0007c\u001fd\ufffee\uffff', 'abcde'],
    ['with a tab and every kind of line break', 'a\tb\nc\r\nd\re', 'a\tb\nc\nd\ne'],
    ['with lone surrogates', 'a\ud83db\udc4d', 'a\ufffdb\ufffd'],
    ['with characters outside the basic plane', '👍🏽 𝒳', '👍🏽 𝒳'],
    ['that looks like an escaped character', '_x0041_ _x000D_', '_x005F_x0041_ _x005F_x000D_'],
    ['with ordinary underscores', 'first_name _x_', 'first_name _x_'],
  ])('escapes text: %s', (_, text, xml) => {
    expect(cellText(text)).toBe(xml)
  })

  test('truncates text at the cell limit without splitting a character', () => {
    expect(cellText('x'.repeat(cellTextMax))).toHaveLength(cellTextMax)
    const cut = cellText('x'.repeat(40_000))
    expect(cut).toHaveLength(cellTextMax)
    expect(cut.endsWith('x…')).toBe(true)
    const wide = cellText(`x${'👍'.repeat(20_000)}`)
    expect(wide.isWellFormed()).toBe(true)
    expect(wide.endsWith('👍…')).toBe(true)
  })
})
