import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { keywordIn, keywordsOf } from './text-keywords.ts'

test.each(languages)('the keywords of $englishName are understood as they are written', ({ code }) => {
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
  // A sentence is for people to read.
  ['Please stop by at nine', undefined],
  ['stop calling my brother', undefined],
  ['yes', undefined],
  ['', undefined],
])('%j asks for %s', (reply, keyword) => {
  expect(keywordIn(reply)).toBe(keyword)
})
