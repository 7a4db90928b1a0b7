import { randomUUID } from 'node:crypto'
import { buildRespondent, workshopName } from '../support/builders.ts'
import { asAdam, asVera, type CallRows, type ForeignCase } from './call-row.ts'
import { foreignCheckIn, foreignGreenDots, notForSelfCheckIn, type ForeignThings } from './foreign-things.ts'
import { about, missing, missingNumber, nextNumber, reason } from './world.ts'

const greenDots = (things: ForeignThings) => foreignGreenDots(things)
const answeredNull = (made: (things: ForeignThings) => ForeignCase) => (things: ForeignThings) => ({ ...made(things), refusal: null })

const emptyQueue = (name: string) => ({ name, deviceId: randomUUID(), events: [] })

/** The door of a workshop that is not theirs. */
const foreignDoor =
  (refusal: 'NOT_FOUND' | 'VOLUNTEER_CANT_ACCESS_WORKSHOP', wrap: (name: string) => unknown = (name) => ({ name })) =>
  (): ForeignCase => ({ foreign: { 'the door of a foreign workshop': wrap('elsewhere') }, missing: wrap('nowhere'), refusal })

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
    },
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
  'workshops.getDoorList': {
    sample: () => ({ input: { name: workshopName } }),
    failures: { NOT_FOUND: () => asAdam({ name: 'nowhere' }), VOLUNTEER_CANT_ACCESS_WORKSHOP: () => asVera({ name: 'nowhere' }) },
    foreign: { AGENCY: foreignDoor('NOT_FOUND'), VOLUNTEERV1: foreignDoor('VOLUNTEER_CANT_ACCESS_WORKSHOP') },
  },
  'workshops.syncCheckIns': {
    sample: async ({ portico }) => {
      const shared = { anonymousId: await buildRespondent(portico), ageMs: 1_000 }
      const eventId = randomUUID()
      const events = [
        { kind: 'in', eventId, ...shared },
        { kind: 'undo', eventId: randomUUID(), undoes: [eventId], reason, ...shared },
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
}
