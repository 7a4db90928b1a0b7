import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { keywordIn, keywordsOf } from './text-keywords.ts'

test.each(languages)('keywordIn recognizes the keywords of $englishName', ({ code }) => {
  const words = keywordsOf(code)
  for (const keyword of ['stop', 'start', 'help'] as const) {
    expect(words[keyword]).not.toHaveLength(0)
    for (const word of words[keyword]) expect([word, keywordIn(word)]).toEqual([word, keyword])
  }
})

test.each([
  ['STOP', 'stop'],
  [' Stop. ', 'stop'],
  ['Opt-out', 'stop'],
  ['dung', 'stop'],
  ['DỪNG LẠI!', 'stop'],
  ['ايقاف', 'stop'],
  ['Start', 'start'],
  ['¿Ayuda?', 'help'],
  // Sentences are left to people.
  ['Please stop by at nine', undefined],
  ['stop calling my brother', undefined],
  ['yes', undefined],
  ['', undefined],
])('keywordIn of %j returns %s', (reply, keyword) => {
  expect(keywordIn(reply)).toBe(keyword)
})
