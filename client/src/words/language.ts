import { errors, footer, kit, landing, logo, nav } from '@portico/shared/locales/en.json'
import { defaultLanguage, directionOf, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { translate, type WordTree } from '@portico/shared/words/texts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Translate } from './translate.ts'

/** The English of the frame and of the landing page; that of other pages comes with the first of them. */
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

/** English whatever language is in use: for the screens of staff, together with the pieces of the kit on them. */
export const englishWords: Words = current

/** Gives everything inside it these texts: `<FixedWords value={englishWords}>`. */
export const FixedWords = createContext<Words | undefined>(undefined)

/** The texts of the language in use, and its code; a screen that calls this follows a change of language. */
export function useWords(): Words {
  const chosen = useSyncExternalStore(onLanguageChange, words, words)
  return useContext(FixedWords) ?? chosen
}

/** The same outside a component. */
export function words(): Words {
  return current
}

/** The language that was chosen before, else the browser's first that Portico speaks, else English. */
export function preferredLanguage(): LanguageCode {
  const remembered = languageOf(recall())
  if (remembered) return remembered.code
  for (const tag of navigator.languages) {
    const language = languageOf(tag)
    if (language) return language.code
  }
  return defaultLanguage
}

/** Loads the English of all pages, once; every page but the landing page is shown after it. */
export async function loadEnglish(): Promise<void> {
  if (english !== frame) return
  // As text it is a module of its own, apart from the groups that the frame takes out of the same file.
  const { default: text } = await import('@portico/shared/locales/en.json?raw')
  english = JSON.parse(text)
}

/**
 * Changes the language of every screen and remembers it. What is typed and where one is stay as they are.
 * @throws when its texts cannot be loaded; then everything stays as it was
 */
export async function chooseLanguage(language: LanguageCode): Promise<void> {
  await setLanguage(language)
  remember(language)
}

/** Puts a language in use without remembering it. A text that it does not have is shown in English. @throws as `chooseLanguage` */
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

/** The texts of a language that is not put in use. @throws as `chooseLanguage` */
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

/** Calls `listener` after each change of language until the function that it returns is called. */
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
    // Storage can be switched off; the cookie remembers too.
  }
}
