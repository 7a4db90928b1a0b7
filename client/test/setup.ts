import { cleanup, configure } from '@testing-library/react'
import metadata from 'libphonenumber-js/metadata.min.json'
import { afterAll, afterEach, vi } from 'vitest'
import { loadNumberRules } from '../src/ui/fields/phone-input-numbers.ts'
import { loadEnglish, setLanguage } from '../src/words/language.ts'

// Content may appear late on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Node's BroadcastChannel reaches every thread: without this, one test file would sign another one out.
vi.stubGlobal('BroadcastChannel', undefined)

// As on a page that was loaded over https; modules read it once.
vi.stubGlobal('isSecureContext', true)

// Stubs for what jsdom lacks and the product only calls.
vi.stubGlobal('scrollTo', () => {})
const dialog = HTMLDialogElement.prototype
if (!('showModal' in dialog)) {
  Object.assign(dialog, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}

await loadEnglish()
await loadNumberRules(async () => metadata)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

// The test files of a worker share a browser, so each one restores its state.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  await setLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
})
