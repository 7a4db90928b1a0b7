import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dayIn } from '@portico/shared/rules/red-rules'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { newAnonymousId } from '../infra/security/encryption.ts'
import { storeSubmissions } from '../features/responses/submission/store-submissions.ts'
import { overrideAnswer, overrideStatus } from '../features/responses/review/review.ts'
import { everyone } from '../features/responses/scope.ts'
import { getAnswers } from '../features/responses/queries.ts'
import { readUpload } from '../features/questionnaires/import/upload.ts'
import { publish } from '../features/questionnaires/commands.ts'
import { saveWorkshop } from '../features/workshops/commands.ts'
import { inTransaction } from '../infra/postgres/transaction.ts'
import { createContext, type Caller, type Services, type RequestContext } from '../infra/request-context.ts'
import { unremarkableAnswers } from './answers.ts'
import { accountsToSeed, emailOf, seedAccounts, seedCredentials, type SeedAccountName } from './seed-accounts.ts'
import { people } from './seed-respondents.ts'

/** The name of the questionnaire in the seed data. */
export const questionnaireName = 'citizenship_screening'
const workshopName = 'citizenship_day_demo'
const timeZone = 'America/Los_Angeles'
const dayMs = 24 * 60 * 60 * 1000

/**
 * Fills an empty database with the seed accounts, a questionnaire, an open workshop and respondents in every state, using the same commands
 * as staff and respondents. Does nothing if any account exists. Returns whether the seed sign-in works.
 */
export async function seedDatabase(services: Services): Promise<{ signInWorks: boolean }> {
  return inTransaction(services, 'seed', async (ctx) => {
    const [account] = await ctx.db
      .selectFrom('account')
      .select((row) => row.and([row('email', '=', seedCredentials.email), row('disabledAt', 'is', null)]).as('isSeed'))
      .orderBy('isSeed', 'desc')
      .limit(1)
      .execute()
    if (account) return { signInWorks: Boolean(account.isSeed) }
    const upload = await sampleUpload()
    const outcome = await readUpload(upload)
    if (!outcome.ok) throw new Error(`The example questionnaire does not import: ${outcome.message}`)
    const ids = await seedAccounts(ctx)
    await publish(ctx, questionnaireName, { definition: outcome.definition, template: Buffer.from(upload.templateFile.bytes) })
    await openWorkshop(ctx, ids.vera)
    await receive(ctx, outcome.definition)
    await review(services, ctx, ids)
    return { signInWorks: true }
  })
}

/** Returns the three files of the example questionnaire. */
export async function sampleUpload() {
  const file = async (name: string) => ({ name, bytes: new Uint8Array(await readFile(new URL(`./files/${name}`, import.meta.url))) })
  return {
    title: questionnaireName,
    questionFile: await file('questions.xlsx'),
    templateFile: await file('template.xlsx'),
    fieldMetadataFile: await file('field-metadata.csv'),
  }
}

async function openWorkshop(ctx: RequestContext, volunteerId: number): Promise<void> {
  const agencies = await ctx.db.selectFrom('agency').select('id').execute()
  await saveWorkshop(ctx, {
    name: workshopName,
    title: 'Citizenship Day (demonstration)',
    eventDate: dayIn(timeZone, new Date(ctx.now.getTime() + 30 * dayMs)),
    address: { line1: '100 Main Street', city: 'San José' },
    isDefault: true,
    registrationOpen: true,
    questionnaireNames: [questionnaireName],
    agencyIds: agencies.map((agency) => agency.id),
  })
  const workshop = await ctx.db.selectFrom('workshop').select('id').where('name', '=', workshopName).executeTakeFirstOrThrow()
  await ctx.db.insertInto('workshop_access').values({ workshopId: workshop.id, accountId: volunteerId, grantedAt: ctx.now }).execute()
}

async function receive(ctx: RequestContext, definition: QuestionnaireDefinition): Promise<void> {
  const today = dayIn(timeZone, ctx.now)
  for (const [index, { language, answers }] of people.entries()) {
    // Spreads the responses over the last days, so that lists and charts have content.
    const then = { ...ctx, now: new Date(ctx.now.getTime() - (people.length - index) * 0.4 * dayMs) }
    const input = { name: questionnaireName, language, answers: unremarkableAnswers(definition, today, answers) }
    const submission = { input, anonymousId: newAnonymousId(), requestId: randomUUID(), accountId: null }
    const [result] = await storeSubmissions(then, [{ ...submission, idempotency: undefined }])
    if (result && 'error' in result) throw result.error
  }
}

async function review(services: Services, ctx: RequestContext, ids: Record<SeedAccountName, number>): Promise<void> {
  const as = (member: SeedAccountName): RequestContext => {
    const caller: Caller = {
      id: ids[member],
      name: accountsToSeed[member].name,
      email: emailOf(member),
      roles: accountsToSeed[member].roles,
      translates: [],
      signsOffTranslations: false,
      sessionId: '',
      provedAt: ctx.now,
      secondFactorDueAt: null,
    }
    return createContext({ services, caller, requestId: 'seed' }, ctx.em)
  }
  const rows = await ctx.db.selectFrom('respondent').select(['id', 'anonymousId', 'currentFlag']).orderBy('id').execute()
  const flagged = rows.filter((row) => row.currentFlag === 'in-progress')
  const all = await everyone(ctx)
  for (const [index, { anonymousId }] of flagged.entries()) {
    const respondent = { anonymousId }
    const ana = as('ana')
    if (index % 4 === 1) await clearReds(ana, anonymousId)
    if (index % 8 === 1) await overrideStatus(ana, all, { respondent, status: { flag: 'green' } })
    if (index % 4 === 3)
      await overrideStatus(ana, all, { respondent, status: { flag: 'red', reason: 'Needs a full consultation before anything is filed.' } })
  }
}

async function clearReds(ctx: RequestContext, anonymousId: string): Promise<void> {
  const all = await everyone(ctx)
  const { answerFlags } = await getAnswers(ctx, all, { respondent: { anonymousId } })
  for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers) {
    if (effectiveFlag === 'red') await overrideAnswer(ctx, all, { answerId, flag: 'green', reason: 'Papers seen; no concern.' })
  }
}
