import { type Findings, formatWarnings } from '../../src/features/questionnaires/import/problems.ts'
import { openQuestionFile, readQuestions } from '../../src/features/questionnaires/import/question-file.ts'
import { type TestCell, type TestSheets, xlsx } from './build-files.ts'

/**
 * Reads a question file with these sheets and their merged ranges; returns its questions and what was found in it, a line for each problem
 * and warning.
 */
export async function readSheets(sheets: TestSheets, merges: Readonly<Record<string, readonly string[]>> = {}) {
  const findings: Findings = { problems: [], warnings: [] }
  const content = readQuestions(await openQuestionFile({ name: 'questions.xlsx', bytes: await xlsx(sheets, {}, merges) }), findings)
  return { definition: content?.definition, problems: formatWarnings(findings.problems), warnings: formatWarnings(findings.warnings) }
}

/** Returns a function that reads an XLSForm with these choices and given rows below the header of its survey, like `readSheets`. */
export function rowReader(header: readonly TestCell[], choices: readonly TestCell[][]) {
  return async (...rows: TestCell[][]) => {
    const { definition, ...found } = await readSheets({ survey: [header, ...rows], choices })
    return { questions: definition?.questions ?? [], ...found }
  }
}

/** Reads rows of an XLSForm in English and Arabic with calculations, defaults, conditions and appearances, and a list `crimes`. */
export const readRows = rowReader(
  ['type', 'name', 'label::English (en)', 'label::Arabic (ar)', 'calculation', 'default', 'relevant', 'appearance'],
  [
    ['list_name', 'name', 'label::English (en)', 'label::Arabic (ar)'],
    ['crimes', 'theft', 'Theft', 'سرقة'],
    ['crimes', 'none', 'None', 'لا شيء'],
  ],
)
