import type { Findings } from '../problems.ts'
import type { QuestionFileContent } from '../questions/question-rules.ts'
import type { NamedTable } from '../tables/table.ts'
export function readLanguageSheets(_t: readonly NamedTable[], _f: string, _x: Findings): QuestionFileContent | undefined {
  return undefined
}
