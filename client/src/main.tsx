import { languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { report } from './api/report.ts'
import { App } from './app.tsx'
import { hydrated, takeEarlyPress } from './layout/hydration.ts'
import './styles/main.css'
import { preferredLanguage, setLanguage } from './words/language.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

// A page that was prerendered is taken over as it stands, in its language; only then may the reader's own replace it.
// What stands there until a questionnaire is loaded is replaced: the device may hold answers to it.
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
if (prerendered) hydrateRoot(root, app)
// In slices: a slow phone answers a touch while the first page is still being drawn.
else startTransition(() => createRoot(root).render(app))
// Not awaited here: the page's own files wait for this one to end.
if (first !== wanted) void hydrated().then(() => setLanguageOrReport(wanted))

/** Without its texts a page is shown in English rather than not at all. */
async function setLanguageOrReport(language: LanguageCode): Promise<void> {
  await setLanguage(language).catch((error: unknown) => report(`The texts in ${language} could not be loaded.`, error))
}
