import { createLink } from '../../src/features/auth/links.ts'
import { startSession } from '../../src/features/auth/sessions.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { seedPassword, invite, secretOf } from '../support/auth-visits.ts'
import {
  buildAnswers,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  sampleForm,
  twoReds,
  workshopName,
} from '../support/builders.ts'
import type { Person, Portico } from '../support/harness.ts'

/** A Portico in which every call has something to be about; it is the day of its workshop. */
export interface World {
  readonly portico: Portico
  readonly adam: Person
  readonly questionnaireId: number
  readonly downloadId: number
  /** Ana's agency and Ben's. */
  readonly agencies: { readonly ana: number; readonly ben: number }
  readonly victorId: number
  /** A green dot whom nobody touches. */
  readonly green: string
  /** A case of Ana's whom nobody touches. */
  readonly waiting: string
}

export const workshopDay = '2026-12-19T17:00:00Z'

/** Fills a Portico so that every call can be made with success by whoever may make it. */
export async function openWorld(portico: Portico): Promise<World> {
  const questionnaireId = await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  portico.setTime(workshopDay)
  const adam = await portico.as('adam')
  const green = await buildRespondent(portico)
  const waiting = await newCase(portico)
  const { downloadId } = await adam.call.downloads.enqueueDownload({ workshop: { name: workshopName }, configuration: { flavor: 'all' } })
  await portico.drain()
  const idOf = async (table: string, name: string) =>
    (await portico.sql<{ id: number }>(`select id from ${table} where name = $1`, [name]))[0]?.id ?? 0
  return {
    portico,
    adam,
    questionnaireId,
    downloadId,
    agencies: { ana: await idOf('agency', 'North Valley Legal Aid'), ben: await idOf('agency', 'Bay Immigration Partners') },
    victorId: await idOf('account', 'Victor Vo'),
    green,
    waiting,
  }
}

/** A respondent in progress whose case is Ana's: she works in Spanish. */
export function newCase(portico: Portico): Promise<string> {
  return buildRespondent(portico, { ...twoReds, contactLanguage: 'es' })
}

/** The answerId of a question of a respondent. */
export async function answerIdIn({ adam }: World, anonymousId: string, identifier: string): Promise<number> {
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo({ respondent: { anonymousId } })
  return answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier)?.answerId ?? 0
}

