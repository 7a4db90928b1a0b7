import { buildRespondent, buildWorkshop, workshopName } from '../support/builders.ts'
import { asAdam, asAna, type CallRows } from './call-row.ts'
import { foreignCases } from './foreign-things.ts'
import { about, missing, newCase, nextNumber, personalText, reason, type World } from './world.ts'

const corrected = { answers: { otherConcerns: personalText } }
const correct = (anonymousId: string) => ({ ...about(anonymousId), ...corrected, reason, version: 0 })

export const correctionCalls: CallRows = {
  'corrections.previewCorrection': {
    sample: ({ waiting }) => ({ input: { ...about(waiting), ...corrected } }),
    failures: {
      NOT_FOUND: () => asAna({ ...missing, ...corrected }),
      ALREADY_SET: ({ waiting }) => asAna({ ...about(waiting), answers: {} }),
    },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => ({ ...about(anonymousId), ...corrected })) },
  },
  'corrections.correctAnswers': {
    sample: async ({ portico }) => ({ input: correct(await newCase(portico)) }),
    failures: {
      NOT_FOUND: () => asAna({ ...missing, ...corrected, reason, version: 0 }),
      CASE_CHANGED: ({ waiting }) => asAna({ ...correct(waiting), version: 7 }),
      ALREADY_SET: ({ waiting }) => asAna({ ...correct(waiting), answers: {} }),
    },
    foreign: { AGENCY: (things) => foreignCases(things, correct) },
  },
  'corrections.moveRespondent': {
    sample: async (world) => ({ input: await move(world) }),
    failures: {
      NOT_FOUND: () => asAdam({ ...missing, workshopName, reason, version: 0 }),
      CASE_CHANGED: async (world) => asAdam({ ...(await move(world)), version: 7 }),
      ALREADY_SET: ({ waiting }) => asAdam({ ...about(waiting), workshopName, reason, version: 0 }),
      INVALID_REQUEST: async (world) => asAdam(await move(world, { eventDate: '2026-01-10' })),
    },
  },
  'corrections.withdrawRespondent': {
    sample: async ({ portico }) => ({ input: { ...about(await newCase(portico)), reason } }),
    failures: { NOT_FOUND: () => asAna({ ...missing, reason }) },
    foreign: { AGENCY: (things) => foreignCases(things, (anonymousId) => ({ ...about(anonymousId), reason })) },
  },
  'corrections.mergeRespondents': {
    sample: async ({ portico }) => ({ input: merge(await newCase(portico), await newCase(portico)) }),
    failures: {
      NOT_FOUND: ({ waiting }) => asAdam({ ...about(waiting), into: missing.respondent, reason }),
      INVALID_REQUEST: ({ waiting }) => asAdam(merge(waiting, waiting)),
    },
  },
  'corrections.returnRespondent': {
    sample: async ({ portico, adam }) => {
      const anonymousId = await newCase(portico)
      await adam.call.corrections.withdrawRespondent({ ...about(anonymousId), reason })
      return { input: about(anonymousId) }
    },
    failures: {
      NOT_FOUND: ({ waiting }) => asAdam(about(waiting)),
      UNDO_REFUSED: async ({ portico, adam }) => {
        const [merged, kept] = [await newCase(portico), await newCase(portico)]
        await adam.call.corrections.mergeRespondents(merge(merged, kept))
        await adam.call.corrections.withdrawRespondent({ ...about(kept), reason })
        return asAdam(about(merged))
      },
    },
  },
  'corrections.getSetAsideList': { sample: () => ({ input: {} }) },
}

const merge = (anonymousId: string, into: string) => ({ ...about(anonymousId), into: about(into).respondent, reason })

async function move({ portico }: World, { eventDate = '2027-12-18' } = {}) {
  const name = `moved_to_${nextNumber()}`
  await buildWorkshop(portico, { name, isDefault: false, eventDate })
  return { ...about(await buildRespondent(portico)), workshopName: name, reason, version: 0 }
}
