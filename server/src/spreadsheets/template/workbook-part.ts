import { childOf, childrenOf, element, isElement, spreadsheet, textOf } from '../package/xml-tree.ts'
import type { Element } from '../package/xml-tree.ts'
import { movedFormula } from './formulas/formula-references.ts'
import type { OpenedTemplate, SheetToFill } from './open-template.ts'
import { reachesOutside } from './formulas/outside-references.ts'

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Builds the main part of a workbook: its sheets in order and the templates' defined names. `idOf` returns a sheet's relationship id. */
export function workbookElement(templates: readonly OpenedTemplate[], idOf: (sheet: SheetToFill) => string): Element {
  const sheets = templates.flatMap((template) => template.sheets.filter((sheet) => sheet !== undefined))
  const entries = sheets.map((sheet, index) =>
    element('sheet', { name: sheet.name, sheetId: String(index + 1), ...(sheet.state && { state: sheet.state }), 'r:id': idOf(sheet) }),
  )
  const names = definedNames(templates, sheets)
  const views = childOf(templates[0]?.workbook, 'bookViews')
  return element('workbook', { xmlns: spreadsheet, 'xmlns:r': officeRelations }, [
    element('workbookPr', countsFrom1904(templates[0]) ? { date1904: '1' } : {}),
    ...(views ? [removeForeignAttributes(views)] : []),
    element('sheets', {}, entries),
    ...(names.length > 0 ? [element('definedNames', {}, names)] : []),
    element('calcPr', { calcId: '191029', fullCalcOnLoad: '1' }),
  ])
}

/** Whether the template uses the 1904 date system, as old Macintosh workbooks do. */
export function countsFrom1904(template: OpenedTemplate | undefined): boolean {
  return /^(1|true)$/.test(childOf(template?.workbook, 'workbookPr')?.attributes['date1904'] ?? '')
}

/** A workbook-wide name that an earlier template already defined is defined per sheet instead. */
function definedNames(templates: readonly OpenedTemplate[], sheets: readonly SheetToFill[]): Element[] {
  const taken = new Set<string>()
  return templates.flatMap((template) =>
    childrenOf(childOf(template.workbook, 'definedNames'), 'definedName').flatMap((source) => {
      const text = textOf(source)
      const { localSheetId, ...attributes } = removeForeignAttributes(source).attributes
      if (reachesOutside(text) || isMacro(attributes)) return []
      const moved = movedName(text, template, localSheetId)
      const own = template.sheets.filter((sheet) => sheet !== undefined)
      const name = (attributes['name'] ?? '').toLowerCase()
      const isShared = localSheetId === undefined && !taken.has(name)
      if (isShared) {
        taken.add(name)
        return [element('definedName', attributes, [moved])]
      }
      const targetSheets = localSheetId === undefined ? own : own.filter((sheet) => sheet === template.sheets[Number(localSheetId)])
      return targetSheets.map((sheet) => element('definedName', { ...attributes, localSheetId: String(sheets.indexOf(sheet)) }, [moved]))
    }),
  )
}

function isMacro({ name = '', ...attributes }: Record<string, string>): boolean {
  return /^_xlnm\.Auto_/i.test(name) || ['function', 'vbProcedure', 'xlm'].some((mark) => /^(1|true)$/.test(attributes[mark] ?? ''))
}

/** Copies an element without attributes of other namespaces, which are not declared in the target. */
function removeForeignAttributes(source: Element): Element {
  const own = Object.entries(source.attributes).filter(([name]) => !name.includes(':'))
  const children = source.children.flatMap((child) =>
    isElement(child) && child.name.includes(':') ? [] : [isElement(child) ? removeForeignAttributes(child) : child],
  )
  return { ...source, attributes: Object.fromEntries(own), children }
}

function movedName(text: string, template: OpenedTemplate, localSheetId: string | undefined): string {
  const sheet = template.sheets[Number(localSheetId ?? 0)] ?? template.sheets.find((candidate) => candidate !== undefined)
  return sheet ? movedFormula(text, sheet.context.sheet, sheet.context.moves) : text
}
