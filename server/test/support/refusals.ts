import { randomUUID } from 'node:crypto'
import type { FailureId } from '@portico/shared/words/failures'
import type { SeedAccountName } from '../../src/seed/seed-accounts.ts'
import { answerIdIn, newCase, type World } from '../access/access-calls.ts'
import { invite } from './auth-visits.ts'
import {
  buildAnswers,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  sampleForm,
  workshopName,
} from './builders.ts'

/** Who asks what to be refused. */
export interface Provocation {
  readonly as?: SeedAccountName
  readonly input?: unknown
}

type Provoke = (world: World) => Promise<Provocation> | Provocation

const missing = { respondent: { anonymousId: 'AAAA-BBBB-CCCCC' } }
const missingNumber = 987_654_321
const reason = 'Seen and discussed.'
const red = { flag: 'red', reason } as const
const about = (anonymousId: string) => ({ respondent: { anonymousId } })

const asAdam = (input: unknown): Provocation => ({ as: 'adam', input })
const asAna = (input: unknown): Provocation => ({ as: 'ana', input })
const asVera = (input: unknown): Provocation => ({ as: 'vera', input })
const text = (name: string) => new File(['no such thing'], name)
const uploads = {
  MISSING_QUESTION_FILE: async () => asAdam(await sampleForm({ questionFile: null })),
  MISSING_TEMPLATE_FILE: async () => asAdam(await sampleForm({ templateFile: null })),
  MISSING_METADATA_FILE: async () => asAdam(await sampleForm({ fieldMetadataFile: null })),
  QUESTION_FILE_ERROR: async () => asAdam(await sampleForm({ questionFile: text('questions.xlsx') })),
  TEMPLATE_FILE_ERROR: async () => asAdam(await sampleForm({ templateFile: text('template.xlsx') })),
  METADATA_FILE_ERROR: async () => asAdam(await sampleForm({ fieldMetadataFile: text('metadata.csv') })),
  UNEXPECTED_METADATA_FILE: async () => asAdam(await sampleForm({ fieldMetadataFile: await foreignMetadata() })),
} satisfies Partial<Record<FailureId, Provoke>>

// The metadata of another questionnaire: the right columns, no identifier in common.
async function foreignMetadata(): Promise<File> {
  const own = (await sampleForm()).get('fieldMetadataFile')
  const lines = own instanceof File ? (await own.text()).split(/\r?\n/) : []
  const [header = '', ...rows] = lines
  return new File([[header, ...rows.filter(Boolean).map((row) => `other_${row}`)].join('\n')], 'metadata.csv')
}

async function forced(world: World, flag: 'red' | 'green'): Promise<string> {
  const anonymousId = await newCase(world.portico)
  await clear(world, anonymousId)
  await world.adam.call.agency.submitRespondentStatusOverride({
    ...about(anonymousId),
    status: flag === 'red' ? red : { flag },
  })
  return anonymousId
}

async function clear(world: World, anonymousId: string): Promise<void> {
  for (const identifier of ['hasGreenCard', 'taxesFiled'])
    await world.adam.call.agency.submitAnswerOverride({ answerId: await answerIdIn(world, anonymousId, identifier), flag: 'green', reason })
}

const decide = (anonymousId: string, status: object) => ({ ...about(anonymousId), status })

