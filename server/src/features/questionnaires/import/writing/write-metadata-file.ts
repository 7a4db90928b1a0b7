import type { QuestionDefinition, QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { takesAnswer } from '@portico/shared/words/question-types'
import { formatRedRule } from '../metadata/red-rule-text.ts'
import { formatValidation } from '../metadata/validation-text.ts'
import { metadataKeys } from '../metadata/metadata-records.ts'
import { byteOrderMark, csvLine } from '../../../../spreadsheets/csv-writer.ts'

const rarelyUsed: ReadonlySet<string> = new Set(['red_flag_guidance', 'red_flag_version'])

/** Writes the field metadata of a questionnaire as UTF-8 CSV with one record per question; no cell can become a formula. */
export function writeMetadataFile({ questions }: QuestionnaireDefinition): Uint8Array {
  const described = questions.filter(
    (question) => hasMetadata(question) || (question.followUpOf === undefined && takesAnswer(question.type)),
  )
  const rows = [[...metadataKeys], ...described.map(cellsOf)]
  const used = metadataKeys.map((key, column) => !rarelyUsed.has(key) || rows.slice(1).some((row) => row[column] !== ''))
  const lines = rows.map((row) => csvLine(row.filter((_, column) => used[column])))
  return new TextEncoder().encode(byteOrderMark + lines.join(''))
}

function hasMetadata({ redWhen, contactRole, validation }: QuestionDefinition): boolean {
  return redWhen !== undefined || contactRole !== undefined || validation !== undefined
}

function cellsOf(question: QuestionDefinition): string[] {
  const { identifier, redWhen, validation } = question
  const { redReason = '', contactRole = '', redGuidance = '', redVersion = '' } = question
  const texts = [redReason, contactRole, validation ? formatValidation(validation) : '', redGuidance, redVersion]
  return [identifier, redWhen ? formatRedRule(redWhen) : '', ...texts]
}
