import { type FileLanguage, languageNamed, languageOfRegistry } from '../file-languages.ts'
import type { Header } from '../table.ts'
import { comparable } from '../text-cleaning.ts'

/** A header taken apart: `label::English (en)` is the base `label` and the text of its language. */
export interface PartedHeader {
  readonly header: Header
  readonly base: string
  readonly languageText: string
}

/** Other spellings of columns that XLSForm tools accept (shared/spec/questionnaire-files.md#columns-of-survey). */
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
/** Old names that other columns may have too: they count only where the usual name is absent. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ['caption', 'label'],
  ['command', 'type'],
  ['tag', 'name'],
  ['value', 'name'],
])
const prefix = /^(?:bind|control|body)\s*::?\s*(?=\S)/i

/**
 * The headers of a sheet taken apart, with one colon or two; `bind:relevant` and the other old spellings are the columns they mean,
 * `media::image::English (en)` stays a media column.
 */
export function partedHeaders(headers: readonly Header[]): PartedHeader[] {
  const all = headers.map(parted)
  const bases = new Set(all.map(({ base }) => base))
  return all.map((one) => {
    const usual = oldNames.get(one.base)
    return usual === undefined || bases.has(usual) ? one : { ...one, base: usual }
  })
}

function parted(header: Header): PartedHeader {
  const text = header.text.replace(prefix, '').replace(/^jr:(?=\w)/i, '')
  const [, first = text, languageText = ''] = /^([^:]+?)\s*::?\s*(.+)$/.exec(text) ?? []
  const base = comparable(first)
  return { header, base: spellings.get(base) ?? base, languageText }
}

/**
 * What a header such as `label_en`, `label (English)` or `English` should have been (Q07); undefined when it names no language, or
 * nothing but a language that has its label already.
 */
export function misplacedLanguage(text: string, translated: readonly string[], known: readonly FileLanguage[]): string | undefined {
  const base = translated.find((word) => comparable(text).startsWith(word) && /^[\s_.[(|/-]/.test(text.slice(word.length)))
  const rest = text
    .slice(base?.length ?? 0)
    .replace(/^[\s_.[(|/-]+/, '')
    .replace(/[\s)\]]+$/, '')
  const language = languageOf(base === undefined ? text : rest, base !== undefined)
  if (!language || (base === undefined && known.some(({ code }) => code === language.code))) return undefined
  return `${base ?? 'label'}::${language.name} (${language.code})`
}

/** A code alone says a language only where a base stands before it: columns may be named `id` or `no` for other reasons. */
function languageOf(text: string, hasBase: boolean): Pick<FileLanguage, 'code' | 'name'> | undefined {
  const named = languageNamed(text)
  if (named && (named.guessed || named.name !== named.code)) return named
  return languageOfRegistry(text, hasBase)
}
