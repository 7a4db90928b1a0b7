import type { FileReply } from '@portico/shared/contract/downloads'
import * as contract from '@portico/shared/contract/questionnaires'
import { z } from 'zod'
import { conducts, reads, router } from '../../api/procedures.ts'
import { addQuestionnaire, checkFiles } from './commands.ts'
import { getQuestionnaireFile } from './files.ts'
import { getQuestionnaireForStaff, getQuestionnaireInLanguage, listQuestionnaires } from './queries.ts'

const uploadFailures = [
  'MISSING_QUESTION_FILE',
  'MISSING_TEMPLATE_FILE',
  'MISSING_METADATA_FILE',
  'QUESTION_FILE_ERROR',
  'TEMPLATE_FILE_ERROR',
  'METADATA_FILE_ERROR',
  'UNEXPECTED_METADATA_FILE',
] as const

export const questionnairesRouter = router({
  getQuestionnaireByNameAndLanguageCode: reads(contract.byNameAndLanguage, contract.questionnaire, getQuestionnaireInLanguage, {
    summary: 'The newest version of a questionnaire, as respondents see it',
    replica: true,
    failures: ['QUESTIONNAIRE_NOT_FOUND'],
    description: 'Never says which values are red.',
  }),
  getQuestionnaireById: reads(contract.byIdAndCode, contract.questionnaire, getQuestionnaireForStaff, {
    summary: 'One version, for staff',
    failures: ['NOT_FOUND'],
    description: 'In a language that it lacks, it comes in its default language.',
  }),
  addNewFullQuestionnaire: conducts(contract.upload, contract.uploaded, addQuestionnaire, {
    summary: 'Publish a questionnaire, or a new version of one, from its three files',
    multipart: true,
    limited: true,
    failures: uploadFailures,
    description:
      'A published version never changes: under an existing name, the next version is made. Nothing is stored unless all files pass; `message` names each problem with its place, one a line.',
  }),
  checkFiles: conducts(contract.upload, contract.checked, checkFiles, {
    summary: 'Check the three files; stores nothing',
    multipart: true,
    limited: true,
    failures: uploadFailures,
  }),
  getQuestionnaireFile: reads(contract.fileAsked, z.custom<FileReply>(), getQuestionnaireFile, {
    summary: 'One of the three files of a version, or of the example',
    file: true,
    failures: ['NOT_FOUND'],
    description: 'Uploading the three files of a version again gives the same questionnaire.',
  }),
  getQuestionnaireList: reads(contract.listInput, contract.list, listQuestionnaires, { summary: 'Published versions, newest first' }),
})
