import { z } from 'zod'
import { byRespondent, instant, nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/workshops'
import { changes, conducts, noInput, reads, router } from '../../api/procedures.ts'
import { checkIn, isCheckedIn, undoCheckIn } from './check-in.ts'
import { saveWorkshop } from './commands.ts'
import { getDefaultWorkshop, getWorkshop, listOfferedQuestionnaires, listOpenWorkshops, listWorkshops } from './queries.ts'

export const workshopsRouter = router({
  getWorkshopQuestionnaire: reads(contract.workshopByName, z.array(contract.offeredQuestionnaire), listOfferedQuestionnaires, {
    summary: 'The questionnaires of a workshop',
  }),
  getDefaultWorkshop: reads(noInput, contract.defaultWorkshop, getDefaultWorkshop, { summary: 'The default workshop, open or not' }),
  getOpenWorkshopList: reads(noInput, z.array(contract.openWorkshop), listOpenWorkshops, { summary: 'Workshops one can register for now' }),
  getWorkshopList: reads(noInput, z.array(contract.workshopListItem), listWorkshops, { summary: 'The workshops you have access to' }),
  getWorkshop: reads(contract.byName, contract.workshop, getWorkshop, { summary: 'One workshop, with all its settings' }),
  saveWorkshop: changes(contract.saveWorkshop, contract.workshop, saveWorkshop, { summary: 'Create or change a workshop' }),
  respondentCheckIn: conducts(byRespondent, contract.checkedIn, checkIn, { summary: 'Check a respondent in; the first time stands' }),
  isRespondentCheckedIn: conducts(byRespondent, instant.nullable(), isCheckedIn, { summary: 'When a respondent was checked in' }),
  undoCheckIn: changes(contract.checkInUndo, nothing, undoCheckIn, { summary: 'Take a check-in back' }),
})
