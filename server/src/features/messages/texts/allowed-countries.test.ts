import { expect, test } from 'vitest'
import { mayBeTexted } from './allowed-countries.ts'

test.each([
  ['14085550123', ['1'], true],
  ['16135550123', ['1'], true],
  ['17875550123', ['1'], true],
  ['18765550123', ['1'], false],
  ['18095550123', ['1'], false],
  ['19005550123', ['1'], false],
  ['18765550123', ['1', '1876'], true],
  ['18765550123', ['1876'], true],
  ['14085550123', ['1876'], false],
  ['4930123456', ['1'], false],
  ['4930123456', ['1', '49'], true],
  ['', ['1'], false],
])('mayBeTexted(%s) with calling codes %j returns %s', (digits, callingCodes, allowed) => {
  expect(mayBeTexted(digits, callingCodes)).toBe(allowed)
})
