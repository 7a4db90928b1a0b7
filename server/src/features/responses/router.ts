import { byRespondent, nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/responses'
import { changes, conducts, reads, router } from '../../api/procedures.ts'
import { assignRespondent } from './commands.ts'
import { submitResponse } from './intake/submit-response.ts'
import { getOverview } from './listing/overview.ts'
import { getAnswers, getRespondent, listRespondents } from './queries.ts'
import { overrideAnswer, overrideStatus, withdrawForce } from './casework/review.ts'
import { everyone, greenDotsDecidable, greenDotsOf, greenDotsReachable, reviewable } from './scope.ts'

export const responsesRouter = router({
  addNewQuestionnaireResponse: conducts(contract.submission, contract.submitted, submitResponse, {
    summary: 'Send the answers to a questionnaire',
    alone: true,
  }),
  getAllResponses: reads(
    contract.allResponses,
    contract.respondentPage,
    async (work, input) => listRespondents(work, await everyone(work, input.name), input),
    { summary: 'Respondents of a workshop or of all, newest first' },
  ),
  getOverview: reads(contract.overviewOf, contract.overview, getOverview, {
    summary: 'How many respondents there are, by flag, language, agency and day',
  }),
  getResponseForAdmin: reads(
    byRespondent,
    contract.respondentEntry,
    async (work, input) => getRespondent(work, await everyone(work), input),
    {
      summary: 'One respondent',
    },
  ),
  getRespondentAnswerInfo: reads(
    byRespondent,
    contract.answerInfo,
    async (work, input) => getAnswers(work, await reviewable(work), input),
    {
      summary: 'The answers of a respondent who is assigned to you, with their flags',
    },
  ),
  getWorkshopGreenDotResponses: reads(
    contract.greenDots,
    contract.respondentPage,
    async (work, input) => listRespondents(work, await greenDotsOf(work, input.name), input),
    { summary: 'The green dots of a workshop' },
  ),
  getWorkshopGreenDotRespondent: reads(
    byRespondent,
    contract.respondentEntry,
    async (work, input) => getRespondent(work, await greenDotsReachable(work), input),
    { summary: 'One green dot' },
  ),
  getWorkshopGreenDotAnswerInfo: reads(
    byRespondent,
    contract.answerInfo,
    async (work, input) => getAnswers(work, await greenDotsReachable(work), input),
    { summary: 'The answers of a green dot, with their flags' },
  ),
  submitWorkshopGreenDotAnswerOverride: changes(
    contract.answerOverride,
    nothing,
    async (work, input) => overrideAnswer(work, await greenDotsDecidable(work), input),
    { summary: 'Reverse the flag of an answer of a green dot' },
  ),
  submitWorkshopGreenDotRespondentStatusOverride: changes(
    contract.statusOverride,
    nothing,
    async (work, input) => overrideStatus(work, await greenDotsDecidable(work), input),
    { summary: 'Decide on a green dot as a whole' },
  ),
  withdrawForce: changes(contract.withdrawal, nothing, withdrawForce, { summary: 'Take a decision on a respondent back' }),
  assignRespondent: changes(contract.assignment, nothing, assignRespondent, { summary: 'Give a respondent to another agency' }),
})