/** For each call, one way to meet each refusal that it is documented with. */
export const provocations: Readonly<Record<string, Partial<Record<FailureId, Provoke>>>> = {
  'questionnaires.getQuestionnaireByNameAndLanguageCode': {
    QUESTIONNAIRE_NOT_FOUND: () => ({ input: { name: questionnaireName, languageCode: 'ko' } }),
  },
  'questionnaires.getQuestionnaireById': { NOT_FOUND: () => asAna({ id: missingNumber, code: 'en' }) },
  'questionnaires.getQuestionnaireFile': { NOT_FOUND: () => asAdam({ id: missingNumber, kind: 'questions' }) },
  'questionnaires.addNewFullQuestionnaire': uploads,
  'questionnaires.checkFiles': uploads,
  'responses.addNewQuestionnaireResponse': {
    NO_QUESTIONNAIRE_REGISTERED: () => ({ input: { name: 'nothing', language: 'en', answers: {} } }),
    REGISTRATION_DISABLED: async ({ portico }) => {
      await buildQuestionnaire(portico, 'offered_nowhere')
      return { input: { name: 'offered_nowhere', language: 'en', answers: {} } }
    },
    IDEMPOTENCY_KEY_REUSED: async ({ portico }) => {
      const sent = { name: questionnaireName, language: 'en', idempotencyKey: randomUUID() }
      await (await portico.as()).call.responses.addNewQuestionnaireResponse({ ...sent, answers: await buildAnswers() })
      return { input: { ...sent, answers: await buildAnswers({ zipCode: '95113' }) } }
    },
  },
  'responses.getResponseForAdmin': { NOT_FOUND: () => asAdam(missing) },
  'responses.getRespondentAnswerInfo': { NOT_FOUND: () => asAna(missing) },
  'responses.getWorkshopGreenDotResponses': { VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere' }) },
  'responses.getWorkshopGreenDotRespondent': { NOT_FOUND: () => asVera(missing) },
  'responses.getWorkshopGreenDotAnswerInfo': { NOT_FOUND: () => asVera(missing) },
  'responses.submitWorkshopGreenDotAnswerOverride': {
    NOT_FOUND: () => asVera({ answerId: missingNumber, ...red }),
    ALREADY_SET: async (world) => asVera({ answerId: await answerIdIn(world, world.green, 'deported'), flag: 'green', reason }),
    INVALID_REQUEST: async (world) => asVera({ answerId: await answerIdIn(world, world.green, 'fullName'), ...red }),
  },
  'responses.submitWorkshopGreenDotRespondentStatusOverride': {
    NOT_FOUND: () => asVera({ ...missing, status: red }),
    ALREADY_SET: ({ green }) => asAna(decide(green, { flag: 'green' })),
    RED_ANSWERS_REMAIN: async (world) => {
      const anonymousId = await buildRespondent(world.portico)
      const ana = await world.portico.as('ana')
      const answerId = await answerIdIn(world, anonymousId, 'deported')
      await ana.call.responses.submitWorkshopGreenDotAnswerOverride({ answerId, ...red })
      return asAna(decide(anonymousId, { flag: 'green' }))
    },
  },
  'responses.withdrawForce': {
    NOT_FOUND: () => asAdam({ ...missing, reason }),
    NOT_FORCED: ({ waiting }) => asAdam({ ...about(waiting), reason }),
  },
  'responses.assignRespondent': {
    NOT_FOUND: ({ waiting }) => asAdam({ ...about(waiting), agencyId: missingNumber }),
    ALREADY_SET: ({ waiting, agencies }) => asAdam({ ...about(waiting), agencyId: agencies.ana }),
  },
  'workshops.respondentCheckIn': { NOT_FOUND: () => ({ input: missing }) },
  'workshops.isRespondentCheckedIn': { NOT_FOUND: () => ({ input: missing }) },
  'workshops.undoCheckIn': {
    NOT_FOUND: () => asVera({ ...missing, reason }),
    NOT_CHECKED_IN: ({ green }) => asVera({ ...about(green), reason }),
  },
  'workshops.getWorkshop': { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
  'workshops.saveWorkshop': {
    QUESTIONNAIRE_NOT_FOUND: () => asAdam({ name: 'refused', title: 'Refused', questionnaireNames: ['nothing'] }),
    NOT_FOUND: () => asAdam({ name: 'refused', title: 'Refused', agencyIds: [missingNumber] }),
  },
  'admin.generateRegistrationLink': {
    ACCOUNT_EXISTS: () => asAdam({ account: 'volunteer', email: 'Ana@Portico.example' }),
    NOT_FOUND: () => asAdam({ account: 'agency', email: 'someone@example.org', agencyId: missingNumber }),
  },
  'admin.updateAccount': {
    NOT_FOUND: () => asAdam({ id: missingNumber }),
    LAST_ROOT: async ({ portico }) => {
      const [rosa] = await portico.sql<{ id: number }>(`select id from account where name = 'Rosa Ruiz'`)
      return { as: 'rosa', input: { id: rosa?.id, disabled: true } }
    },
  },
  'downloads.enqueueDownload': { NOT_FOUND: () => asAdam({ workshop: { name: 'nowhere' }, configuration: { flavor: 'all' } }) },
  'downloads.getDownloadList': { NOT_FOUND: () => asAdam({ workshopName: 'nowhere' }) },
  'downloads.getDownloadListItem': { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  'downloads.getDownloadStatus': { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  'downloads.cancelDownload': { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  'downloads.getDownloadFile': {
    NOT_FOUND: () => asAdam({ id: missingNumber }),
    DOWNLOAD_NOT_READY: async ({ adam }) => {
      const order = { workshop: { name: workshopName }, configuration: { flavor: 'all' } } as const
      return asAdam({ id: (await adam.call.downloads.enqueueDownload(order)).downloadId })
    },
  },
  'agency.saveAgency': {
    NOT_FOUND: () => asAdam({ id: missingNumber, name: 'Nobody’s' }),
    INVALID_REQUEST: () => asAdam({ name: 'Bay Immigration Partners' }),
  },
  'agency.getAssignedRespondent': { NOT_FOUND: () => asAna(missing) },
  'agency.submitAnswerOverride': {
    NOT_FOUND: () => asAna({ answerId: missingNumber, ...red }),
    ALREADY_SET: async (world) => asAna({ answerId: await answerIdIn(world, world.waiting, 'taxesFiled'), ...red }),
    INVALID_REQUEST: async (world) => asAna({ answerId: await answerIdIn(world, world.waiting, 'fullName'), ...red }),
  },
  'agency.submitRespondentStatusOverride': {
    NOT_FOUND: () => asAna({ ...missing, status: red }),
    ALREADY_SET: async (world) => asAna(decide(await forced(world, 'green'), { flag: 'green' })),
    RED_ANSWERS_REMAIN: ({ waiting }) => asAna(decide(waiting, { flag: 'green' })),
    MARKED_FULLY_RED: async (world) => asAna(decide(await forced(world, 'red'), { flag: 'green' })),
  },
  'auth.tokens.refresh': { NO_SESSION: () => ({}) },
  'auth.register.local': {
    INVALID_CODE: () => ({ input: { token: 'nothing', name: 'Noor', password: 'new-password', confirmPassword: 'new-password' } }),
    INVALID_REQUEST: async ({ portico }) => {
      const token = await invite(portico, { email: `obvious-${randomUUID()}@example.org` })
      return { input: { token, name: 'Noor Newcomer', password: 'noor newcomer', confirmPassword: 'noor newcomer' } }
    },
  },
  'auth.register.verify': { INVALID_CODE: () => ({ input: { code: 'nothing' } }) },
  'auth.finishResetPassword': {
    INVALID_CODE: () => ({ input: { token: 'nothing', password: 'new-password', confirmPassword: 'new-password' } }),
    INVALID_REQUEST: async ({ portico }) => {
      const visitor = await portico.as()
      await visitor.call.auth.beginResetPassword({ email: 'victor@portico.example' })
      await portico.drain()
      const token = portico.outbox.findLast((email) => email.to === 'victor@portico.example')?.text.match(/reset-password\/([\w-]+)/)?.[1]
      return { input: { token, password: 'victor@portico.example', confirmPassword: 'victor@portico.example' } }
    },
  },
}

/** Workshop settings that a provocation may have left changed. */
export const settle = (world: World): Promise<void> => buildWorkshop(world.portico)
