import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { unremarkableAnswers } from '../../src/seed/answers.ts'
import { publishedDefinition } from './builders.ts'
import type { Person, Portico } from './harness.ts'

export const questionnaireName = 'citizenship'
import { sampleFile } from '../uploads/build-upload.ts'

/** An open workshop with the sample questionnaire that respondents can answer. */
export interface AnsweredWorkshop {
  readonly name: string
  readonly definition: QuestionnaireDefinition
  readonly rosa: Person
  /** Submits a response that is green except for `given`, by default in English and to this workshop; returns its anonymousId. */
  answer(given?: Readonly<Record<string, string>>, language?: string, workshopName?: string): Promise<string>
}

/** Uploads the unchanged sample files and opens a workshop with them. */
export async function openAnsweredWorkshop(portico: Portico, name = 'citizenship_day'): Promise<AnsweredWorkshop> {
  const [rosa, nobody] = await Promise.all([portico.as('rosa'), portico.as()])
  await rosa.call.questionnaires.addNewFullQuestionnaire(await sampleForm())
  await rosa.call.workshops.saveWorkshop({
    name,
    title: 'Citizenship Day',
    registrationOpen: true,
    questionnaireNames: [questionnaireName],
  })
  const definition = await publishedDefinition(portico)
  return {
    name,
    definition,
    rosa,
    async answer(given = {}, language = 'en', workshopName = name) {
      const answers = unremarkableAnswers(definition, '2026-11-21', given)
      return (await nobody.call.responses.addNewQuestionnaireResponse({ name: questionnaireName, workshopName, language, answers }))
        .anonymousId
    },
  }
}

/** Returns the upload of the sample files; `questionFile` replaces the questions. */
export async function sampleForm(questionFile?: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const form = new FormData()
  form.append('title', questionnaireName)
  form.append('questionFile', new File([questionFile ?? (await sampleFile('questions.xlsx')).bytes], 'questions.xlsx'))
  form.append('templateFile', new File([(await sampleFile('template.xlsx')).bytes], 'template.xlsx'))
  form.append('fieldMetadataFile', new File([(await sampleFile('field-metadata.csv')).bytes], 'field-metadata.csv'))
  return form
}