interface Sample {
  readonly input?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

let turn = 0
const reason = 'Seen and discussed.'
const red = { flag: 'red', reason }

const about = (anonymousId: string) => ({ respondent: { anonymousId } })

/** For each call, something to send with which it succeeds for whoever may make it. Each use is made anew, because calls change things. */
export const samples: Readonly<Record<string, (world: World) => Promise<Sample> | Sample>> = {
  'questionnaires.getQuestionnaireByNameAndLanguageCode': () => ({ input: { name: questionnaireName, languageCode: 'es' } }),
  'questionnaires.getQuestionnaireById': ({ questionnaireId }) => ({ input: { id: questionnaireId, code: 'en' } }),
  'questionnaires.addNewFullQuestionnaire': async () => ({ input: await sampleForm() }),
  'questionnaires.getQuestionnaireList': () => ({ input: {} }),
  'questionnaires.getQuestionnaireFile': ({ questionnaireId }) => ({ input: { id: questionnaireId, kind: 'questions' } }),
  'questionnaires.checkFiles': async () => ({ input: await sampleForm() }),
  'responses.addNewQuestionnaireResponse': async () => ({
    input: { name: questionnaireName, language: 'en', answers: await buildAnswers() },
  }),
  'responses.getAllResponses': () => ({ input: {} }),
  'responses.getOverview': () => ({ input: {} }),
  'responses.getResponseForAdmin': ({ green }) => ({ input: about(green) }),
  'responses.getWorkshopGreenDotResponses': () => ({ input: { name: workshopName } }),
  'responses.getWorkshopGreenDotRespondent': ({ green }) => ({ input: about(green) }),
  'responses.getWorkshopGreenDotAnswerInfo': ({ green }) => ({ input: about(green) }),
  'responses.submitWorkshopGreenDotAnswerOverride': async (world) => {
    const anonymousId = await buildRespondent(world.portico)
    return { input: { answerId: await answerIdIn(world, anonymousId, 'deported'), ...red } }
  },
  'responses.submitWorkshopGreenDotRespondentStatusOverride': async ({ portico }) => ({
    input: { ...about(await buildRespondent(portico)), status: red },
  }),
  'responses.getRespondentAnswerInfo': ({ waiting }) => ({ input: about(waiting) }),
  'responses.assignRespondent': async ({ portico, agencies }) => ({
    input: { ...about(await newCase(portico)), agencyId: agencies.ben },
  }),
  'responses.withdrawForce': async ({ portico, adam }) => {
    const respondent = about(await newCase(portico))
    await adam.call.agency.submitRespondentStatusOverride({ ...respondent, status: { flag: 'red', reason } })
    return { input: { ...respondent, reason } }
  },
  'workshops.getWorkshopQuestionnaire': () => ({ input: { workshopName } }),
  'workshops.getDefaultWorkshop': () => ({}),
  'workshops.getOpenWorkshopList': () => ({}),
  'workshops.respondentCheckIn': async ({ portico }) => ({ input: about(await buildRespondent(portico)) }),
  'workshops.isRespondentCheckedIn': ({ green }) => ({ input: about(green) }),
  'workshops.undoCheckIn': async ({ portico, adam }) => {
    const respondent = about(await buildRespondent(portico))
    await adam.call.workshops.respondentCheckIn(respondent)
    return { input: { ...respondent, reason } }
  },
  'workshops.getWorkshopList': () => ({}),
  'workshops.saveWorkshop': () => ({ input: { name: `made_${(turn += 1)}`, title: 'Another day' } }),
  'workshops.getWorkshop': () => ({ input: { name: workshopName } }),
  'admin.generateRegistrationLink': () => ({ input: { account: 'volunteer', email: `guest${(turn += 1)}@example.org`, purpose: '' } }),
  'admin.registrationOptions': () => ({}),
  'admin.getAccountList': () => ({ input: {} }),
  'admin.updateAccount': ({ victorId }) => ({ input: { id: victorId, disabled: false } }),
  'downloads.enqueueDownload': () => ({ input: { workshop: { name: workshopName }, configuration: { flavor: 'all' } } }),
  'downloads.getDownloadList': () => ({ input: { workshopName } }),
  'downloads.getDownloadListItem': ({ downloadId }) => ({ input: { id: downloadId } }),
  'downloads.getDownloadStatus': ({ downloadId }) => ({ input: { id: downloadId } }),
  'downloads.cancelDownload': ({ downloadId }) => ({ input: { id: downloadId } }),
  'downloads.getDownloadFile': ({ downloadId }) => ({ input: { id: downloadId } }),
  'agency.getMyAgencyList': () => ({}),
  'agency.getAllAgencies': () => ({}),
  'agency.getAgencyDetails': () => ({}),
  'agency.saveAgency': () => ({ input: { name: `Agency ${(turn += 1)}` } }),
  'agency.getAssignedRespondents': ({ agencies }) => ({ input: { agencyId: agencies.ana } }),
  'agency.getAssignedRespondent': ({ waiting }) => ({ input: about(waiting) }),
  'agency.submitAnswerOverride': async (world) => {
    const anonymousId = await newCase(world.portico)
    return { input: { answerId: await answerIdIn(world, anonymousId, 'taxesFiled'), flag: 'green', reason } }
  },
  'agency.submitRespondentStatusOverride': async ({ portico }) => ({ input: { ...about(await newCase(portico)), status: red } }),
  getMyProfile: () => ({}),
  'auth.login.local': () => ({ input: { email: 'ana@portico.example', password: seedPassword } }),
  'auth.getOverriddenCredentials': () => ({}),
  'auth.register.local': async ({ portico }) => {
    const token = await invite(portico, { email: `new${(turn += 1)}@example.org` })
    return { input: { token, name: 'Noor Newcomer', password: 'new-password', confirmPassword: 'new-password' } }
  },
  'auth.register.verify': async (world) => ({ input: { code: await linkFor(world, 'verify') } }),
  'auth.beginResetPassword': () => ({ input: { email: `nobody${(turn += 1)}@example.org` } }),
  'auth.finishResetPassword': async (world) => ({
    input: { token: await linkFor(world, 'reset'), password: seedPassword, confirmPassword: seedPassword },
  }),
  'auth.tokens.refresh': async ({ portico, victorId }) => {
    const { refreshToken } = await startSession(portico.services, victorId)
    return { headers: { cookie: `__Host-portico-session=${refreshToken}` } }
  },
  'auth.sign-out': () => ({}),
}

async function linkFor({ portico, victorId }: World, kind: 'verify' | 'reset'): Promise<string> {
  return secretOf(await inTransaction(portico.services, 'test', (ctx) => createLink(ctx, kind, { accountId: victorId })))
}
