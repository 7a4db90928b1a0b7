import { beforeEach, expect, it } from 'vitest'
import { rememberPage, rememberReader, takeReturnPage } from './return-page.ts'

const page = '/home/agency/inprogress?order=waiting'

// The module's state may be left over from other test files.
beforeEach(() => rememberPage('//'))

it('takeReturnPage returns the page once after its reader signs in again', () => {
  rememberReader(3)
  rememberPage(page)
  expect(takeReturnPage(3)).toBe(page)
  expect(takeReturnPage(3)).toBeUndefined()
})

it('takeReturnPage forgets the page when someone else signs in', () => {
  rememberReader(3)
  rememberPage(page)
  expect(takeReturnPage(4)).toBeUndefined()
  expect(takeReturnPage(3)).toBeUndefined()
})

it('takeReturnPage returns a page that was opened before signing in', () => {
  rememberPage(page)
  expect(takeReturnPage(4)).toBe(page)
})

it('takeReturnPage keeps what was searched on the page from anybody but its known reader', () => {
  const searched = '/home/agency/inprogress?query=mai%40respondents.example&open=AAAA-BBBB-CCCCC#top'
  rememberPage(searched)
  expect(takeReturnPage(4)).toBe('/home/agency/inprogress?open=AAAA-BBBB-CCCCC#top')
  rememberPage('/home/agency/inprogress?query=mai')
  expect(takeReturnPage(4)).toBe('/home/agency/inprogress')
  rememberReader(3)
  rememberPage(searched)
  expect(takeReturnPage(3)).toBe(searched)
})

it('takeReturnPage forgets the page when its reader signs out', () => {
  rememberReader(3)
  rememberPage(page)
  rememberPage('/authentication/sign-out')
  expect(takeReturnPage(3)).toBeUndefined()
})
