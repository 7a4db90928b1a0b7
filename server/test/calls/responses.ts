import { randomUUID } from 'node:crypto'
import { buildAnswers, buildQuestionnaire, buildRespondent, questionnaireName, workshopName } from '../support/builders.ts'
import { asAdam, asAna, asVera, type CallRows } from './call-row.ts'
import { foreignAnswers, foreignCases, foreignGreenDots, type ForeignThings } from './foreign-things.ts'
import {
  about,
  answerIdIn,
  decide,
  flagRed,
  missing,
  missingNumber,
  newCase,
  nextNumber,
  personalText,
  reason,
  red,
  type World,
} from './world.ts'

const greenDots = (things: ForeignThings) => foreignGreenDots(things)
const greenDotAnswers = (things: ForeignThings) => foreignAnswers(things, things.green, things.case, things.caseElsewhere)
const greenDotDecisions = (things: ForeignThings) => foreignGreenDots(things, (anonymousId) => decide(anonymousId, red))

const newName = () => `questionnaire_${nextNumber()}`
const newQuestionnaire = (portico: World['portico']) => buildQuestionnaire(portico, newName())

async function previewRules({ portico, adam }: World) {
  return adam.call.responses.previewNewRules({ questionnaireId: await newQuestionnaire(portico) })
}

