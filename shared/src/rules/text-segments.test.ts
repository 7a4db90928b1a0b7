import { expect, test } from 'vitest'
import { simplifyTypography, sizeOfText } from './text-segments.ts'

test.each([
  ['', 'GSM-7', 0, 1],
  ['a'.repeat(160), 'GSM-7', 160, 1],
  ['a'.repeat(161), 'GSM-7', 161, 2],
  ['a'.repeat(306), 'GSM-7', 306, 2],
  ['a'.repeat(307), 'GSM-7', 307, 3],
  ['ñ¿é@Ω', 'GSM-7', 5, 1],
  ['€'.repeat(80), 'GSM-7', 160, 1],
  // 153 is odd, so the 77th would be split.
  ['€'.repeat(153), 'GSM-7', 306, 3],
  ['á'.repeat(70), 'UCS-2', 70, 1],
  ['á'.repeat(71), 'UCS-2', 71, 2],
  ['请'.repeat(134), 'UCS-2', 134, 2],
  ['请'.repeat(135), 'UCS-2', 135, 3],
  ['😀'.repeat(35), 'UCS-2', 70, 1],
  // 67 is odd as well.
  ['😀'.repeat(67), 'UCS-2', 134, 3],
] as const)('sizeOfText: %j is %s with %i characters in %i segments', (text, encoding, characters, segments) => {
  expect(sizeOfText(text)).toEqual({ encoding, characters, segments })
})

test('simplifyTypography replaces typographic characters to fit the GSM alphabet', () => {
  expect(simplifyTypography('“It’s” 9:00\u202fAM\u2009–\u20091\u00a0PM…')).toBe(`"It's" 9:00 AM - 1 PM...`)
  expect(simplifyTypography('Ngày 3、请')).toBe('Ngày 3、请')
})
