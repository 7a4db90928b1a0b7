import { openPackage, relationOfKind } from '../package/relations.ts'
import type { Relation } from '../package/relations.ts'
import { childOf, childrenOf, readTree } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { unreadable } from '../package/zip-reader.ts'
import type { Zip, ZipLimits } from '../package/zip-reader.ts'
import type { Growth, Moves } from './formulas/formula-references.ts'
import type { SheetContext } from './moved-elements.ts'
import { removeDanglingReferences } from './parts/dangling-references.ts'
import { sheetKinds } from './parts/part-kinds.ts'
import { copyRelated, readOptional, reservePath } from './parts/related-parts.ts'
import type { PartList } from './parts/related-parts.ts'
import { planSheet } from './sheet-plan.ts'
import type { SheetPlan, TemplateMarks } from './sheet-plan.ts'
import type { StyleBook } from './styles.ts'

/** A sheet of a template, to be written to the new workbook. */
export interface SheetToFill {
  readonly name: string
  /** `hidden` or `veryHidden`; undefined if visible. */
  readonly state: string | undefined
  readonly path: string
  readonly contentType: string
  readonly relations: readonly Relation[]
  readonly plan: SheetPlan
  readonly context: SheetContext
}

/** A template whose sheets and parts were added to the new workbook. */
export interface OpenedTemplate {
  readonly workbook: Element
  readonly theme: Element | undefined
  /** In tab order; undefined for kinds of sheets that are not copied. */
  readonly sheets: readonly (SheetToFill | undefined)[]
  /** The growth of each sheet by its old name in lower case; must be set before anything that refers to the sheet is written. */
  readonly growth: Map<string, Growth>
}

const maxNameLength = 31

/** The state and settings shared by all templates of a new workbook. */
export interface NewWorkbook {
  readonly parts: PartList
  readonly styles: StyleBook
  readonly marks: TemplateMarks
  readonly limits: ZipLimits
}

/** Opens a template and adds its sheets and their related parts to the workbook. Duplicate sheet names get a number. */
export async function openTemplate(bytes: Uint8Array, { parts, styles, marks, limits }: NewWorkbook): Promise<OpenedTemplate> {
  const { zip, main, relations } = await openPackage(bytes, limits)
  const workbook = await readTree(zip, main)
  if (!workbook) throw unreadable('it is damaged')
  const partOf = (kind: string) => relationOfKind(relations, kind)?.target ?? ''
  const strings = childrenOf(await readTree(zip, partOf('sharedStrings')), 'si')
  const source = { strings, shift: styles.add(await readTree(zip, partOf('styles'))), marks }
  const used = new Set<string>()
  const tabs = tabsOf(workbook).map((tab) => {
    const target = relations.get(tab.id)?.target.toLowerCase() ?? ''
    const isRepeated = used.has(target)
    used.add(target)
    return { ...tab, isRepeated, name: isRepeated ? tab.old : uniqueName(tab.old, parts.sheetNames) }
  })
  const isFirst = parts.paths.size === 0
  const growth = new Map<string, Growth>()
  const moves: Moves = { names: new Map(tabs.map(({ old, name }) => [old.toLowerCase(), name])), tables: new Map(), growth }
  const sheets: (SheetToFill | undefined)[] = []
  const pictures = new Map<string, string | undefined>()
  for (const { old, name, state, id, isRepeated } of tabs) {
    const part = relations.get(id)
    const kind = part && !part.external && !isRepeated && Object.hasOwn(sheetKinds, part.kind) ? sheetKinds[part.kind] : undefined
    const root = part && kind ? await readTree(zip, part.target) : undefined
    // A sheet of another kind than its workbook says would not have been checked as what it is.
    if (!part || !kind || root?.name !== part.kind) {
      sheets.push(undefined)
      continue
    }
    const context = { sheet: old, moves }
    const related = await copyRelated(part.target, { zip, context, shift: source.shift, pictures }, parts)
    removeDanglingReferences(root, related)
    if (!isFirst) deselect(root)
    const path = reservePath(kind.path, parts.paths)
    sheets.push({ name, state, path, contentType: kind.type, relations: related, plan: planSheet(root, source), context })
  }
  return { workbook, theme: await readTheme(zip, partOf('theme')), sheets, growth }
}

async function readTheme(zip: Zip, path: string): Promise<Element | undefined> {
  const theme = await readOptional(zip, path)
  if (theme) removeDanglingReferences(theme, [])
  return theme
}

function tabsOf(workbook: Element) {
  return childrenOf(childOf(workbook, 'sheets'), 'sheet').map(({ attributes }) => ({
    old: attributes['name'] ?? '',
    state: attributes['state'],
    id: Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '',
  }))
}

/** Only the first template determines the active sheet: input into one of several selected sheets goes to all of them. */
function deselect(root: Element): void {
  for (const view of childrenOf(childOf(root, 'sheetViews'), 'sheetView')) delete view.attributes['tabSelected']
}

/** Excel compares sheet names case-insensitively and allows at most 31 characters. */
function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) {
    const ending = ` (${copy})`
    name = wanted.slice(0, maxNameLength - ending.length).toWellFormed() + ending
  }
  taken.add(name.toLowerCase())
  return name
}
