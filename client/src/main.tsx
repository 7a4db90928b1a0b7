import { languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { report } from './api/report.ts'
import { App } from './app.tsx'
import { firstPageStands } from './layout/first-page.ts'
import './styles/main.css'
import { preferredLanguage, speak } from './words/language.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

// A page that was made beforehand is taken over as it stands, in its language; only then may the reader's own replace it.
const madeBeforehand = root.hasChildNodes()
const wanted = preferredLanguage()
const first = madeBeforehand ? (languageOf(document.documentElement.lang)?.code ?? wanted) : wanted
await speakIfThere(first)
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
if (madeBeforehand) hydrateRoot(root, app)
else createRoot(root).render(app)
// Not awaited here: the page's own files wait for this one to end.
if (first !== wanted) void firstPageStands().then(() => speakIfThere(wanted))

/** Without its texts a page is shown in English rather than not at all. */
async function speakIfThere(language: LanguageCode): Promise<void> {
  await speak(language).catch((error: unknown) => report(`The texts in ${language} could not be loaded.`, error))
}
