import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { languageSheets } from './language-sheet-rows.ts'
import { workbookBytes } from '../../../../spreadsheets/plain-workbook.ts'
import { fitsXlsform, xlsformSheets } from './xlsform-sheets.ts'

/**
 * A questionnaire as a question file (.xlsx): an XLSForm, or one sheet per language when its numbers or follow-ups need that.
 * Uploading it again gives the same questionnaire.
 */
export async function writeQuestionFile(definition: QuestionnaireDefinition): Promise<Uint8Array> {
  return workbookBytes(fitsXlsform(definition) ? xlsformSheets(definition) : languageSheets(definition))
}
