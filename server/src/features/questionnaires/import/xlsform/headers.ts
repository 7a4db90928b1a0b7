import { type FileLanguage, parseLanguage, findRegisteredLanguage } from '../file-languages.ts'
import type { Header } from '../table.ts'
import { normalizeName } from '../text-cleaning.ts'

/** A split header: `label::English (en)` is the base `label` and the text of its language. */
export interface SplitHeader {
  readonly header: Header
  readonly base: string
  readonly languageText: string
}

/** Alternative column names that XLSForm tools accept (shared/spec/questionnaire-files.md#columns-of-survey). */
const spellings: ReadonlyMap<string, string> = new Map([
  ['relevance', 'relevant'],
  ['readonly', 'read_only'],
  ['calculate', 'calculation'],
  ['constraintmsg', 'constraint_message'],
  ['constraint_msg', 'constraint_message'],
  ['constraining_message', 'constraint_message'],
  ['requiredmsg', 'required_message'],
  ['count', 'repeat_count'],
])
/** Legacy names that other columns may also have, so they apply only if the usual name is absent. */
const legacyNames: ReadonlyMap<string, string> = new Map([
  ['caption', 'label'],
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
])
const prefix = /^(?:bind|control|body)\s*::?\s*(?=\S)/i

/**
 * Splits the headers of a sheet at one colon or two; `bind:relevant` and other legacy spellings are mapped to their columns, while
 * `media::image::English (en)` remains a media column.
 */
export function splitHeaders(headers: readonly Header[]): SplitHeader[] {
  const all = headers.map(splitHeader)
  const bases = new Set(all.map(({ base }) => base))
  return all.map((one) => {
    const currentName = legacyNames.get(one.base)
    return currentName === undefined || bases.has(currentName) ? one : { ...one, base: currentName }
  })
}

function splitHeader(header: Header): SplitHeader {
  const text = header.text.replace(prefix, '').replace(/^jr:(?=\w)/i, '')
  const [, first = text, languageText = ''] = /^([^:]+?)\s*::?\s*(.+)$/.exec(text) ?? []
  const base = normalizeName(first)
  return { header, base: spellings.get(base) ?? base, languageText }
}

// No header that names a language is longer.
const longestSuggestion = 100

/**
 * Suggests the correct form of a header such as `label_en`, `label (English)` or `English` (Q07); undefined if it names no language, or
 * only a language that already has a label.
 */
export function misplacedLanguage(text: string, translated: readonly string[], known: readonly FileLanguage[]): string | undefined {
  if (text.length > longestSuggestion) return undefined
  const base = translated.find((word) => normalizeName(text).startsWith(word) && /^[\s_.[(|/-]/.test(text.slice(word.length)))
  const rest = text
    .slice(base?.length ?? 0)
    .replace(/^[\s_.[(|/-]+/, '')
    .replace(/[\s)\]]+$/, '')
  const language = languageOf(base === undefined ? text : rest, base !== undefined)
  if (!language || (base === undefined && known.some(({ code }) => code === language.code))) return undefined
  return `${base ?? 'label'}::${language.name} (${language.code})`
}

/** A bare code counts as a language only after a base, because columns named `id` or `no` may mean something else. */
function languageOf(text: string, hasBase: boolean): Pick<FileLanguage, 'code' | 'name'> | undefined {
  const named = parseLanguage(text)
  if (named && (named.guessed || named.name !== named.code)) return named
  return findRegisteredLanguage(text, hasBase)
}
