import { errors, footer, kit, landing, logo, nav } from '@portico/shared/locales/en.json'
import { defaultLanguage, directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { translate, type WordTree } from '@portico/shared/words/texts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Translate } from './translate.ts'

/** The English texts of the shell and the landing page; the others are loaded with the first page that needs them. */
const frame: WordTree = { errors, footer, kit, landing, logo, nav }

const loaders = import.meta.glob<WordTree>(['../../../shared/src/words/locales/*.json', '!../../../shared/src/words/locales/en.json'], {
  import: 'default',
})
const memory = 'portico-language'

export interface Words {
  readonly language: LanguageCode
  readonly t: Translate
}

let english = frame
let current: Words = wordsIn(defaultLanguage)
let latestChoice = 0
const listeners = new Set<() => void>()

/** English regardless of the current language: for staff screens and the components on them. */
export const englishWords: Words = current

/** Overrides the texts for everything inside it: `<FixedWords value={englishWords}>`. */
export const FixedWords = createContext<Words | undefined>(undefined)

/** Returns the texts and the code of the current language, and re-renders when it changes. */
export function useWords(): Words {
  const chosen = useSyncExternalStore(onLanguageChange, words, words)
  return useContext(FixedWords) ?? chosen
}

/** Returns the same outside a component. */
export function words(): Words {
  return current
}

/** Returns the language chosen earlier, else the browser's first that Portico supports, else English. */
export function preferredLanguage(): LanguageCode {
  const remembered = languageOf(recall())
  if (remembered) return remembered.code
  for (const tag of navigator.languages) {
    const language = languageOf(tag)
    if (language) return language.code
  }
  return defaultLanguage
}

/** Loads the English texts of all pages, once; required by every page but the landing page. */
export async function loadEnglish(): Promise<void> {
  if (english !== frame) return
  // Imported as raw text, so that it is a separate chunk from the named imports of the shell.
  const { default: text } = await import('@portico/shared/locales/en.json?raw')
  english = JSON.parse(text)
}

/**
 * Changes the language of every screen and remembers it. Input and location are kept.
 * @throws if its texts cannot be loaded; then nothing changes
 */
export async function chooseLanguage(language: LanguageCode): Promise<void> {
  await setLanguage(language)
  remember(language)
}

/** Sets the current language without remembering it. Missing texts are shown in English. @throws as `chooseLanguage` */
export async function setLanguage(language: LanguageCode): Promise<void> {
  const choice = ++latestChoice
  const tree = language === defaultLanguage ? undefined : await load(language)
  if (choice !== latestChoice) return
  current = wordsIn(language, tree)
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }
  for (const listener of listeners) listener()
}

/** Returns the texts of a language without making it current. @throws as `chooseLanguage` */
export async function wordsOf(language: LanguageCode): Promise<Words> {
  return wordsIn(language, language === defaultLanguage ? undefined : await load(language))
}

function wordsIn(language: LanguageCode, tree: WordTree = {}): Words {
  const t: Translate = (key, values) => {
    const fallback = [defaultLanguage, english] as const
    return translate([[language, tree], fallback], key, values)
  }
  return { language, t }
}

async function load(language: LanguageCode): Promise<WordTree> {
  const loader = loaders[`../../../shared/src/words/locales/${language}.json`]
  if (!loader) throw new Error(`There are no texts in ${language}`)
  return loader()
}

/** Calls `listener` after each change of language until the returned function is called. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function recall(): string {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${memory}=`))
  try {
    return localStorage.getItem(memory) ?? decodeURIComponent(cookie?.slice(memory.length + 1) ?? '')
  } catch {
    return ''
  }
}

function remember(language: LanguageCode): void {
  document.cookie = `${memory}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
  try {
    localStorage.setItem(memory, language)
  } catch {
    // Storage can be disabled; the cookie is enough.
  }
}
