import { z } from 'zod'
import { byRespondent, instant, nothing } from '@portico/shared/contract/fields'
import * as door from '@portico/shared/contract/door'
import * as stations from '@portico/shared/contract/stations'
import * as walkIns from '@portico/shared/contract/walk-ins'
import * as changes from '@portico/shared/contract/workshop-changes'
import * as contract from '@portico/shared/contract/workshops'
import { mutation, noInput, query, router, wrongLinks } from '../../api/procedures.ts'
import { listOutdatedInvitations, previewChangeNotice, sendChangeNotice } from './changes/workshop-changes.ts'
import { checkIn, isCheckedIn, undoCheckIn } from './check-in.ts'
import { saveWorkshop } from './commands.ts'
import { getDoorList, syncCheckIns } from './door.ts'
import { getDayReport, getStationBoard, moveToStation } from './stations/stations.ts'
import { findLikelyDuplicates } from './walk-ins/duplicates.ts'
import { createWalkInLink, openWalkIn, removeWalkIn, startWalkIn } from './walk-ins/walk-ins.ts'
import { deleteTestWorkshop } from './test-workshops/delete-test-workshop.ts'
import { getDefaultWorkshop, getWorkshop, listOfferedQuestionnaires, listOpenWorkshops, listWorkshops } from './queries.ts'

const checkInNotes =
  'Without a session, respondents check themselves in: on the workshop’s day, if the workshop allows it, and only when green. Staff need access to the workshop.'

const ofAccounts = { name: 'checkInsPerAccount', by: 'account' } as const
const visitors = { name: 'publicCheckInPerAddress', by: 'visitor' } as const

