import { z } from 'zod'
import * as contract from '@portico/shared/contract/agency'
import { byRespondent, nothing } from '@portico/shared/contract/fields'
import * as responses from '@portico/shared/contract/responses'
import { changes, noInput, reads, router } from '../../api/procedures.ts'
import { getRespondent, listRespondents } from '../responses/queries.ts'
import { overrideAnswer, overrideStatus } from '../responses/casework/review.ts'
import { assignedTo, reviewable } from '../responses/scope.ts'
import { saveAgency } from './commands.ts'
import { listAgencies, listAgencyDetails, listMyAgencies } from './queries.ts'

export const agencyRouter = router({
  getMyAgencyList: reads(noInput, z.array(contract.agency), listMyAgencies, { summary: 'The agencies you belong to' }),
  getAllAgencies: reads(noInput, z.array(contract.agency), listAgencies, { summary: 'Every agency' }),
  getAgencyDetails: reads(noInput, z.array(contract.agencyDetails), listAgencyDetails, { summary: 'Every agency with its settings' }),
  saveAgency: changes(contract.saveAgency, contract.agency, saveAgency, {
    summary: 'Create or change an agency',
    failures: ['NOT_FOUND', 'INVALID_REQUEST'],
    description: '`INVALID_REQUEST`: there is already an agency of this name.',
  }),
  getAssignedRespondents: reads(
    responses.assigned,
    responses.respondentPage,
    async (work, input) => listRespondents(work, await assignedTo(work, input.agencyId), input),
    {
      summary: 'Respondents assigned to an agency, newest first',
      description: 'An agency that is not yours has none, as one that does not exist.',
    },
  ),
  getAssignedRespondent: reads(
    byRespondent,
    responses.respondentEntry,
    async (work, input) => getRespondent(work, await reviewable(work), input),
    {
      summary: 'One respondent who is assigned to you',
      failures: ['NOT_FOUND'],
    },
  ),
  submitAnswerOverride: changes(
    responses.answerOverride,
    nothing,
    async (work, input) => overrideAnswer(work, await reviewable(work), input),
    {
      summary: 'Reverse the flag of an answer',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        'An override to the initial flag takes the override back. One that makes an answer red takes a force-green back. `INVALID_REQUEST`: this question is not a red-flag question.',
    },
  ),
  submitRespondentStatusOverride: changes(
    responses.statusOverride,
    nothing,
    async (work, input) => overrideStatus(work, await reviewable(work), input),
    {
      summary: 'Mark a respondent green or fully red',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'RED_ANSWERS_REMAIN', 'MARKED_FULLY_RED'],
      description: 'Green sends the invitation, once however often it is repeated.',
    },
  ),
})
