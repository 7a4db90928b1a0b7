import { beforeEach, expect, it } from 'vitest'
import { leavePage, noteReader, takeLeftPage } from './return-page.ts'

const page = '/home/agency/inprogress?order=waiting'

// Other files that share the browser may have left a reader behind.
beforeEach(() => leavePage('/authentication/sign-out'))

it('brings the person who was reading a page back to it, once', () => {
  noteReader(3)
  leavePage(page)
  expect(takeLeftPage(3)).toBe(page)
  expect(takeLeftPage(3)).toBeUndefined()
})

it('brings nobody else to it', () => {
  noteReader(3)
  leavePage(page)
  expect(takeLeftPage(4)).toBeUndefined()
  expect(takeLeftPage(3)).toBeUndefined()
})

it('brings whoever opened an address before signing in to it', () => {
  leavePage(page)
  expect(takeLeftPage(4)).toBe(page)
})

it('forgets it when the reader signs out', () => {
  noteReader(3)
  leavePage(page)
  leavePage('/authentication/sign-out')
  expect(takeLeftPage(3)).toBeUndefined()
})
