import { type Findings, formatWarnings } from '../../src/features/questionnaires/import/problems.ts'
import { openQuestionFile, readQuestions } from '../../src/features/questionnaires/import/question-file.ts'
import { type TestSheets, xlsx } from './build-files.ts'

/** Reads a question file with these sheets; returns its questions and what was found in it, a line for each problem and warning. */
export async function readSheets(sheets: TestSheets) {
  const findings: Findings = { problems: [], warnings: [] }
  const content = readQuestions(await openQuestionFile({ name: 'questions.xlsx', bytes: await xlsx(sheets) }), findings)
  return { definition: content?.definition, problems: formatWarnings(findings.problems), warnings: formatWarnings(findings.warnings) }
}
