import type { LanguageCode } from '@portico/shared/words/languages'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { TitleSink } from './layout/page.tsx'
import { loadEnglish, setLanguage } from './words/language.ts'

/** A page that `main.tsx` hydrates: the content of `#root` and the document title. */
export interface PrerenderedPage {
  readonly html: string
  readonly title: string
}

/**
 * Renders the page at this path in this language as a signed-out visitor sees it before any request to the server. For the build; call it
 * sequentially, because the language is global state.
 */
export async function prerenderPage(path: string, language: LanguageCode): Promise<PrerenderedPage> {
  await loadEnglish()
  await setLanguage(language)
  let title = ''
  const noteTitle = (name: string) => {
    title = name
  }
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch="">
      <TitleSink value={noteTitle}>
        <App />
      </TitleSink>
    </Router>,
    // In one chunk: streamed chunks need an inline script, which the content security policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return { html: await new Response(prelude).text(), title }
}
