import { readDateStyles } from './number-formats.ts'
import { type Comment, readComments } from './read-comments.ts'
import { type ReadingState, readSheetPart, type Sheet, type SheetScope } from './read-sheet.ts'
import { readXml } from './read-xml.ts'
import { openZip, unreadable, type Zip } from './read-zip.ts'

/** An opened .xlsx file; its sheets are read one by one, on demand. */
export interface Workbook {
  /** In the order of the tabs, chart sheets left out. */
  readonly sheetNames: readonly string[]
  readonly hasMacros: boolean
  /** `position` counts from 0. Throws an unreadable error on a damaged or outsized sheet. */
  readSheet(position: number, scope: SheetScope): Promise<Sheet>
  /** The notes and threaded comments of a sheet. */
  readComments(position: number): Promise<Comment[]>
}

interface Relation {
  readonly type: string
  readonly part: string
}

const mostSheets = 200
const longestName = 200
const mostRelations = 5_000
const mostSharedStrings = 200_000
const mostCells = 200_000
const mostCharacters = 10_000_000

/**
 * Opens a workbook: its sheets, date styles and shared strings. No formula is evaluated and nothing outside the file is
 * looked at (shared/spec/questionnaire-files.md#file-limits). Throws an unreadable error (see `isUnreadable`) with the reason.
 */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const zip = await openZip(bytes)
  const main = await mainPartOf(zip)
  const relations = await relationsOf(zip, main)
  const { sheets, from1904 } = await sheetsOf(zip, main, relations)
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.part
  const styles = partOf('styles')
  const strings = partOf('sharedStrings')
  const state: ReadingState = {
    from1904,
    dateStyles: styles !== undefined && zip.has(styles) ? await readDateStyles(zip, styles) : [],
    strings: strings !== undefined && zip.has(strings) ? await readSharedStrings(zip, strings) : [],
    cellsLeft: mostCells,
    charactersLeft: mostCharacters,
  }
  const sheetAt = (position: number) => sheets[position] ?? missingPart()
  return {
    sheetNames: sheets.map((sheet) => sheet.name),
    hasMacros: zip.names.some((name) => /(^|\/)vbaProject\.bin$|\/macrosheets\//i.test(name)),
    readSheet: (position, scope) => readSheetPart({ zip, ...sheetAt(position), position, scope, state }),
    async readComments(position) {
      const related = [...(await relationsOf(zip, sheetAt(position).part)).values()]
      const parts = related.filter((relation) => /^(comments|threadedComment)$/.test(relation.type) && zip.has(relation.part))
      return (await Promise.all(parts.map((relation) => readComments(zip, relation.part, state)))).flat()
    },
  }
}

function missingPart(): never {
  throw unreadable('a part of it is missing')
}

async function mainPartOf(zip: Zip): Promise<string> {
  const relations = zip.has('_rels/.rels') ? await relationsOf(zip, '') : new Map<string, Relation>()
  const named = [...relations.values()].find((relation) => relation.type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (named.endsWith('.bin')) throw unreadable('it is a binary .xlsb workbook')
  if (!zip.has(named)) throw unreadable('it is not an .xlsx workbook')
  return named
}

/** The relations of a part by their id, those that lead outside the file left out. */
async function relationsOf(zip: Zip, part: string): Promise<Map<string, Relation>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const list = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations = new Map<string, Relation>()
  if (!zip.has(list)) return relations
  await readXml(zip, list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined || TargetMode === 'External') return
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(folder, Target) })
      if (relations.size > mostRelations) throw unreadable('it holds too many relations')
    },
  })
  return relations
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

async function sheetsOf(zip: Zip, main: string, relations: ReadonlyMap<string, Relation>) {
  const sheets: { name: string; part: string }[] = []
  let from1904 = false
  let inSheets = false
  await readXml(zip, main, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'sheets') inSheets = true
      if (name !== 'sheet' || !inSheets) return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const relation = relations.get(id)
      if (relation === undefined) throw unreadable('a part of it is missing')
      if (relation.type === 'worksheet') sheets.push({ name: (attributes.name ?? '').slice(0, longestName), part: relation.part })
      if (sheets.length > mostSheets) throw unreadable(`it holds more than ${mostSheets} sheets`)
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
  let taking = false
  let inPhonetics = false
  await readXml(zip, part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') inPhonetics = true
      taking = name === 't' && !inPhonetics
    },
    text(piece) {
      if (taking) text += piece
    },
    close(name) {
      taking = false
      if (name === 'rPh') inPhonetics = false
      if (name !== 'si') return
      strings.push(text)
      characters += text.length
      if (strings.length > mostSharedStrings || characters > mostCharacters) throw unreadable('it holds too much text')
    },
  })
  return strings
}
