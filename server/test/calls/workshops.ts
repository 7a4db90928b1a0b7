import { randomUUID } from 'node:crypto'
import { buildRespondent, workshopName } from '../support/builders.ts'
import { asAdam, asVera, type CallRow, type CallRows, type ForeignCase } from './call-row.ts'
import { foreignCheckIn, foreignGreenDots, notForSelfCheckIn, type ForeignThings } from './foreign-things.ts'
import { about, missing, missingNumber, nextNumber, reason, type World } from './world.ts'

const greenDots = (things: ForeignThings) => foreignGreenDots(things)
const answeredNull = (made: (things: ForeignThings) => ForeignCase) => (things: ForeignThings) => ({ ...made(things), refusal: null })

const walkIn = (name = workshopName) => ({ name, fullName: 'Lucia Mora', phoneNumber: '+14085550177', language: 'es' as const })

/** Starts a walk-in at this workshop. */
async function newWalkIn({ adam }: World, name?: string): Promise<number> {
  return (await adam.call.workshops.startWalkIn(walkIn(name))).walkInId
}

/** A walk-in of a foreign workshop. */
const foreignWalkIn =
  (more: object = {}) =>
  async ({ world }: ForeignThings): Promise<ForeignCase> => ({
    foreign: { 'a walk-in of a foreign workshop': { walkInId: await newWalkIn(world, 'elsewhere'), ...more } },
    missing: { walkInId: missingNumber, ...more },
    refusal: 'NOT_FOUND',
  })

const emptyQueue = (name: string) => ({ name, deviceId: randomUUID(), events: [] })

/** The check-in list of a foreign workshop. */
const foreignDoor =
  (refusal: 'NOT_FOUND' | 'VOLUNTEER_CANT_ACCESS_WORKSHOP', wrap: (name: string) => unknown = (name) => ({ name })) =>
  (): ForeignCase => ({ foreign: { 'the door of a foreign workshop': wrap('elsewhere') }, missing: wrap('nowhere'), refusal })

/** A row for calls whose only input is a workshop at whose check-in the caller may work. */
const doorCall = (): CallRow => ({
  sample: () => ({ input: { name: workshopName } }),
  failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }), VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere' }) },
  foreign: { AGENCY: foreignDoor('NOT_FOUND'), VOLUNTEERV1: foreignDoor('VOLUNTEER_CANT_ACCESS_WORKSHOP') },
})

