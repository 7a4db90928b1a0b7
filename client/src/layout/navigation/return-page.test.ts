import { beforeEach, expect, it } from 'vitest'
import { leavePage, noteReader, takeLeftPage } from './return-page.ts'

const page = '/home/agency/inprogress?order=waiting'

// The module's state may be left over from other test files.
beforeEach(() => leavePage('/authentication/sign-out'))

it('takeLeftPage returns the page once after its reader signs in again', () => {
  noteReader(3)
  leavePage(page)
  expect(takeLeftPage(3)).toBe(page)
  expect(takeLeftPage(3)).toBeUndefined()
})

it('takeLeftPage forgets the page when someone else signs in', () => {
  noteReader(3)
  leavePage(page)
  expect(takeLeftPage(4)).toBeUndefined()
  expect(takeLeftPage(3)).toBeUndefined()
})

it('takeLeftPage returns a page that was opened before signing in', () => {
  leavePage(page)
  expect(takeLeftPage(4)).toBe(page)
})

it('takeLeftPage forgets the page when its reader signs out', () => {
  noteReader(3)
  leavePage(page)
  leavePage('/authentication/sign-out')
  expect(takeLeftPage(3)).toBeUndefined()
})
