import { buildRespondent } from '../support/builders.ts'
import { asAdam, asAna, type CallRows } from './call-row.ts'
import { foreignAnswers, foreignCases } from './foreign-things.ts'
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

export const agencyCalls: CallRows = {
  'agency.getMyAgencyList': { sample: () => ({}) },
  'agency.getAllAgencies': { sample: () => ({}) },
  'agency.getAgencyDetails': { sample: () => ({}) },
  'agency.saveAgency': {
    sample: () => ({ input: { name: `Agency ${nextNumber()}` } }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber, name: 'Nobody’s' }),
      INVALID_REQUEST: () => asAdam({ name: 'Bay Immigration Partners' }),
      CHANGED_MEANWHILE: ({ agencies }) => asAdam({ id: agencies.ana, name: 'North Valley Legal Aid', ifVersion: 0 }),
    },
  },
  'agency.getAssignedRespondents': {
    sample: ({ agencies }) => ({ input: { agencyId: agencies.ana } }),
    foreign: {
      AGENCY: ({ world }) => ({
        foreign: { 'a foreign agency': { agencyId: world.agencies.ben } },
        missing: { agencyId: missingNumber },
      }),
    },
  },
  'agency.getAssignedRespondent': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: { NOT_FOUND: () => asAna(missing) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.getDecidedRespondents': {
    sample: ({ agencies }) => ({ input: { agencyId: agencies.ana } }),
    foreign: {
      AGENCY: ({ world }) => ({
        foreign: { 'a foreign agency': { agencyId: world.agencies.ben } },
        missing: { agencyId: missingNumber },
      }),
    },
  },
  'agency.getContactLog': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: { NOT_FOUND: () => asAna(missing) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.recordCall': {
    sample: ({ waiting }) => ({ input: { ...about(waiting), outcome: 'no-answer' } }),
    failures: { NOT_FOUND: () => asAna({ ...missing, outcome: 'reached' }) },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => ({ ...about(anonymousId), outcome: 'reached' })) },
  },
  'agency.recordCalls': {
    sample: ({ waiting }) => ({ input: calls(waiting) }),
    failures: { NOT_FOUND: ({ waiting }) => asAna(calls(waiting, missing.respondent.anonymousId)) },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => calls(anonymousId)) },
  },
  'agency.remindAgency': {
    sample: async (world) => ({ input: { id: await unreminded(world) } }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      ALREADY_SET: async (world) => {
        const id = await unreminded(world)
        await world.adam.call.agency.remindAgency({ id })
        return asAdam({ id })
      },
      INVALID_REQUEST: async ({ adam }) => asAdam({ id: (await adam.call.agency.saveAgency({ name: `Agency ${nextNumber()}` })).id }),
    },
  },
  'agency.previewInvitation': {
    sample: async (world) => ({ input: about(await forced(world, 'green')) }),
    failures: { NOT_FOUND: () => asAna(missing), NOT_INVITED: ({ waiting }) => asAna(about(waiting)) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.sendInvitationAgain': {
    sample: async (world) => {
      const anonymousId = await forced(world, 'green')
      await world.portico.drain()
      return { input: about(anonymousId) }
    },
    failures: {
      NOT_FOUND: () => asAna(missing),
      NOT_INVITED: ({ waiting }) => asAna(about(waiting)),
      INVALID_REQUEST: async (world) => {
        const anonymousId = await forced(world, 'green')
        await world.portico.drain()
        await (await world.portico.as('ana')).call.agency.sendInvitationAgain(about(anonymousId))
        return asAna(about(anonymousId))
      },
    },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.getReminder': { sample: () => ({}) },
  'agency.saveReminder': { sample: () => ({ input: { email: true } }) },
  'agency.claimCase': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: { NOT_FOUND: () => asAna(missing) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.releaseCase': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: { NOT_FOUND: () => asAna(missing) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.submitAnswerOverride': {
    sample: async (world) => {
      const anonymousId = await newCase(world.portico)
      return { input: { answerId: await answerIdIn(world, anonymousId, 'taxesFiled'), flag: 'green', reason } }
    },
    failures: {
      NOT_FOUND: () => asAna(flagRed(missingNumber)),
      ALREADY_SET: async (world) => asAna(flagRed(await answerIdIn(world, world.waiting, 'taxesFiled'))),
      CASE_CHANGED: async (world) => {
        const anonymousId = await overridden(world)
        return asAna({ answerId: await answerIdIn(world, anonymousId, 'hasGreenCard'), flag: 'green', reason, basedOn: 0 })
      },
      INVALID_REQUEST: async (world) => asAna(flagRed(await answerIdIn(world, world.waiting, 'fullName'))),
    },
    foreign: { AGENCY: (things) => foreignAnswers(things, things.case, things.caseElsewhere, things.world.green) },
  },
  'agency.submitRespondentStatusOverride': {
    sample: async ({ portico }) => ({ input: decide(await newCase(portico), red) }),
    failures: {
      NOT_FOUND: () => asAna({ ...missing, status: red }),
      ALREADY_SET: async (world) => asAna(decide(await forced(world, 'green'), { flag: 'green' })),
      CASE_CHANGED: async (world) => asAna({ ...decide(await overridden(world), red), basedOn: 0 }),
      RED_ANSWERS_REMAIN: ({ waiting }) => asAna(decide(waiting, { flag: 'green' })),
      MARKED_FULLY_RED: async (world) => asAna(decide(await forced(world, 'red'), { flag: 'green' })),
    },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => decide(anonymousId, red)) },
  },
  'agency.undoDecision': {
    sample: async (world) => ({ input: { ...about(await overridden(world)), version: 1 } }),
    failures: {
      NOT_FOUND: () => asAna({ ...missing, version: 1 }),
      NOT_FORCED: async (world) => {
        const anonymousId = await buildRespondent(world.portico)
        await world.adam.call.workshops.respondentCheckIn(about(anonymousId))
        await world.adam.call.workshops.undoCheckIn({ ...about(anonymousId), reason })
        return asAdam({ ...about(anonymousId), version: 0 })
      },
      CASE_CHANGED: async (world) => asAna({ ...about(await overridden(world)), version: 2 }),
      UNDO_REFUSED: async (world) => {
        const anonymousId = await newCase(world.portico)
        await world.adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: red })
        return asAna({ ...about(anonymousId), version: 1 })
      },
    },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => ({ ...about(anonymousId), version: 1 })) },
  },
  'agency.getReasonList': {
    sample: ({ agencies }) => ({ input: { agencyId: agencies.ana } }),
    foreign: {
      AGENCY: ({ world }) => ({ foreign: { 'a foreign agency': { agencyId: world.agencies.ben } }, missing: { agencyId: missingNumber } }),
    },
  },
  'agency.saveReason': {
    sample: ({ agencies }) => ({ input: { agencyId: agencies.ana, text: reason } }),
    failures: {
      NOT_FOUND: () => asAna({ agencyId: missingNumber, text: reason }),
      INVALID_REQUEST: async ({ adam }) => {
        const { id } = await adam.call.agency.saveAgency({ name: `Agency ${nextNumber()}` })
        for (let count = 0; count < 30; count += 1) await adam.call.agency.saveReason({ agencyId: id, text: reason })
        return asAdam({ agencyId: id, text: reason })
      },
    },
    foreign: {
      AGENCY: ({ world }) => ({
        foreign: { 'a foreign agency': { agencyId: world.agencies.ben, text: reason } },
        missing: { agencyId: missingNumber, text: reason },
        refusal: 'NOT_FOUND',
      }),
    },
  },
  'agency.removeReason': {
    sample: async (world) => ({ input: { agencyId: world.agencies.ana, id: await keptReason(world) } }),
    failures: { NOT_FOUND: ({ agencies }) => asAna({ agencyId: agencies.ana, id: missingNumber }) },
    foreign: {
      AGENCY: async ({ world }) => ({
        foreign: { 'a reason of one’s own under a foreign agency': { agencyId: world.agencies.ben, id: await keptReason(world) } },
        missing: { agencyId: missingNumber, id: missingNumber },
        refusal: 'NOT_FOUND',
      }),
    },
  },
  'agency.getNotes': {
    sample: ({ waiting }) => ({ input: about(waiting) }),
    failures: { NOT_FOUND: () => asAna(missing) },
    foreign: { AGENCY: (things) => foreignCases(things) },
  },
  'agency.addNote': {
    sample: ({ waiting }) => ({ input: { ...about(waiting), text: personalText } }),
    failures: { NOT_FOUND: () => asAna({ ...missing, text: personalText }) },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => ({ ...about(anonymousId), text: personalText })) },
  },
}

