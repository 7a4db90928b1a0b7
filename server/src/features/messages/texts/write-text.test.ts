import { standardList } from '@portico/shared/words/what-to-bring'
import { languages } from '@portico/shared/words/languages'
import { expect, test } from 'vitest'
import { mailLanguage } from '../words.ts'
import { writeText } from './write-text.ts'

const facts = {
  anonymousId: '23A4-5B6C-7D8E9',
  workshop: '2027 - W',
  date: '2027-04-03',
  time: { start: '09:00', end: '13:30' },
  address: { line1: '21 B', city: 'C' },
  bring: standardList,
  instruction: null,
}

test.each(languages)('a text in $englishName contains the facts of an invitation, in order', ({ code, direction }) => {
  for (const kind of ['invitation', 'change', 'reminder', 'seatOffer'] as const) {
    const lines = writeText(mailLanguage([code]), kind, facts).split('\n')
    expect(lines).toHaveLength(5)
    expect(lines.join()).not.toMatch(/\{\{|undefined|null/)
    expect(lines.every((line) => line.startsWith('\u200f'))).toBe(direction === 'rtl')
    expect(lines[2]).toContain(direction === 'rtl' ? '\u206621 B, C\u2069' : '21 B, C')
    expect(lines[3]).toContain(facts.anonymousId)
    expect(lines[4]).toContain('STOP')
  }
})
