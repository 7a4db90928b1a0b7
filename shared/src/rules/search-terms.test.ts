import { expect, it } from 'vitest'
import { searchTerms } from './search-terms.ts'

it.each([
  ['ana@example.org', { email: 'ana@example.org', nameWords: [] }],
  ['JK8E-J9', { idPrefix: 'JK8E-J9', nameWords: ['jk8e', 'j9'] }],
  ['jk8ej98t', { idPrefix: 'JK8E-J98T', nameWords: ['jk8ej98t'] }],
  ['6B98MH', { idPrefix: '6B98-MH', nameWords: ['6b98mh'] }],
  ['JK8E J98T 94HTR', { idPrefix: 'JK8E-J98T-94HTR', nameWords: ['jk8e', 'j98t', '94htr'] }],
  ['Ana', { idPrefix: 'ANA', nameWords: ['ana'] }],
  ['Nguyễn Mai', { nameWords: ['nguyen', 'mai'] }],
  ['+1 (408) 555-0123', { phoneDigits: '14085550123', nameWords: ['1', '408', '555', '0123'] }],
  ['4085', { phoneDigits: '4085', nameWords: ['4085'] }],
  ['408', { phoneDigits: '408', nameWords: ['408'] }],
  ['40', { nameWords: ['40'] }],
  ['  ', { nameWords: [] }],
])('searchTerms parses “%s” as %o', (query, terms) => {
  expect(searchTerms(query)).toEqual(terms)
})
