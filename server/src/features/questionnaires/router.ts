import * as contract from '@portico/shared/contract/questionnaires'
import { changes, reads, router } from '../../api/procedures.ts'
import { addQuestionnaire } from './commands.ts'
import { checkFiles, getQuestionnaireForStaff, getQuestionnaireInLanguage, listQuestionnaires } from './queries.ts'

export const questionnairesRouter = router({
  getQuestionnaireByNameAndLanguageCode: reads(contract.byNameAndLanguage, contract.questionnaire, getQuestionnaireInLanguage, {
    summary: 'The newest version of a questionnaire, as respondents see it',
  }),
  getQuestionnaireById: reads(contract.byIdAndCode, contract.questionnaire, getQuestionnaireForStaff, { summary: 'One version, for staff' }),
  addNewFullQuestionnaire: changes(contract.upload, contract.uploaded, addQuestionnaire, {
    summary: 'Publish a questionnaire, or a new version of one, from its three files',
    multipart: true,
  }),
  checkFiles: reads(contract.upload, contract.checked, checkFiles, { summary: 'Check the three files; stores nothing', multipart: true }),
  getQuestionnaireList: reads(contract.listInput, contract.list, listQuestionnaires, { summary: 'Published versions, newest first' }),
})
