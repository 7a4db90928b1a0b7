import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { takesAnswer } from '@portico/shared/words/question-types'
import { redRuleText } from '../metadata/red-rule-text.ts'
import { validationText } from '../metadata/validation-text.ts'
import { metadataKeys } from '../metadata/metadata-records.ts'
import { byteOrderMark, csvLine } from '../../../../spreadsheets/csv-writer.ts'

/** The field metadata of a questionnaire as UTF-8 CSV, a record per question; no cell can become a formula. */
export function writeMetadataFile({ questions }: QuestionnaireDefinition): Uint8Array {
  const described = questions.filter(
    (question) => isDescribed(question) || (question.followUpOf === undefined && takesAnswer(question.type)),
  )
  const lines = [[...metadataKeys], ...described.map(cellsOf)].map(csvLine)
  return new TextEncoder().encode(byteOrderMark + lines.join(''))
}

function isDescribed({ redWhen, contactRole, validation }: QuestionDefinition): boolean {
  return redWhen !== undefined || contactRole !== undefined || validation !== undefined
}

function cellsOf({ identifier, redWhen, redReason, contactRole, validation }: QuestionDefinition): string[] {
  return [identifier, redWhen ? redRuleText(redWhen) : '', redReason ?? '', contactRole ?? '', validation ? validationText(validation) : '']
}
