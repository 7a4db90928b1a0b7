import { lazy, type ComponentType } from 'react'
import { loadEnglish } from './words/language.ts'
import { PageUnreachable } from './layout/loading/error-boundary.tsx'

/** Lazy-loads a page with its texts. Throws `PageUnreachable` if it cannot be loaded. */
export function page<Props>(load: () => Promise<ComponentType<Props>>, loadTexts = loadEnglish) {
  return lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadTexts()])
      return { default: component }
    } catch (cause) {
      throw new PageUnreachable('Not loaded', { cause })
    }
  })
}
