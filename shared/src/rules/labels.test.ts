import { describe, expect, test } from 'vitest'
import { hiddenCharacterIn, visibleForm } from './labels.ts'

describe('labels', () => {
  test.each([
    ['No', 'No', true],
    ['No', ' No\u200b', true],
    ['No', '\u202eNo\u202c', true],
    ['No sé', 'No  se\u0301', true],
    ['No', 'no', false],
    ['No', 'No sé', false],
    ['می\u200cخواهم', 'میخواهم', false],
  ])('%j and %j look the same: %s', (one, other, same) => {
    expect(visibleForm(one) === visibleForm(other)).toBe(same)
  })

  test.each([
    ['No', undefined],
    ['می\u200cخواهم', undefined],
    ['\u200fلا\u200e', undefined],
    ['No\u202e', 'U+202E'],
    ['\u2067لا\u2069', 'U+2067'],
    ['N\u200bo', 'U+200B'],
  ])('%j contains the hidden character %s', (label, found) => {
    expect(hiddenCharacterIn(label)).toBe(found)
  })
})
