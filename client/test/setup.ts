import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadEnglish } from '../src/words/language.ts'

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

afterEach(() => {
  cleanup()
  localStorage.clear()
})
