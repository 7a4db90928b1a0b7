import { directionOf } from '@portico/shared/words/languages'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { prerenderPage } from '../src/prerender-entry.tsx'
import { paths } from '../src/paths.ts'
import { setLanguage } from '../src/words/language.ts'

const publicPages = [paths.landing(), paths.events(), paths.resources(), paths.about(), paths.terms(), paths.privacy()]

describe.each(['en', 'fa'] as const)('public pages prerendered in %s', (language) => {
  afterEach(() => setLanguage('en'))

  it.each(publicPages)('%s is complete, without requests to the server and inline styles', async (path) => {
    const asked = vi.fn()
    vi.stubGlobal('fetch', asked)
    const { html, title } = await prerenderPage(path, language)
    const made = new DOMParser().parseFromString(html, 'text/html')
    expect(title).toMatch(/Portico/)
    expect(made.querySelectorAll('h1')).toHaveLength(1)
    expect(made.querySelectorAll('main, header, footer').length).toBeGreaterThanOrEqual(3)
    expect(made.querySelectorAll('[style], style, script:not([src])')).toHaveLength(0)
    expect(document.documentElement.dir).toBe(directionOf(language))
    expect(asked).not.toHaveBeenCalled()
  })
})