export const workshopsRouter = router({
  getWorkshopQuestionnaire: query
    .meta({
      summary: 'List the questionnaires of a workshop, in order',
      description: 'Empty for an unknown workshop.',
    })
    .input(contract.workshopByName)
    .output(z.array(contract.offeredQuestionnaire))
    .query(({ ctx, input }) => listOfferedQuestionnaires(ctx, input)),
  getDefaultWorkshop: query
    .meta({ summary: 'Get the default workshop, open or not' })
    .input(noInput)
    .output(contract.defaultWorkshop)
    .query(({ ctx }) => getDefaultWorkshop(ctx)),
  getOpenWorkshopList: query
    .meta({ summary: 'List workshops that are open for registration' })
    .input(noInput)
    .output(z.array(contract.openWorkshop))
    .query(({ ctx }) => listOpenWorkshops(ctx)),
  getWorkshopList: query
    .meta({ summary: 'List the workshops you have access to' })
    .input(noInput)
    .output(z.array(contract.workshopListItem))
    .query(({ ctx }) => listWorkshops(ctx)),
  getWorkshop: query
    .meta({
      summary: 'Get a workshop with all its settings',
      failures: ['NOT_FOUND'],
    })
    .input(contract.byName)
    .output(contract.workshop)
    .query(({ ctx, input }) => getWorkshop(ctx, input)),
  saveWorkshop: mutation
    .meta({
      summary: 'Create or change a workshop',
      failures: ['CHANGED_MEANWHILE', 'QUESTIONNAIRE_NOT_FOUND', 'NOT_FOUND', 'INVALID_REQUEST'],
      description:
        'Creates the workshop with that name, or updates it; omitted fields are unchanged. A new workshop is closed, with self check-in, in `America/Los_Angeles`. A new default replaces the old one. `NOT_FOUND`: an unknown agency. `INVALID_REQUEST`: it would become a test workshop, or stop being one, after somebody has submitted; it is both a test and the default; or its date is so long ago that respondents would be deleted at once. `CHANGED_MEANWHILE`: its version is no longer `ifVersion`; the message says who saved it and when. **Side effects:** respondents of the workshop who have no agency are assigned when `agencyIds` names one.',
    })
    .input(contract.saveWorkshop)
    .output(contract.workshop)
    .mutation(({ ctx, input }) => saveWorkshop(ctx, input)),
  deleteTestWorkshop: mutation
    .meta({
      summary: 'Delete a test workshop with all its respondents',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: it is not a test workshop, or `confirm` is not its name. `responses/getOverview` returns how many respondents it has.',
    })
    .input(contract.deleteTestWorkshop)
    .output(contract.deletedTestWorkshop)
    .mutation(({ ctx, input }) => deleteTestWorkshop(ctx, input)),
  getOutdatedInvitations: query
    .meta({ summary: 'List upcoming workshops with invited respondents who have an outdated date or place' })
    .input(noInput)
    .output(changes.outdatedInvitations)
    .query(({ ctx }) => listOutdatedInvitations(ctx)),
  previewChangeNotice: query
    .meta({ summary: 'Preview the e-mail about a changed date or place, and its recipients by language', failures: ['NOT_FOUND'] })
    .input(changes.changePreview)
    .output(changes.changeNotice)
    .query(({ ctx, input }) => previewChangeNotice(ctx, input)),
  sendChangeNotice: mutation
    .meta({
      summary: 'Notify everyone who has an outdated date or place',
      failures: ['NOT_FOUND'],
      description:
        'Each gets one e-mail in their language, however often this is called; `respondents` counts those notified by this call.',
    })
    .input(contract.byName)
    .output(changes.changeNoticeSent)
    .mutation(({ ctx, input }) => sendChangeNotice(ctx, input)),
  respondentCheckIn: mutation
    .meta({
      summary: 'Check a respondent in; repeating it keeps the first time',
      limit: [
        ofAccounts,
        { ...visitors, onlyRefused: 'NOT_FOUND', link: byRespondent.transform(({ respondent }) => respondent.anonymousId) },
      ],
      failures: ['NOT_FOUND'],
      description: `${checkInNotes} Everything else is \`NOT_FOUND\`.`,
    })
    .input(byRespondent)
    .output(contract.checkedIn)
    .mutation(({ ctx, input }) => checkIn(ctx, input)),
  isRespondentCheckedIn: query
    .meta({
      summary: 'Get when a respondent was checked in',
      limit: visitors,
      description: `For integrations; not used by Portico’s screens. ${checkInNotes} Everything else is \`null\`, unknown numbers included.`,
    })
    .input(byRespondent)
    .output(instant.nullable().meta({ description: 'ISO 8601, UTC; `null` if not checked in' }))
    .query(({ ctx, input }) => isCheckedIn(ctx, input)),
  undoCheckIn: mutation
    .meta({
      summary: 'Undo a check-in',
      limit: ofAccounts,
      failures: ['NOT_FOUND', 'NOT_CHECKED_IN'],
      description: 'The reason stays in the history of the case. 429 also once 300 events of the account about the respondent are kept.',
    })
    .input(contract.checkInUndo)
    .output(nothing)
    .mutation(({ ctx, input }) => undoCheckIn(ctx, input)),
  getDoorList: query
    .meta({
      summary: 'Get the door list of a workshop',
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description:
        'For devices that check people in offline: they may keep it, encrypted, until the day ends. Of a flag it only reveals whether it is green.',
    })
    .input(contract.byName)
    .output(door.doorList)
    .query(({ ctx, input }) => getDoorList(ctx, input)),
  syncCheckIns: mutation
    .meta({
      summary: 'Send the check-ins and moves recorded on a device',
      limit: ofAccounts,
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description:
        'Recorded online or offline. Each event is processed once, however often it is sent, and answered with its result: the earliest check-in counts, an undo applies to what its device had seen, the last move counts, and events stay in the history. Of one respondent, 300 events of an account are kept, those of other calls included, where an undo counts as many as the check-ins it names; further ones are `unknown`.',
    })
    .input(door.syncCheckIns)
    .output(z.object({ results: z.array(door.syncedEvent).meta({ description: 'One for each event, in the same order' }) }))
    .mutation(({ ctx, input }) => syncCheckIns(ctx, input)),
  findLikelyDuplicates: query
    .meta({
      summary: 'Find respondents of a workshop who may be the same person',
      limit: { name: 'duplicatesPerAccount', by: 'account' },
      failures: ['VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description: 'By phone, e-mail and name; at most 5. Call this before starting a walk-in: nothing is ever merged automatically.',
    })
    .input(walkIns.findLikelyDuplicates)
    .output(z.array(walkIns.likelyDuplicate))
    .query(({ ctx, input }) => findLikelyDuplicates(ctx, input)),
  startWalkIn: mutation
    .meta({
      summary: 'Start a walk-in record',
      limit: { name: 'walkInsPerAccount', by: 'account' },
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP', 'REGISTRATION_DISABLED'],
      description: 'It is listed at the door until their answers arrive, and is deleted if the day ends without them.',
    })
    .input(walkIns.startWalkIn)
    .output(walkIns.startedWalkIn)
    .mutation(({ ctx, input }) => startWalkIn(ctx, input)),
  createWalkInLink: mutation
    .meta({
      summary: 'Create the link with which a walk-in answers',
      failures: ['NOT_FOUND', 'REGISTRATION_DISABLED'],
      description:
        'The link is `/workshops/{workshopName}/questionnaire/{questionnaireName}#walk-in={token}`. It is valid until the answers arrive or a newer one is created.',
    })
    .input(walkIns.createWalkInLink)
    .output(walkIns.walkInLink)
    .mutation(({ ctx, input }) => createWalkInLink(ctx, input)),
  removeWalkIn: mutation
    .meta({ summary: 'Delete a walk-in whose answers have not arrived', failures: ['NOT_FOUND'] })
    .input(walkIns.byWalkIn)
    .output(nothing)
    .mutation(({ ctx, input }) => removeWalkIn(ctx, input)),
  openWalkIn: mutation
    .meta({
      summary: 'Get what the door recorded about you, with the secret of a link',
      limit: { ...wrongLinks, onlyRefused: 'NOT_FOUND', link: walkIns.openWalkIn.transform(({ token }) => token) },
      failures: ['NOT_FOUND'],
    })
    .input(walkIns.openWalkIn)
    .output(walkIns.openedWalkIn)
    .mutation(({ ctx, input }) => openWalkIn(ctx, input)),
  moveToStation: mutation
    .meta({
      summary: 'Move somebody to a station, or record that they left',
      limit: ofAccounts,
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP', 'NOT_CHECKED_IN'],
      description:
        'For integrations; Portico’s screens use `syncCheckIns` instead. Repeating it changes nothing. `NOT_FOUND`: also a station that the workshop does not have. 429 also once 300 events of the account about the respondent are kept.',
    })
    .input(stations.moveToStation)
    .output(stations.movedToStation)
    .mutation(({ ctx, input }) => moveToStation(ctx, input)),
  getStationBoard: query
    .meta({
      summary: 'Get queues, seats and times of the stations, for a wall display',
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP'],
    })
    .input(contract.byName)
    .output(stations.stationBoard)
    .query(({ ctx, input }) => getStationBoard(ctx, input)),
  getDayReport: query
    .meta({
      summary: 'Get a report on who was invited to a workshop, who came, and where they were',
      failures: ['NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP'],
    })
    .input(contract.byName)
    .output(stations.dayReport)
    .query(({ ctx, input }) => getDayReport(ctx, input)),
})
