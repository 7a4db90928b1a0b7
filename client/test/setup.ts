import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadEnglish } from '../src/words/language.ts'

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

afterEach(() => {
  cleanup()
  localStorage.clear()
})
