import { readFile } from 'node:fs/promises'
import { calm } from './answers.ts'
import { agencies, type Calls } from './calls.ts'
import { unique } from './people.ts'

const folder = new URL('../../server/src/demonstration/files/', import.meta.url)

/** The paths of the three sample files. */
export const files = {
  questionFile: new URL('questions.xlsx', folder).pathname,
  templateFile: new URL('template.xlsx', folder).pathname,
  fieldMetadataFile: new URL('field-metadata.csv', folder).pathname,
} as const

/** The questionnaire that the demonstration brings. */
export const sampleQuestionnaire = 'citizenship_screening'

/** Publishes the sample files under a name of their own. */
export async function publishQuestionnaire(calls: Calls, name = unique('questionnaire')): Promise<string> {
  const form = new FormData()
  form.set('title', name)
  for (const [field, path] of Object.entries(files)) form.set(field, new Blob([await readFile(path)]), path.split('/').at(-1))
  await calls.upload('questionnaires/addNewFullQuestionnaire', form)
  return name
}

/** Opens a workshop of its own with the sample questionnaire and both agencies, and gives its name. */
export async function openWorkshop(calls: Calls, given: object = {}): Promise<string> {
  const name = unique('workshop')
  const agencyIds = (await calls.data('adam', 'agency/getAllAgencies'))
    .filter((agency: { name: string }) => Object.values<string>(agencies).includes(agency.name))
    .map((agency: { id: number }) => agency.id)
  const eventDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const workshop = {
    name,
    title: `Workshop ${name}`,
    eventDate,
    registrationOpen: true,
    questionnaireNames: [sampleQuestionnaire],
    agencyIds,
  }
  await calls.data('adam', 'workshops/saveWorkshop', { ...workshop, ...given })
  return name
}

/** Answers for a workshop as a visitor; calm answers but for those given. Gives the anonymousId. */
export async function answer(
  calls: Calls,
  workshopName: string,
  given: Readonly<Record<string, string>>,
  language = 'es',
): Promise<string> {
  const submission = { name: sampleQuestionnaire, workshopName, language, answers: { ...calm, ...given } }
  return (await calls.data('visitor', 'responses/addNewQuestionnaireResponse', submission)).anonymousId
}

/** Gives Vera access to these workshops besides what she has. */
export async function letIn(calls: Calls, email: string, workshopName: string): Promise<void> {
  const { items } = await calls.data('adam', 'admin/getAccountList', { pagination: { offset: 0, count: 10 }, filter: { query: email } })
  const workshopNames = [...items[0].workshopNames, workshopName]
  await calls.data('adam', 'admin/updateAccount', { id: items[0].id, workshopNames })
}
