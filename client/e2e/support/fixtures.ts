import { readFile } from 'node:fs/promises'
import { greenAnswers } from './answers.ts'
import { agencies, staffPassword, type Calls } from './calls.ts'
import { emailTo, emailsTo, linkIn } from './outbox.ts'
import { expect, unique } from './people.ts'

const folder = new URL('../../../server/src/seed/files/', import.meta.url)

/** The paths of the three sample files. */
export const files = {
  questionFile: new URL('questions.xlsx', folder).pathname,
  templateFile: new URL('template.xlsx', folder).pathname,
  fieldMetadataFile: new URL('field-metadata.csv', folder).pathname,
} as const

/** The questionnaire of the seed data. */
export const sampleQuestionnaire = 'citizenship_screening'

/** Publishes the sample files under a separate name. */
export async function publishQuestionnaire(calls: Calls, name = unique('questionnaire')): Promise<string> {
  const form = new FormData()
  form.set('title', name)
  for (const [field, path] of Object.entries(files)) form.set(field, new Blob([await readFile(path)]), path.split('/').at(-1))
  await calls.upload('questionnaires/addNewFullQuestionnaire', form)
  return name
}

/** Returns the date in this many days, as `2027-04-05`. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Opens a separate workshop with the sample questionnaire and both agencies, and returns its name. */
export async function openWorkshop(calls: Calls, given: object = {}): Promise<string> {
  const name = unique('workshop')
  const agencyIds = (await calls.data('adam', 'agency/getAllAgencies'))
    .filter((agency: { name: string }) => Object.values<string>(agencies).includes(agency.name))
    .map((agency: { id: number }) => agency.id)
  const workshop = {
    name,
    title: `Workshop ${name}`,
    eventDate: inDays(20),
    registrationOpen: true,
    questionnaireNames: [sampleQuestionnaire],
    agencyIds,
  }
  await calls.data('adam', 'workshops/saveWorkshop', { ...workshop, ...given })
  return name
}

/** Submits answers to a workshop as a visitor; green answers except for those given. Returns the anonymousId. */
export async function answer(
  calls: Calls,
  workshopName: string,
  given: Readonly<Record<string, string>>,
  language = 'es',
  more: object = {},
): Promise<string> {
  const submission = { name: sampleQuestionnaire, workshopName, language, answers: { ...greenAnswers, ...given }, ...more }
  return (await calls.data('visitor', 'responses/addNewQuestionnaireResponse', submission)).anonymousId
}

/** Creates a separate account by invitation, registration and verification; returns its e-mail address. Its password is `staffPassword`. */
export async function createStaff(
  calls: Calls,
  dataDir: string,
  given: { account: 'volunteer' | 'agency' | 'admin'; [more: string]: unknown },
): Promise<string> {
  const email = `${unique('staff')}@portico.example`
  await calls.data('rosa', 'admin/generateRegistrationLink', { email, purpose: 'A test', ...given })
  const token = linkIn(await emailTo(dataDir, email), 'authentication/registration')
    .split('/')
    .at(-1)
  await calls.data('visitor', 'auth/register/local', {
    token,
    name: `Hired ${email}`,
    password: staffPassword,
    confirmPassword: staffPassword,
  })
  await expect.poll(async () => (await emailsTo(dataDir, email)).length).toBe(2)
  const verification = (await emailsTo(dataDir, email)).find(({ text }) => text.includes('/verify-email/'))
  if (!verification) throw new Error(`Nothing to verify ${email} with`)
  await calls.data('visitor', 'auth/register/verify', { code: linkIn(verification, 'authentication/verify-email').split('/').at(-1) })
  return email
}
