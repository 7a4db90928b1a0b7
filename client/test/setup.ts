import { cleanup, configure } from '@testing-library/react'
import metadata from 'libphonenumber-js/metadata.min.json'
import { afterAll, afterEach, vi } from 'vitest'
import { loadNumberRules } from '../src/ui/fields/phone-input-numbers.ts'
import { loadEnglish, setLanguage } from '../src/words/language.ts'

// What a page shows in the end, it may show late on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Node's channel reaches every thread: without this, one test file would sign another one out.
vi.stubGlobal('BroadcastChannel', undefined)

// What the simulated browser lacks, where the product needs no more of it than that it is there.
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

// The files that one worker runs share a browser: each leaves it as it was.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  await setLanguage('en')
  localStorage.clear()
  sessionStorage.clear()
})
