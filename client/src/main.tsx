import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './styles/main.css'
import { startWords } from './words/language.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

await startWords()
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)
// A page that was made beforehand is taken over as it stands.
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
