import { type CellComment, readCellComments } from './comments-reader.ts'
import { readNumberForms } from './number-formats.ts'
import { openPackage, readRelations, relationOfKind, type WorkbookPackage } from './package/relations.ts'
import { readXml } from './package/xml-reader.ts'
import { unreadable, type Zip, type ZipLimits } from './package/zip-reader.ts'
import { type ReadingState, readSheetPart, type Sheet, type SheetScope } from './sheet-reader.ts'

/** An opened .xlsx file; its sheets are read one by one, on demand. */
export interface Workbook {
  /** In tab order, without chart sheets. */
  readonly sheetNames: readonly string[]
  readonly hasMacros: boolean
  /** `position` counts from 0. Throws an unreadable error if the sheet is damaged or too large. */
  readSheet(position: number, scope: SheetScope): Promise<Sheet>
  /** Reads the notes and threaded comments of a sheet. */
  readComments(position: number): Promise<CellComment[]>
}

const commentKinds = new Set(['comments', 'threadedComment'])
const maxSheets = 200
const maxNameLength = 200
const maxSharedStrings = 200_000
const maxCells = 200_000
const maxCharacters = 10_000_000

/**
 * Opens a workbook and reads its sheet list, date styles and shared strings. Formulas are never evaluated and external references never
 * followed. Throws an unreadable error (see `isUnreadable`) with the reason.
 */
export async function openWorkbook(bytes: Uint8Array, limits: ZipLimits): Promise<Workbook> {
  const file = await openPackage(bytes, limits)
  const { zip, relations } = file
  const { sheets, from1904 } = await sheetsOf(file)
  const styles = relationOfKind(relations, 'styles')?.target
  const strings = relationOfKind(relations, 'sharedStrings')?.target
  const state: ReadingState = {
    from1904,
    numberForms: styles !== undefined && zip.has(styles) ? await readNumberForms(zip, styles) : [],
    strings: strings !== undefined && zip.has(strings) ? await readSharedStrings(zip, strings) : [],
    cellsLeft: maxCells,
    charactersLeft: maxCharacters,
  }
  const sheetAt = (position: number) => sheets[position] ?? throwMissingPart()
  return {
    sheetNames: sheets.map((sheet) => sheet.name),
    hasMacros: zip.names.some((name) => /(^|\/)vbaProject\.bin$|\/macrosheets\//i.test(name)),
    readSheet: (position, scope) => readSheetPart({ zip, ...sheetAt(position), position, scope, state }),
    async readComments(position) {
      const related = [...(await readRelations(zip, sheetAt(position).part)).values()]
      const parts = related.filter(({ kind, external, target }) => commentKinds.has(kind) && !external && zip.has(target))
      return (await Promise.all(parts.map(({ target }) => readCellComments(zip, target, state)))).flat()
    },
  }
}

function throwMissingPart(): never {
  throw unreadable('a part of it is missing')
}

async function sheetsOf({ zip, main, relations }: WorkbookPackage) {
  const sheets: { name: string; part: string }[] = []
  let from1904 = false
  let tabs = 0
  let inSheets = false
  await readXml(zip, main, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'sheets') inSheets = true
      if (name !== 'sheet' || !inSheets) return
      tabs += 1
      if (tabs > maxSheets) throw unreadable(`it holds more than ${maxSheets} sheets`)
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const relation = relations.get(id)
      if (relation === undefined || relation.external) throw unreadable('a part of it is missing')
      if (relation.kind === 'worksheet') sheets.push({ name: (attributes.name ?? '').slice(0, maxNameLength), part: relation.target })
    },
    close(name) {
      if (name === 'sheets') inSheets = false
    },
  })
  return { sheets, from1904 }
}

async function readSharedStrings(zip: Zip, part: string): Promise<string[]> {
  const strings: string[] = []
  let characters = 0
  let text = ''
  let isCollecting = false
  let inPhonetics = false
  await readXml(zip, part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') inPhonetics = true
      isCollecting = name === 't' && !inPhonetics
    },
    text(chunk) {
      if (isCollecting) text += chunk
    },
    close(name) {
      isCollecting = false
      if (name === 'rPh') inPhonetics = false
      if (name !== 'si') return
      strings.push(text)
      characters += text.length
      if (strings.length > maxSharedStrings || characters > maxCharacters) throw unreadable('it holds too much text')
    },
  })
  return strings
}
