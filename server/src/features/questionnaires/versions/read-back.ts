import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { Failure } from '../../../infra/failure.ts'
import type { HttpContext } from '../../../infra/request-context.ts'
import { readOrRefuse } from '../commands.ts'
import { formatProblems, type Problem } from '../import/problems.ts'
import { cleanText } from '../import/text-cleaning.ts'
import { writeMetadataFile } from '../import/writing/write-metadata-file.ts'
import { writeQuestionFile } from '../import/writing/write-question-file.ts'
import { differenceOf } from './difference.ts'

const { Q29 } = importProblems

/**
 * Writes the files of a questionnaire and reads them as an upload. Call it before starting a transaction, because it may take seconds. Throws
 * the upload's failures, among them `QUESTION_FILE_ERROR` if the files yield another questionnaire, white space aside.
 */
export async function readBack(http: HttpContext, title: string, definition: QuestionnaireDefinition, template: Buffer) {
  const checked = await readOrRefuse(http, {
    title,
    questionFile: { name: 'questions.xlsx', bytes: await writeQuestionFile(definition) },
    templateFile: { name: 'template.xlsx', bytes: template },
    fieldMetadataFile: { name: 'field-metadata.csv', bytes: writeMetadataFile(definition) },
  })
  const lost = lostTexts(inOrder(definition), inOrder(checked.definition))
  if (lost.length > 0) throw new Failure('QUESTION_FILE_ERROR', formatProblems(lost))
  return checked
}

/** Files put the default language first. */
function inOrder(definition: QuestionnaireDefinition): QuestionnaireDefinition {
  return { ...definition, languages: definition.languages.toSorted() }
}

function lostTexts(meant: QuestionnaireDefinition, read: QuestionnaireDefinition): Problem[] {
  const { questionnaire, questions } = differenceOf(meant, read)
  const facts = questions.flatMap(({ identifier, facts }) => facts.map((fact) => ({ ...fact, location: `"${identifier}", ${fact.what}` })))
  return [...questionnaire.map((fact) => ({ ...fact, location: fact.what })), ...facts]
    .filter(({ before, after }) => cleanText(before) !== cleanText(after))
    .map(({ location, before, after }) => ({ code: 'Q29', location, message: Q29.lost(before, after) }))
}