export const responseCalls: CallRows = {
  'responses.addNewQuestionnaireResponse': {
    sample: async () => ({
      input: { name: questionnaireName, language: 'en', answers: await buildAnswers({ otherConcerns: personalText }) },
    }),
    failures: {
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
  },
  'responses.getStatus': {
    sample: async ({ portico }) => ({ input: { ...about(await buildRespondent(portico)), contact: 'mai@respondents.example' } }),
    failures: { NOT_FOUND: () => ({ input: { ...missing, contact: 'mai@respondents.example' } }) },
  },
  'responses.getAllResponses': {
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
    sample: () => ({ input: { filter: { query: personalText } } }),
  },
  'responses.getChanges': {
    sample: () => ({ input: {} }),
    failures: { NOT_FOUND: () => asAdam({ workshopName: 'nowhere' }) },
  },
  'responses.getOverview': {
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
    sample: () => ({ input: {} }),
  },
  'responses.getFigures': {
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
    sample: () => ({ input: {} }),
  },
  'responses.getResponseForAdmin': {
    sample: ({ green }) => ({ input: about(green) }),
    failures: { NOT_FOUND: () => asAdam(missing) },
  },
  'responses.getRespondentAnswerInfo': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: {
      NOT_FOUND: () => asAna(missing),
      CASE_MOVED: async (world) => {
        const moved = about(await newCase(world.portico))
        await (await world.portico.as('ana')).call.agency.claimCase(moved)
        const [bens] = await (await world.portico.as('ben')).call.agency.getMyAgencyList()
        await world.adam.call.responses.assignRespondent({ ...moved, agencyId: bens?.id ?? 0 })
        return asAna(moved)
      },
    },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'responses.getWorkshopGreenDotResponses': {
    sample: () => ({ input: { name: workshopName } }),
    failures: { VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere' }) },
    foreign: {
      AGENCY: () => ({ foreign: { 'a foreign workshop': { name: 'elsewhere' } }, missing: { name: 'nowhere' } }),
      VOLUNTEERV1: () => ({
        foreign: { 'a foreign workshop': { name: 'elsewhere' } },
        missing: { name: 'nowhere' },
        refusal: 'VOLUNTEER_CANT_ACCESS_WORKSHOP',
      }),
    },
  },
  'responses.getWorkshopGreenDotRespondent': {
    sample: ({ green }) => ({ input: about(green) }),
    failures: { NOT_FOUND: () => asVera(missing) },
    foreign: { AGENCY: greenDots, VOLUNTEERV1: greenDots },
  },
  'responses.getWorkshopGreenDotAnswerInfo': {
    sample: ({ green }) => ({ input: about(green) }),
    failures: { NOT_FOUND: () => asVera(missing) },
    foreign: { AGENCY: greenDots, VOLUNTEERV1: greenDots },
  },
  'responses.submitWorkshopGreenDotAnswerOverride': {
    sample: async (world) => ({ input: flagRed(await answerIdIn(world, await buildRespondent(world.portico), 'deported')) }),
    failures: {
      NOT_FOUND: () => asVera(flagRed(missingNumber)),
      ALREADY_SET: async (world) => asVera({ answerId: await answerIdIn(world, world.green, 'deported'), flag: 'green', reason }),
      CASE_CHANGED: async (world) => {
        const anonymousId = await decidedTwice(world)
        return asVera({ ...flagRed(await answerIdIn(world, anonymousId, 'deported')), basedOn: 0 })
      },
      INVALID_REQUEST: async (world) => asVera(flagRed(await answerIdIn(world, world.green, 'fullName'))),
    },
    foreign: { AGENCY: greenDotAnswers, VOLUNTEERV1: greenDotAnswers },
  },
  'responses.submitWorkshopGreenDotRespondentStatusOverride': {
    sample: async ({ portico }) => ({ input: decide(await buildRespondent(portico), red) }),
    failures: {
      NOT_FOUND: () => asVera({ ...missing, status: red }),
      ALREADY_SET: ({ green }) => asAna(decide(green, { flag: 'green' })),
      CASE_CHANGED: async (world) => asVera({ ...decide(await decidedTwice(world), red), basedOn: 0 }),
      RED_ANSWERS_REMAIN: async (world) => {
        const anonymousId = await buildRespondent(world.portico)
        const answerId = await answerIdIn(world, anonymousId, 'deported')
        await world.adam.call.responses.submitWorkshopGreenDotAnswerOverride({ answerId, ...red })
        return asAdam(decide(anonymousId, { flag: 'green' }))
      },
    },
    foreign: { AGENCY: greenDotDecisions, VOLUNTEERV1: greenDotDecisions },
  },
  'responses.previewNewRules': {
    sample: async ({ portico }) => ({ input: { questionnaireId: await newQuestionnaire(portico) } }),
    failures: {
      NOT_FOUND: () => asAdam({ questionnaireId: missingNumber }),
      INVALID_REQUEST: async ({ portico }) => {
        const name = newName()
        const questionnaireId = await buildQuestionnaire(portico, name)
        await buildQuestionnaire(portico, name)
        return asAdam({ questionnaireId })
      },
    },
  },
  'responses.applyNewRules': {
    sample: async (world) => {
      const trial = await previewRules(world)
      await world.portico.drain()
      return { input: trial }
    },
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }), INVALID_REQUEST: async (world) => asAdam(await previewRules(world)) },
  },
  'responses.withdrawForce': {
    sample: async ({ portico, adam }) => {
      const respondent = about(await newCase(portico))
      await adam.call.agency.submitRespondentStatusOverride({ ...respondent, status: red })
      return { input: { ...respondent, reason } }
    },
    failures: {
      NOT_FOUND: () => asAdam({ ...missing, reason }),
      NOT_FORCED: ({ waiting }) => asAdam({ ...about(waiting), reason }),
      CASE_CHANGED: async ({ portico }) => {
        const respondent = about(await newCase(portico))
        await (await portico.as('ana')).call.agency.submitRespondentStatusOverride({ ...respondent, status: red })
        return asAdam({ ...respondent, reason, basedOn: 0 })
      },
    },
  },
  'responses.assignRespondents': {
    sample: async ({ portico, agencies }) => ({
      input: { respondents: [about(await newCase(portico)).respondent], agencyId: agencies.ben },
    }),
    failures: { NOT_FOUND: ({ waiting }) => asAdam({ respondents: [about(waiting).respondent], agencyId: missingNumber }) },
  },
  'responses.assignRespondent': {
    sample: async ({ portico, agencies }) => ({ input: { ...about(await newCase(portico)), agencyId: agencies.ben } }),
    failures: {
      NOT_FOUND: ({ waiting }) => asAdam({ ...about(waiting), agencyId: missingNumber }),
      ALREADY_SET: ({ waiting, agencies }) => asAdam({ ...about(waiting), agencyId: agencies.ana }),
    },
  },
}

/** Creates a green dot whom an admin turned red and green again. */
async function decidedTwice(world: World): Promise<string> {
  const anonymousId = await buildRespondent(world.portico)
  const answerId = await answerIdIn(world, anonymousId, 'deported')
  for (const flag of ['red', 'green'] as const) await world.adam.call.agency.submitAnswerOverride({ answerId, flag, reason })
  return anonymousId
}