export const workshopCalls: CallRows = {
  'workshops.getWorkshopQuestionnaire': { sample: () => ({ input: { workshopName } }) },
  'workshops.getDefaultWorkshop': { sample: () => ({}) },
  'workshops.getOpenWorkshopList': { sample: () => ({}) },
  'workshops.getWorkshopList': {
    sample: () => ({}),
    foreign: { AGENCY: 'lists do not betray foreign rows', VOLUNTEERV1: 'lists do not betray foreign rows' },
  },
  'workshops.getWorkshop': {
    sample: () => ({ input: { name: workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
  },
  'workshops.saveWorkshop': {
    sample: () => ({ input: { name: `made_${nextNumber()}`, title: 'Another day' } }),
    failures: {
      QUESTIONNAIRE_NOT_FOUND: () => asAdam({ name: 'refused', title: 'Refused', questionnaireNames: ['nothing'] }),
      NOT_FOUND: () => asAdam({ name: 'refused', title: 'Refused', agencyIds: [missingNumber] }),
      INVALID_REQUEST: () => asAdam({ name: 'refused', title: 'Refused', test: true, isDefault: true }),
      CHANGED_MEANWHILE: () => asAdam({ name: workshopName, title: 'Refused', ifVersion: 0 }),
    },
  },
  'workshops.deleteTestWorkshop': {
    async sample({ adam }) {
      const name = `tried_${nextNumber()}`
      await adam.call.workshops.saveWorkshop({ name, title: 'To try', test: true })
      return { input: { name, confirm: name } }
    },
    failures: {
      NOT_FOUND: () => asAdam({ name: 'nowhere', confirm: 'nowhere' }),
      INVALID_REQUEST: () => asAdam({ name: workshopName, confirm: workshopName }),
    },
  },
  'workshops.getOutdatedInvitations': { sample: () => ({}) },
  'workshops.previewChangeNotice': {
    sample: () => ({ input: { name: workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
  },
  'workshops.sendChangeNotice': {
    sample: () => ({ input: { name: workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }) },
  },
  'workshops.respondentCheckIn': {
    sample: async ({ portico }) => ({ input: about(await buildRespondent(portico)) }),
    failures: { NOT_FOUND: () => ({ input: missing }) },
    foreign: { anonymous: notForSelfCheckIn, AGENCY: greenDots, VOLUNTEERV1: greenDots },
  },
  'workshops.isRespondentCheckedIn': {
    sample: ({ green }) => ({ input: about(green) }),
    foreign: { anonymous: answeredNull(notForSelfCheckIn), AGENCY: answeredNull(greenDots), VOLUNTEERV1: answeredNull(greenDots) },
  },
  'workshops.undoCheckIn': {
    sample: async ({ portico, adam }) => {
      const respondent = about(await buildRespondent(portico))
      await adam.call.workshops.respondentCheckIn(respondent)
      return { input: { ...respondent, reason } }
    },
    failures: {
      NOT_FOUND: () => asVera({ ...missing, reason }),
      NOT_CHECKED_IN: ({ green }) => asVera({ ...about(green), reason }),
    },
    foreign: { AGENCY: foreignCheckIn, VOLUNTEERV1: foreignCheckIn },
  },
  'workshops.getDoorList': doorCall(),
  'workshops.syncCheckIns': {
    sample: async ({ portico }) => {
      const shared = { anonymousId: await buildRespondent(portico), ageMs: 1_000 }
      const eventId = randomUUID()
      const events = [
        { kind: 'in', eventId, ...shared },
        { kind: 'undo', eventId: randomUUID(), undoes: [eventId], reason, ...shared },
        { kind: 'move', eventId: randomUUID(), to: null, ...shared },
      ]
      return { input: { name: workshopName, deviceId: randomUUID(), events } }
    },
    failures: {
      NOT_FOUND: () => asAdam(emptyQueue('nowhere')),
      VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera(emptyQueue('nowhere')),
    },
    foreign: {
      AGENCY: foreignDoor('NOT_FOUND', emptyQueue),
      VOLUNTEERV1: foreignDoor('VOLUNTEER_CANT_ACCESS_WORKSHOP', emptyQueue),
    },
  },
  'workshops.findLikelyDuplicates': {
    sample: () => ({
      input: { name: workshopName, fullName: 'Lucia Mora', phoneNumber: '+14085550177', email: 'lucia@respondents.example' },
    }),
    failures: { VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere', fullName: 'Lucia Mora' }) },
    foreign: {
      AGENCY: () => ({
        foreign: { 'a foreign workshop': { name: 'elsewhere', fullName: 'Mai Nguyen' } },
        missing: { name: 'nowhere', fullName: 'Mai Nguyen' },
      }),
      VOLUNTEERV1: foreignDoor('VOLUNTEER_CANT_ACCESS_WORKSHOP', (name) => ({ name, fullName: 'Mai Nguyen' })),
    },
  },
  'workshops.startWalkIn': {
    sample: () => ({ input: walkIn() }),
    failures: {
      NOT_FOUND: () => asAdam(walkIn('nowhere')),
      VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera(walkIn('nowhere')),
      REGISTRATION_DISABLED: async ({ adam }) => {
        const name = `closed_${nextNumber()}`
        await adam.call.workshops.saveWorkshop({ name, title: 'Closed' })
        return asAdam(walkIn(name))
      },
    },
    foreign: { AGENCY: foreignDoor('NOT_FOUND', walkIn), VOLUNTEERV1: foreignDoor('VOLUNTEER_CANT_ACCESS_WORKSHOP', walkIn) },
  },
  'workshops.createWalkInLink': {
    sample: async (world) => ({ input: { walkInId: await newWalkIn(world), together: true } }),
    failures: {
      NOT_FOUND: () => asVera({ walkInId: missingNumber, together: false }),
      REGISTRATION_DISABLED: async (world) => {
        const name = `closing_${nextNumber()}`
        const questionnaireNames = ['citizenship_screening']
        await world.adam.call.workshops.saveWorkshop({ name, title: 'Closing', registrationOpen: true, questionnaireNames })
        const walkInId = await newWalkIn(world, name)
        await world.adam.call.workshops.saveWorkshop({ name, title: 'Closing', questionnaireNames: [] })
        return asAdam({ walkInId, together: false })
      },
    },
    foreign: { AGENCY: foreignWalkIn({ together: false }), VOLUNTEERV1: foreignWalkIn({ together: false }) },
  },
  'workshops.removeWalkIn': {
    sample: async (world) => ({ input: { walkInId: await newWalkIn(world) } }),
    failures: { NOT_FOUND: () => asVera({ walkInId: missingNumber }) },
    foreign: { AGENCY: foreignWalkIn(), VOLUNTEERV1: foreignWalkIn() },
  },
  'workshops.openWalkIn': {
    sample: async (world) => {
      const { token } = await world.adam.call.workshops.createWalkInLink({ walkInId: await newWalkIn(world), together: false })
      return { input: { token } }
    },
    failures: { NOT_FOUND: () => ({ input: { token: 'x'.repeat(43) } }) },
  },
  'workshops.moveToStation': {
    sample: async ({ portico, adam }) => {
      const respondent = about(await buildRespondent(portico))
      await adam.call.workshops.respondentCheckIn(respondent)
      return { input: { name: workshopName, ...respondent, to: null } }
    },
    failures: {
      NOT_FOUND: () => asVera({ name: workshopName, ...missing, to: null }),
      VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere', ...missing, to: null }),
      NOT_CHECKED_IN: ({ green }) => asVera({ name: workshopName, ...about(green), to: null }),
    },
    foreign: {
      AGENCY: ({ green }) => ({
        foreign: { 'somebody of a foreign workshop': { name: workshopName, ...about(green), to: null } },
        missing: { name: workshopName, ...missing, to: null },
        refusal: 'NOT_FOUND',
      }),
      VOLUNTEERV1: ({ green }) => ({
        foreign: { 'somebody of a foreign workshop': { name: workshopName, ...about(green), to: null } },
        missing: { name: workshopName, ...missing, to: null },
        refusal: 'NOT_FOUND',
      }),
    },
  },
  'workshops.getStationBoard': doorCall(),
  'workshops.getDayReport': doorCall(),
}
