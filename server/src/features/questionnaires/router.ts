import * as contract from '@portico/shared/contract/questionnaires'
import { conducts, reads, router } from '../../api/procedures.ts'
import { addQuestionnaire, checkFiles } from './commands.ts'
import { getQuestionnaireForStaff, getQuestionnaireInLanguage, listQuestionnaires } from './queries.ts'

export const questionnairesRouter = router({
  getQuestionnaireByNameAndLanguageCode: reads(contract.byNameAndLanguage, contract.questionnaire, getQuestionnaireInLanguage, {
    summary: 'The newest version of a questionnaire, as respondents see it',
  }),
  getQuestionnaireById: reads(contract.byIdAndCode, contract.questionnaire, getQuestionnaireForStaff, {
    summary: 'One version, for staff',
  }),
  addNewFullQuestionnaire: conducts(contract.upload, contract.uploaded, addQuestionnaire, {
    summary: 'Publish a questionnaire, or a new version of one, from its three files',
    multipart: true,
  }),
  checkFiles: conducts(contract.upload, contract.checked, checkFiles, {
    summary: 'Check the three files; stores nothing',
    multipart: true,
  }),
  getQuestionnaireList: reads(contract.listInput, contract.list, listQuestionnaires, { summary: 'Published versions, newest first' }),
})
