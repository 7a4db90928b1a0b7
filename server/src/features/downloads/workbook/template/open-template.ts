import type { Place } from './moved.ts'
import { openPackage } from '../package/open-package.ts'
import type { Package, Relation } from '../package/open-package.ts'
import type { Growth } from './references.ts'
import { copyRelated, freePath, withoutLooseEnds } from './related.ts'
import type { PartList } from './related.ts'
import { planSheet } from './sheet.ts'
import type { SheetPlan } from './sheet.ts'
import type { StyleBook } from './styles.ts'
import { childOf, childrenOf } from '../package/xml.ts'
import type { Element } from '../package/xml.ts'

/** One sheet of the export on its way from its template. */
export interface ExportSheet {
  readonly name: string
  /** `hidden` or `veryHidden`; undefined when it is shown. */
  readonly state: string | undefined
  readonly path: string
  readonly contentType: string
  readonly relations: readonly Relation[]
  readonly plan: SheetPlan
  readonly place: Place
}

/** What became of one template. */
export interface OpenedTemplate {
  readonly workbook: Element
  readonly theme: Uint8Array | undefined
  /** In the order of the tabs; undefined for a kind of sheet that exports do not keep. */
  readonly sheets: readonly (ExportSheet | undefined)[]
  /** To be told how each sheet grew, by its old name in lower case, before anything that refers to it is written. */
  readonly growth: Map<string, Growth>
}

const longestName = 31

/** Opens a template and takes its sheets and what belongs to them into the export. A sheet name that is taken gets a number. */
export async function openTemplate(bytes: Uint8Array, parts: PartList, styles: StyleBook): Promise<OpenedTemplate> {
  const file = await openPackage(bytes)
  const main = file.relations('').find((relation) => relation.kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const workbook = file.xml(main)
  if (!workbook) throw new Error('The template is not a workbook')
  const relations = file.relations(main)
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.target ?? ''
  const source = { strings: childrenOf(file.xml(partOf('sharedStrings')), 'si'), shift: styles.add(file.xml(partOf('styles'))) }
  const tabs = childrenOf(childOf(workbook, 'sheets'), 'sheet').map(({ attributes }) => {
    const old = attributes['name'] ?? ''
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    return {
      old,
      name: uniqueName(old, parts.sheetNames),
      state: attributes['state'],
      part: relations.find((relation) => relation.id === id),
    }
  })
  const isFirst = parts.paths.size === 0
  const growth = new Map<string, Growth>()
  const moves = { names: new Map(tabs.map(({ old, name }) => [old.toLowerCase(), name])), growth }
  const sheets = tabs.map(({ old, name, state, part }) => {
    const root = part && rootOf(file, part)
    if (!root) return undefined
    const place = { sheet: old, moves }
    const related = copyRelated(part.target, { file, place, shift: source.shift }, parts)
    withoutLooseEnds(root, related)
    if (!isFirst) deselect(root)
    const path = freePath(`xl/${part.kind}s/sheet#.xml`, part.target, parts.paths)
    return { name, state, path, contentType: file.contentType(part.target), relations: related, plan: planSheet(root, source), place }
  })
  return { workbook, theme: file.bytes(partOf('theme')), sheets, growth }
}

/** Only the first template says which sheet is in front: whoever types into one of several selected sheets types into all. */
function deselect(root: Element): void {
  for (const view of childrenOf(childOf(root, 'sheetViews'), 'sheetView')) delete view.attributes['tabSelected']
}

function rootOf(file: Package, { kind, target }: Relation): Element | undefined {
  return kind === 'worksheet' || kind === 'chartsheet' ? file.xml(target) : undefined
}

/** Excel compares sheet names without case and takes at most 31 characters. */
function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) {
    const ending = ` (${copy})`
    name = wanted.slice(0, longestName - ending.length).toWellFormed() + ending
  }
  taken.add(name.toLowerCase())
  return name
}
