import { byRespondent, nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/responses'
import { changes, conducts, reads, router } from '../../api/procedures.ts'
import { assignRespondent } from './commands.ts'
import { submitResponse } from './intake/submit-response.ts'
import { getOverview } from './listing/overview.ts'
import { getAnswers, getRespondent, listRespondents } from './queries.ts'
import { overrideAnswer, overrideStatus, withdrawForce } from './casework/review.ts'
import { everyone, greenDotsDecidable, greenDotsOf, greenDotsReachable, reviewable } from './scope.ts'

const submissionNotes = `The answers of one person. An answer is a choice's value, a day as \`YYYY-MM-DD\`, a number in ASCII digits with a point, or text; empty means unanswered. A fault is a 422 at \`["answers", identifier]\`, an unknown identifier too. A follow-up is required only when its question asks it, and dropped when not.

Send an \`idempotencyKey\` (or the \`Idempotency-Key\` header) and repeat the call as often as you like: the same key answers with the same \`anonymousId\`.

Only past the limit of one address, a 429 carries a \`challenge\`. Find a whole number N such that the SHA-256 of \`challenge + ":" + N\` begins with as many zero bits as the second part of the challenge says (\`v1.18.…\`: 18), and send the same call with \`"proof": challenge + ":" + N\`. A challenge is good for 10 minutes and a proof for one call.`

export const responsesRouter = router({
  addNewQuestionnaireResponse: conducts(contract.submission, contract.submitted, submitResponse, {
    summary: 'Send the answers to a questionnaire',
    alone: true,
    limited: true,
    failures: ['NO_QUESTIONNAIRE_REGISTERED', 'REGISTRATION_DISABLED', 'IDEMPOTENCY_KEY_REUSED'],
    description: submissionNotes,
  }),
  getAllResponses: reads(
    contract.allResponses,
    contract.respondentPage,
    async (work, input) => listRespondents(work, await everyone(work, input.name), input),
    { summary: 'Respondents of a workshop or of all, newest first' },
  ),
  getOverview: reads(contract.overviewOf, contract.overview, getOverview, {
    summary: 'How many respondents there are, by flag, language, agency and day',
    replica: true,
  }),
  getResponseForAdmin: reads(
    byRespondent,
    contract.respondentEntry,
    async (work, input) => getRespondent(work, await everyone(work), input),
    {
      summary: 'One respondent',
      failures: ['NOT_FOUND'],
    },
  ),
  getRespondentAnswerInfo: reads(
    byRespondent,
    contract.answerInfo,
    async (work, input) => getAnswers(work, await reviewable(work), input),
    {
      summary: 'The answers of a respondent who is assigned to you, with their flags',
      failures: ['NOT_FOUND'],
    },
  ),
  getWorkshopGreenDotResponses: reads(
    contract.greenDots,
    contract.respondentPage,
    async (work, input) => listRespondents(work, await greenDotsOf(work, input.name), input),
    {
      summary: 'The green dots of a workshop, newest first',
      failures: ['VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description:
        'A volunteer without a live grant is told so, whether the workshop exists or not; an agency that does not take part finds nobody.',
    },
  ),
  getWorkshopGreenDotRespondent: reads(
    byRespondent,
    contract.respondentEntry,
    async (work, input) => getRespondent(work, await greenDotsReachable(work), input),
    { summary: 'One green dot', failures: ['NOT_FOUND'] },
  ),
  getWorkshopGreenDotAnswerInfo: reads(
    byRespondent,
    contract.answerInfo,
    async (work, input) => getAnswers(work, await greenDotsReachable(work), input),
    { summary: 'The answers of a green dot, with their flags', failures: ['NOT_FOUND'] },
  ),
  submitWorkshopGreenDotAnswerOverride: changes(
    contract.answerOverride,
    nothing,
    async (work, input) => overrideAnswer(work, await greenDotsDecidable(work), input),
    {
      summary: 'Reverse the flag of an answer of a green dot',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        'Staff at the door turn an answer red, and back to green only what they turned themselves; anything else is `FORBIDDEN`. `INVALID_REQUEST`: this question is not a red-flag question.',
    },
  ),
  submitWorkshopGreenDotRespondentStatusOverride: changes(
    contract.statusOverride,
    nothing,
    async (work, input) => overrideStatus(work, await greenDotsDecidable(work), input),
    {
      summary: 'Decide on a green dot as a whole',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'RED_ANSWERS_REMAIN'],
      description: 'Volunteers mark red only; green from them is `FORBIDDEN`.',
    },
  ),
  withdrawForce: changes(contract.withdrawal, nothing, withdrawForce, {
    summary: 'Take a decision on a respondent back',
    failures: ['NOT_FOUND', 'NOT_FORCED'],
    description: 'Takes a force-red or a force-green back.',
  }),
  assignRespondent: changes(contract.assignment, nothing, assignRespondent, {
    summary: 'Give a respondent to another agency',
    failures: ['NOT_FOUND', 'ALREADY_SET'],
  }),
})
