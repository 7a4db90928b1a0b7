import { unremarkableAnswers } from '../../src/seed/answers.ts'
import { sampleUpload } from '../../src/seed/seed-database.ts'
import { publish } from '../../src/features/questionnaires/commands.ts'
import { findPublished, placesOf } from '../../src/features/questionnaires/definitions.ts'
import { readUpload } from '../../src/features/questionnaires/import/upload.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { SaveWorkshop } from '@portico/shared/contract/workshops'
import type { Portico } from './harness.ts'

/** The harness's initial date, in California. */
export const today = '2026-11-21'
export const questionnaireName = 'citizenship_screening'
export const workshopName = 'citizenship_day'

/** Returns the multipart form of the three sample files; parts can be replaced, or omitted with null. */
export async function sampleForm(changed: Readonly<Record<string, File | string | null>> = {}): Promise<FormData> {
  const { title, ...files } = await sampleUpload()
  const parts: Record<string, File | string | null> = { title }
  for (const [field, file] of Object.entries(files)) parts[field] = new File([file.bytes], file.name)
  const form = new FormData()
  for (const [field, part] of Object.entries({ ...parts, ...changed })) if (part !== null) form.append(field, part)
  return form
}

let sample: Promise<QuestionnaireDefinition> | undefined

/** Returns the sample questionnaire, read once. */
export async function sampleDefinition(): Promise<QuestionnaireDefinition> {
  sample ??= sampleUpload()
    .then(readUpload)
    .then((outcome) => {
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.definition
    })
  return sample
}

/** Publishes a questionnaire, by default the sample one, under a name. */
export async function buildQuestionnaire(
  portico: Portico,
  name = questionnaireName,
  definition?: QuestionnaireDefinition,
): Promise<number> {
  const content = {
    definition: definition ?? (await sampleDefinition()),
    template: Buffer.from((await sampleUpload()).templateFile.bytes),
  }
  return (await inTransaction(portico.services, 'build', (ctx) => publish(ctx, name, content))).id
}

/** Returns the definition of a published version, by default of the newest. */
export async function publishedDefinition(portico: Portico, id?: number): Promise<QuestionnaireDefinition> {
  return inTransaction(portico.services, 'test', async (ctx) => {
    const [newest] = await ctx.db.selectFrom('questionnaire').select('id').orderBy('id', 'desc').limit(1).execute()
    const published = await findPublished(ctx, id ?? newest?.id ?? 0)
    if (!published) throw new Error('There is no such version')
    return published.definition
  })
}

/**
 * Creates an open workshop a month away with the sample questionnaire and both seed agencies; Vera has access. Settings can be overridden.
 */
export async function buildWorkshop(portico: Portico, changed: Partial<SaveWorkshop> = {}): Promise<void> {
  const adam = await portico.as('adam')
  const agencies = await adam.call.agency.getAllAgencies()
  await adam.call.workshops.saveWorkshop({
    name: workshopName,
    title: 'Citizenship Day',
    eventDate: '2026-12-19',
    address: { line1: '100 Main Street', city: 'San Jose' },
    isDefault: true,
    registrationOpen: true,
    questionnaireNames: [questionnaireName],
    agencyIds: agencies.map((agency) => agency.id),
    ...changed,
  })
  await portico.sql(
    `insert into workshop_access (workshop_id, account_id, granted_at) select w.id, a.id, now() from workshop w, account a where w.name = $1 and a.name = 'Vera Varga' on conflict do nothing`,
    [changed.name ?? workshopName],
  )
}

/** Returns the answers of a green response with some changed. */
export async function buildAnswers(changed: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  return unremarkableAnswers(await sampleDefinition(), today, { email: 'mai@respondents.example', ...changed })
}

/** Returns answers to all questions of a version in the form in which they are sealed, none of them red; omitted ones are empty. */
export function answersToSeal(definition: QuestionnaireDefinition, given: Readonly<Record<string, string>>) {
  const places = placesOf(definition)
  const answers = places.questions.map(({ identifier }) => ({ value: given[identifier] ?? '', initialFlag: 'green' as const }))
  return { places, answers }
}

/** Submits a response as a visitor; returns its anonymousId. */
export async function buildRespondent(
  portico: Portico,
  changed: Readonly<Record<string, string>> = {},
  input: Record<string, unknown> = {},
): Promise<string> {
  const visitor = await portico.as()
  const answers = await buildAnswers(changed)
  const { anonymousId } = await visitor.call.responses.addNewQuestionnaireResponse({
    name: questionnaireName,
    language: 'en',
    answers,
    ...input,
  })
  return anonymousId
}

/** Two red answers. */
export const twoReds = { hasGreenCard: 'unsure', taxesFiled: 'no' } as const
