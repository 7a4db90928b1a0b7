import type { LanguageCode } from '@portico/shared/words/languages'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { App } from './app.tsx'
import { TitleSink } from './layout/page.tsx'
import { loadEnglish, setLanguage } from './words/language.ts'

/** A page as `main.tsx` takes it over: what stands in `#root`, and the title of the window. */
export interface PrerenderedPage {
  readonly html: string
  readonly title: string
}

/**
 * The page at this path in this language, as a visitor sees it who is not signed in, before anything was asked of the server.
 * For the build; one call at a time, because the language is that of the whole program.
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
    // In one piece: parts that are put in their place later need a script in the page, which the browser is told to refuse.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return { html: await new Response(prelude).text(), title }
}
