import { languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { report } from './api/report.ts'
import { App } from './app.tsx'
import { hydrated, takeEarlyPress } from './layout/hydration.ts'
import './styles/main.css'
import { preferredLanguage, setLanguage } from './words/language.ts'
import { restoreReplacedTexts } from './words/replaced-texts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

// A prerendered page is hydrated in its own language before the reader's language may replace it. The placeholder of a questionnaire is not
// hydrated but replaced, because the device may hold answers to it.
const prerendered = root.hasChildNodes() && root.dataset['begins'] === undefined
const wanted = preferredLanguage()
const first = prerendered ? (languageOf(document.documentElement.lang)?.code ?? wanted) : wanted
await setLanguageOrReport(first)
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
takeEarlyPress()
restoreReplacedTexts(document.body)
if (prerendered) hydrateRoot(root, app)
// As a transition, so that a slow phone stays responsive during the first render.
else startTransition(() => createRoot(root).render(app))
// Not awaited, because the page's own chunks wait for this module to finish.
if (first !== wanted) void hydrated().then(() => setLanguageOrReport(wanted))

/** Falls back to English if the texts cannot be loaded. */
async function setLanguageOrReport(language: LanguageCode): Promise<void> {
  await setLanguage(language).catch((error: unknown) => report(`The texts in ${language} could not be loaded.`, error))
}
