import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { languageSheets } from './language-sheet-rows.ts'
import { workbookBytes } from '../../../../spreadsheets/plain-workbook.ts'
import { fitsXlsform, xlsformSheets } from './xlsform-sheets.ts'

/**
 * Writes a questionnaire as a question file (.xlsx): an XLSForm, or one sheet per language if its numbers, choice values or follow-ups
 * require it. Uploading the file yields the same questionnaire.
 */
export async function writeQuestionFile(definition: QuestionnaireDefinition): Promise<Uint8Array> {
  return workbookBytes(fitsXlsform(definition) ? xlsformSheets(definition) : languageSheets(definition))
}
