import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dayIn } from '@portico/shared/rules/red-rules'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { admitAll } from '../features/responses/intake/admission.ts'
import { overrideAnswer, overrideStatus } from '../features/responses/casework/review.ts'
import { everyone } from '../features/responses/scope.ts'
import { getAnswers } from '../features/responses/queries.ts'
import { readUpload } from '../features/questionnaires/import/upload.ts'
import { publish } from '../features/questionnaires/commands.ts'
import { saveWorkshop } from '../features/workshops/commands.ts'
import { inTransaction, startWork, type Caller, type Deps, type Work } from '../infra/work.ts'
import { calmAnswers } from './answers.ts'
import { cast, emailOf, hireCast, type CastName } from './cast.ts'
import { people } from './people.ts'

const questionnaireName = 'citizenship_screening'
const workshopName = 'citizenship_day_demo'
const timeZone = 'America/Los_Angeles'
const dayMs = 24 * 60 * 60 * 1000

/**
 * Fills an empty database with the cast, a questionnaire, an open workshop and respondents in every state, by the same commands that
 * people use. Does nothing when there is any account.
 */
export async function fillDemonstration(deps: Deps): Promise<void> {
  const outcome = await readUpload(await sampleUpload())
  if (!outcome.ok) throw new Error(`The demonstration questionnaire does not import: ${outcome.message}`)
  const template = Buffer.from((await sampleUpload()).templateFile.bytes)
  await inTransaction(deps, 'demonstration', async (work) => {
    const account = await work.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
    if (account) return
    const ids = await hireCast(work)
    await publish(work, questionnaireName, outcome.definition, template)
    await openWorkshop(work, ids.vera)
    await receive(work, outcome.definition)
    await review(deps, work, ids)
  })
}

/** The three files that the demonstration questionnaire is uploaded from. */
export async function sampleUpload() {
  const file = async (name: string) => ({ name, bytes: new Uint8Array(await readFile(new URL(`./files/${name}`, import.meta.url))) })
  return {
    title: questionnaireName,
    questionFile: await file('questions.xlsx'),
    templateFile: await file('template.xlsx'),
    fieldMetadataFile: await file('field-metadata.csv'),
  }
}

async function openWorkshop(work: Work, volunteerId: number): Promise<void> {
  const agencies = await work.db.selectFrom('agency').select('id').execute()
  await saveWorkshop(work, {
    name: workshopName,
    title: 'Citizenship Day (demonstration)',
    eventDate: dayIn(timeZone, new Date(work.now.getTime() + 30 * dayMs)),
    isDefault: true,
    registrationOpen: true,
    questionnaireNames: [questionnaireName],
    agencyIds: agencies.map((agency) => agency.id),
  })
  const workshop = await work.db.selectFrom('workshop').select('id').where('name', '=', workshopName).executeTakeFirstOrThrow()
  await work.db.insertInto('workshop_access').values({ workshopId: workshop.id, accountId: volunteerId, grantedAt: work.now }).execute()
}

async function receive(work: Work, definition: QuestionnaireDefinition): Promise<void> {
  const today = dayIn(timeZone, work.now)
  for (const [place, { language, answers }] of people.entries()) {
    // Spread over the last days, so that lists and charts have something to show.
    const then = { ...work, now: new Date(work.now.getTime() - (people.length - place) * 0.4 * dayMs) }
    const input = { name: questionnaireName, language, answers: calmAnswers(definition, today, answers) }
    const [verdict] = await admitAll(then, [
      { input, requestId: randomUUID(), accountId: null, idempotencyKey: undefined, idempotencyHash: null },
    ])
    if (verdict && 'error' in verdict) throw verdict.error
  }
}

async function review(deps: Deps, work: Work, ids: Record<CastName, number>): Promise<void> {
  const as = (member: CastName): Work => {
    const caller: Caller = {
      id: ids[member],
      name: cast[member].name,
      email: emailOf(member),
      roles: cast[member].roles,
      sessionId: 'demonstration',
    }
    return startWork(deps, work.em, { caller, requestId: 'demonstration' })
  }
  const rows = await work.db.selectFrom('respondent').select(['id', 'anonymousId', 'currentFlag']).orderBy('id').execute()
  const flagged = rows.filter((row) => row.currentFlag === 'in-progress')
  const all = await everyone(work)
  for (const [place, { anonymousId }] of flagged.entries()) {
    const respondent = { anonymousId }
    const ana = as('ana')
    if (place % 4 === 1) await clearReds(ana, anonymousId)
    if (place % 8 === 1) await overrideStatus(ana, all, { respondent, status: { flag: 'green' } })
    if (place % 4 === 3)
      await overrideStatus(ana, all, { respondent, status: { flag: 'red', reason: 'Needs a full consultation before anything is filed.' } })
  }
}

async function clearReds(work: Work, anonymousId: string): Promise<void> {
  const all = await everyone(work)
  const { answerFlags } = await getAnswers(work, all, { respondent: { anonymousId } })
  for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers) {
    if (effectiveFlag === 'red') await overrideAnswer(work, all, { answerId, flag: 'green', reason: 'Papers seen; no concern.' })
  }
}
