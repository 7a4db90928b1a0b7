import type { TranslationText } from '@portico/shared/contract/translations'
import { describe, expect, test } from 'vitest'
import { labelWarning } from './label-warning.ts'

const choice = (value: string, source: string, text: string, identifier = 'arrested'): TranslationText => ({
  key: `${identifier}/choice/${value}`,
  kind: 'choice',
  identifier,
  source,
  sourceDigest: '',
  text,
  published: text,
  state: 'published',
  stale: false,
  revision: 0,
  writtenBy: null,
  writtenAt: null,
  signedOffBy: null,
  signedOffAt: null,
})
const no = choice('no', 'No', 'No')
const texts = [no, choice('yes', 'Yes', ''), choice('never', 'No', 'Nunca'), choice('yes', 'Yes', 'Ja', 'other')]
const same = /looks the same/

describe('the label of a choice', () => {
  test.each([
    ['No', undefined],
    ['Ja', undefined],
    ['Nunca', undefined],
    ['Yes', same],
    ['\u00a0Yes', same],
    ['No\u202e', /U\+202E/],
  ])('%j causes the warning %s', (value, warning) => {
    const found = labelWarning({ texts }, no, value)
    if (warning === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(warning)
  })

  test('is compared with those of its own question alone, and other texts not at all', () => {
    expect(labelWarning({ texts }, { ...no, kind: 'text' }, 'Yes')).toBeUndefined()
    expect(labelWarning({ texts }, { ...no, identifier: 'other' }, 'Ja')).toMatch(same)
  })
})
