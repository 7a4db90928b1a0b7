import type { TranslationText } from '@portico/shared/contract/translations'
import { workbookBytes } from '../../../spreadsheets/plain-workbook.ts'
import { element, printDocument, type Element } from '../../../spreadsheets/package/xml-tree.ts'

/** The content of a translation file. */
export interface TranslationFile {
  readonly name: string
  readonly mainLanguage: string
  readonly language: string
  readonly texts: readonly TranslationText[]
}

/** The headers of the sheet, by which columns are recognized on import, in any order. */
export const sheetHeaders = (language: string) =>
  ({ key: 'Key', kind: 'Kind', source: 'Source', translation: `Translation (${language})`, state: 'State' }) as const

/** Writes the texts as a workbook with one sheet and one row per text; no cell becomes a formula. */
export function writeTranslationWorkbook({ language, texts }: TranslationFile): Promise<Uint8Array> {
  const rows = texts.map(({ key, kind, source, text, state, stale }) => [key, kind, source, text, stale ? `${state}, stale` : state])
  return workbookBytes([{ name: 'translations', rows: [Object.values(sheetHeaders(language)), ...rows] }])
}

/** Writes the texts as XLIFF 2.0, one unit per text, named by its key. */
export function writeXliff({ name, mainLanguage, language, texts }: TranslationFile): Uint8Array {
  const units = texts.map(unitOf)
  const attributes = { xmlns: 'urn:oasis:names:tc:xliff:document:2.0', version: '2.0', srcLang: mainLanguage, trgLang: language }
  const root = element('xliff', attributes, [element('file', { id: 'questionnaire', original: name }, units)])
  return new TextEncoder().encode(printDocument(root))
}

const states = { missing: 'initial', published: 'translated', draft: 'translated', 'signed-off': 'final' } as const

function unitOf({ key, kind, identifier, source, text, state, stale }: TranslationText, index: number): Element {
  const about = element('notes', {}, [element('note', {}, [identifier === undefined ? kind : `${kind} of ${identifier}`])])
  const preserved = (tag: string, content: string) => element(tag, { 'xml:space': 'preserve' }, [content])
  const target = text === '' ? [] : [preserved('target', text)]
  const segment = element('segment', { state: stale ? 'initial' : states[state] }, [preserved('source', source), ...target])
  return element('unit', { id: `u${index + 1}`, name: key }, [about, segment])
}
