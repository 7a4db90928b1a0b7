import { createRequire } from 'node:module'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { languages } from '@portico/shared/words/languages'

/** A language as named in a file. `guessed`: the code was derived from the name (W02). */
export interface FileLanguage {
  readonly code: string
  readonly name: string
  readonly guessed: boolean
}

interface RegistryEntry {
  readonly Type: string
  readonly Subtag?: string
  readonly Macrolanguage?: string
  readonly Description: readonly string[]
}

const { W03 } = importProblems
const otherNames: Readonly<Record<string, string>> = { farsi: 'fa', dari: 'fa' }
const require = createRequire(import.meta.url)
const readRegistry: (path: string) => Record<string, number> = require
const readEntries: (path: string) => readonly RegistryEntry[] = require
let registry: Record<string, number> | undefined
let names: RegistryNames | undefined
const tag = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i

/** Parses `English (en)`, `en` or `English`; undefined if no code can be determined (Q07). */
export function parseLanguage(text: string): FileLanguage | undefined {
  const [, name = '', code = ''] = /^(.*?)\s*[(（]\s*([^()（）]+?)\s*[)）]$/.exec(text) ?? []
  if (isLanguageCode(code)) return { code: canonicalizeCode(code), name: name || canonicalizeCode(code), guessed: false }
  const known = findLanguageCode(text)
  if (known !== undefined) return { code: known, name: text, guessed: true }
  return isLanguageCode(text) ? { code: canonicalizeCode(text), name: canonicalizeCode(text), guessed: false } : undefined
}

/** Formats a language for messages: `Vietnamese (vi)`. */
export function formatLanguage({ code, name }: Pick<FileLanguage, 'code' | 'name'>): string {
  return name === code ? code : `${name} (${code})`
}

/** Whether the text has the form of a BCP 47 tag: two or three letters and optional subtags. */
export function isLanguageCode(text: string): boolean {
  return tag.test(text) && text.length <= 35
}

/** Returns the code of a language by its English or native name, case-insensitively; Farsi and Dari are `fa`. */
export function findLanguageCode(name: string): string | undefined {
  const wanted = name.toLowerCase()
  const named = languages.find((language) => [language.englishName, language.nativeName].some((known) => known.toLowerCase() === wanted))
  return named?.code ?? (Object.hasOwn(otherNames, wanted) ? otherNames[wanted] : undefined)
}

/** Languages by their names in lower case, and the languages that are counted among others, such as `cmn` among `zh`. */
interface RegistryNames {
  readonly byName: ReadonlyMap<string, string>
  readonly macrolanguages: ReadonlyMap<string, string>
}

/** Explains why a language should be checked (W03): its code is not registered, or is that of another language than it is named. */
export function languageFault({ code, name }: FileLanguage): string | undefined {
  if (!isRegistered(code)) return W03.unregistered(code)
  const registered = name === code ? undefined : findRegisteredCode(name)
  if (registered === undefined || familyOf(registered) === familyOf(code)) return undefined
  return W03.other(code, new Intl.DisplayNames('en', { type: 'language' }).of(primaryOf(code)) ?? code, name, registered)
}

/** Returns the language of a code, or the one that it is counted among: `tl` is `fil`, `nb` is among `no`. */
function familyOf(code: string): string {
  const primary = primaryOf(Intl.getCanonicalLocales(primaryOf(code))[0] ?? code)
  names ??= readRegistryNames()
  return names.macrolanguages.get(primary) ?? primary
}

/** Whether the first subtag of a code is registered. The registry is loaded on first use. */
function isRegistered(code: string): boolean {
  registry ??= readRegistry('language-subtag-registry/data/json/language.json')
  return Object.hasOwn(registry, primaryOf(code))
}

function primaryOf(code: string): string {
  return code.split('-')[0] ?? code
}

/**
 * Returns the code for a language name in the registry or in the language itself, such as `Oromo` or `Kiswahili`; undefined for any other
 * text.
 */
export function findRegisteredCode(name: string): string | undefined {
  names ??= readRegistryNames()
  return findLanguageCode(name) ?? names.byName.get(name.toLowerCase())
}

/** Finds a language by its registered name or, with `byCode`, also by its registered code. */
export function findRegisteredLanguage(text: string, byCode: boolean): Pick<FileLanguage, 'code' | 'name'> | undefined {
  const code = findRegisteredCode(text)
  if (code !== undefined) return { code, name: text }
  if (!byCode || !isLanguageCode(text) || !isRegistered(text.toLowerCase())) return undefined
  const canonical = canonicalizeCode(text)
  return { code: canonical, name: new Intl.DisplayNames('en', { type: 'language' }).of(canonical) ?? canonical }
}

function readRegistryNames(): RegistryNames {
  const byName = new Map<string, string>()
  const macrolanguages = new Map<string, string>()
  const entries = readEntries('language-subtag-registry/data/json/registry.json')
  for (const { Type, Subtag, Description, Macrolanguage } of entries) {
    if (Type !== 'language' || Subtag === undefined) continue
    if (Macrolanguage !== undefined) macrolanguages.set(Subtag, Macrolanguage)
    const own = Subtag.length === 2 ? new Intl.DisplayNames(Subtag, { type: 'language' }).of(Subtag) : undefined
    for (const name of [...Description, ...(own === undefined ? [] : [own])]) {
      if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), Subtag)
    }
  }
  return { byName, macrolanguages }
}

/** Returns the canonical casing of a code: `zh-hans` → `zh-Hans`, `PT-br` → `pt-BR`. */
function canonicalizeCode(code: string): string {
  const [primary = '', ...rest] = code.toLowerCase().split('-')
  const canonicalParts = rest.map((part) => {
    if (/^[a-z]{4}$/.test(part)) return `${part.charAt(0).toUpperCase()}${part.slice(1)}`
    return /^[a-z]{2}$/.test(part) ? part.toUpperCase() : part
  })
  return [primary, ...canonicalParts].join('-')
}
