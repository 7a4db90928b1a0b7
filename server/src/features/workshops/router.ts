import { z } from 'zod'
import { byRespondent, instant, nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/workshops'
import { changes, conducts, noInput, reads, router } from '../../api/procedures.ts'
import { checkIn, isCheckedIn, undoCheckIn } from './check-in.ts'
import { saveWorkshop } from './commands.ts'
import { getDefaultWorkshop, getWorkshop, listOfferedQuestionnaires, listOpenWorkshops, listWorkshops } from './queries.ts'

const checkInNotes =
  'Without a session, respondents check themselves in: on the workshop’s day, while it allows that, and only when green; everything else is `NOT_FOUND`. Staff need access to the workshop.'

export const workshopsRouter = router({
  getWorkshopQuestionnaire: reads(contract.workshopByName, z.array(contract.offeredQuestionnaire), listOfferedQuestionnaires, {
    summary: 'The questionnaires of a workshop, in its order',
    description: 'An unknown workshop offers none.',
  }),
  getDefaultWorkshop: reads(noInput, contract.defaultWorkshop, getDefaultWorkshop, { summary: 'The default workshop, open or not' }),
  getOpenWorkshopList: reads(noInput, z.array(contract.openWorkshop), listOpenWorkshops, { summary: 'Workshops one can register for now' }),
  getWorkshopList: reads(noInput, z.array(contract.workshopListItem), listWorkshops, { summary: 'The workshops you have access to' }),
  getWorkshop: reads(contract.byName, contract.workshop, getWorkshop, {
    summary: 'One workshop, with all its settings',
    failures: ['NOT_FOUND'],
  }),
  saveWorkshop: changes(contract.saveWorkshop, contract.workshop, saveWorkshop, {
    summary: 'Create or change a workshop',
    failures: ['QUESTIONNAIRE_NOT_FOUND', 'NOT_FOUND'],
    description:
      'Creates the workshop of that name, or changes it: what is left out stays. A new workshop is closed, with self check-in, in `America/Los_Angeles`. A new default replaces the old. `NOT_FOUND`: an unknown agency.',
  }),
  respondentCheckIn: conducts(byRespondent, contract.checkedIn, checkIn, {
    summary: 'Check a respondent in; the first time stands',
    limited: true,
    failures: ['NOT_FOUND'],
    description: checkInNotes,
  }),
  isRespondentCheckedIn: conducts(byRespondent, instant.nullable().meta({ description: 'ISO 8601 in UTC; null: not yet' }), isCheckedIn, {
    summary: 'When a respondent was checked in',
    limited: true,
    failures: ['NOT_FOUND'],
    description: checkInNotes,
  }),
  undoCheckIn: changes(contract.checkInUndo, nothing, undoCheckIn, {
    summary: 'Take a check-in back',
    failures: ['NOT_FOUND', 'NOT_CHECKED_IN'],
  }),
})
