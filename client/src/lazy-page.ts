import { lazy, type ComponentType } from 'react'
import { loadEnglish } from './words/language.ts'
import { PageUnreachable } from './layout/error-boundary.tsx'

/** A page that is loaded when it is first visited, with its texts. Throws `PageUnreachable` when it cannot be. */
export function page<Props>(load: () => Promise<ComponentType<Props>>, loadTexts = loadEnglish) {
  return lazy(async () => {
    try {
      const [component] = await Promise.all([load(), loadTexts()])
      return { default: component }
    } catch (cause) {
      throw new PageUnreachable('The page could not be loaded', { cause })
    }
  })
}
