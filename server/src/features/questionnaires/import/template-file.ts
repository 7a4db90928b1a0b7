import { importProblems } from '@portico/shared/words/import/import-problems'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Problem } from './problems.ts'
import { normalizeName } from './text-cleaning.ts'
import { hasBraces } from '../template-placeholders.ts'
import { sheetProblems, templateSheetOf } from './template-rules.ts'
import type { TemplateSheet } from './template-rules.ts'
import { openWorkbook } from '../../../spreadsheets/workbook-reader.ts'
import type { Workbook } from '../../../spreadsheets/workbook-reader.ts'
import { isUnreadable } from '../../../spreadsheets/package/zip-reader.ts'
import { uploadLimits } from '../upload-limits.ts'

/** The result of checking a template file. `shown` contains the identifiers of the questions it shows. */
export interface TemplateReport {
  readonly problems: Problem[]
  readonly shown: Set<string>
}

/**
 * Checks an uploaded template against its questionnaire: rules T01 to T14 of shared/spec/questionnaire-files.md#template-errors. Locations
 * are `sheet!CELL`, or the file name if no cell is at fault. An unreadable file is reported as a problem, not thrown.
 */
export async function checkTemplate(bytes: Uint8Array, fileName: string, definition: QuestionnaireDefinition): Promise<TemplateReport> {
  const inFile = (code: Problem['code'], message: string): Problem => ({ code, location: fileName, message })
  const refused = (code: Problem['code'], message: string): TemplateReport => ({ problems: [inFile(code, message)], shown: new Set() })
  const extension = /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? fileName
  if (/^\.xl[st]m$/.test(extension)) return refused('T02', importProblems.T02.macros)
  if (extension !== '.xlsx') return refused('T02', importProblems.T02.kind(extension))
  try {
    const workbook = await openWorkbook(bytes, uploadLimits)
    if (workbook.hasMacros) return refused('T02', importProblems.T02.macros)
    const sheets = await templateSheetsOf(workbook)
    const otherTexts = [...workbook.sheetNames, ...sheets.flatMap(({ sheet }) => sheet.headersAndFooters)]
    const problems = [
      ...otherTexts.filter(hasBraces).map(() => inFile('T12', importProblems.T12.elsewhere)),
      ...sheets.flatMap((sheet) => sheetProblems(sheet, definition)),
    ]
    if (sheets.every((sheet) => sheet.answerRow === undefined)) problems.unshift(inFile('T03', noPlaceholder(workbook.sheetNames)))
    return { problems, shown: shownBy(sheets, definition) }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return refused('T01', importProblems.T01.unreadable(error.message))
  }
}

function noPlaceholder(sheetNames: readonly string[]): string {
  return importProblems.T03[sheetNames.some((name) => normalizeName(name) === 'survey') ? 'questionFile' : 'none']
}

async function templateSheetsOf(workbook: Workbook): Promise<TemplateSheet[]> {
  const sheets: TemplateSheet[] = []
  for (const position of workbook.sheetNames.keys()) {
    sheets.push(templateSheetOf(await workbook.readSheet(position, 'whole'), await workbook.readComments(position)))
  }
  return sheets
}

function shownBy(sheets: readonly TemplateSheet[], definition: QuestionnaireDefinition): Set<string> {
  const known = new Set(definition.questions.map((question) => question.identifier))
  const segments = sheets.flatMap(({ marked }) => marked.flatMap((cell) => cell.segments))
  const named = segments.flatMap((segment) =>
    segment.kind === 'placeholder' && 'identifier' in segment.placeholder ? segment.placeholder.identifier : [],
  )
  return new Set(named.filter((identifier) => known.has(identifier)))
}