/** Creates a saved reason of Ana's agency. */
async function keptReason({ adam, agencies }: World): Promise<number> {
  return (await adam.call.agency.saveReason({ agencyId: agencies.ana, text: reason })).id
}

/** Creates a case of Ana's in which an admin overrode one answer to green. */
async function overridden(world: World): Promise<string> {
  const anonymousId = await newCase(world.portico)
  const answerId = await answerIdIn(world, anonymousId, 'taxesFiled')
  await world.adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
  return anonymousId
}

async function forced(world: World, flag: 'red' | 'green'): Promise<string> {
  const { submitAnswerOverride, submitRespondentStatusOverride } = world.adam.call.agency
  const anonymousId = await newCase(world.portico)
  for (const identifier of ['hasGreenCard', 'taxesFiled'])
    await submitAnswerOverride({ answerId: await answerIdIn(world, anonymousId, identifier), flag: 'green', reason })
  await submitRespondentStatusOverride({ ...about(anonymousId), status: flag === 'red' ? red : { flag } })
  return anonymousId
}

const calls = (...ids: string[]) => ({ respondents: ids.map((anonymousId) => ({ anonymousId })), outcome: 'no-answer' })

// Returns Ana's agency, which has waiting cases, with its last reminder cleared.
async function unreminded({ portico, agencies }: World): Promise<number> {
  await portico.sql('update agency set reminded_at = null where id = $1', [agencies.ana])
  return agencies.ana
}
