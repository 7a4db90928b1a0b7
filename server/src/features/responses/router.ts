import { byRespondent, nothing } from '@portico/shared/contract/fields'
import * as change from '@portico/shared/contract/changes'
import * as decidedList from '@portico/shared/contract/decided-list'
import * as overviews from '@portico/shared/contract/overview'
import * as contract from '@portico/shared/contract/responses'
import { previewNewRules as newRulesRequest, trialRequest, trialStarted } from '@portico/shared/contract/rule-trials'
import { respondentStatus, statusRequest } from '@portico/shared/contract/respondent-status'
import { manualMutation, mutation, query, router } from '../../api/procedures.ts'
import { assignRespondent, assignRespondents } from './commands.ts'
import { submitResponse } from './submission/submit-response.ts'
import { getChanges } from './listing/changes.ts'
import { getFigures } from './listing/figures.ts'
import { getOverview } from './listing/overview.ts'
import { applyNewRules, previewNewRules } from './new-rules/commands.ts'
import { getAnswers, getRespondent, listRespondents } from './queries.ts'
import { overrideAnswer, overrideStatus, withdrawForce } from './review/review.ts'
import { getStatus } from './status.ts'
import { everyone, greenDotsDecidable, greenDotsOf, greenDotsReachable, reviewable } from './scope.ts'

const submissionNotes = `The answers of one person. An answer is a choice's value, a day as \`YYYY-MM-DD\`, a number in ASCII digits with a point, or text; empty means unanswered. A fault is a 422 at \`["answers", identifier]\`, an unknown identifier too. A follow-up is required only when its question asks it, and dropped when not.

Send an \`idempotencyKey\` (or the \`Idempotency-Key\` header) and repeat the call as often as you like: the same key answers with the same \`anonymousId\`.

**Causes:** who is red is assigned to an agency; who is green gets an invitation by e-mail.

Only past the limit of one address, a 429 carries a \`challenge\`. Find a whole number N such that the SHA-256 of \`challenge + ":" + N\` begins with as many zero bits as the second part of the challenge says (\`v1.18.…\`: 18), and send the same call with \`"proof": challenge + ":" + N\`. A challenge is valid for 10 minutes and a proof for one call.`

export const responsesRouter = router({
  // Manual because concurrent submissions share one transaction.
  addNewQuestionnaireResponse: manualMutation
    .meta({
      summary: 'Send the answers to a questionnaire',
      noBatch: true,
      limited: true,
      failures: ['NO_QUESTIONNAIRE_REGISTERED', 'REGISTRATION_DISABLED', 'IDEMPOTENCY_KEY_REUSED'],
      description: submissionNotes,
    })
    .input(contract.submission)
    .output(contract.submitted)
    .mutation(({ ctx, input }) => submitResponse(ctx, input)),
  // Manual because attempts are counted before anything is read.
  getStatus: manualMutation
    .meta({
      summary: 'Where a respondent is, for their number and the contact that they gave',
      noBatch: true,
      limited: true,
      failures: ['NOT_FOUND'],
      description:
        'One of four answers, never a flag. `NOT_FOUND` whichever half of the pair is wrong. Past a limit of the number, a 429 carries a `challenge`, as for a submission.',
    })
    .input(statusRequest)
    .output(respondentStatus)
    .mutation(({ ctx, input }) => getStatus(ctx, input)),
  getAllResponses: query
    .meta({
      summary: 'Respondents of a workshop or of all, newest first',
      failures: ['NOT_FOUND'],
      description: '`NOT_FOUND`: an unknown workshop. An unknown agency has no one.',
    })
    .input(contract.allResponses)
    .output(contract.respondentPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await everyone(ctx, input.name, input.agencyId), input)),
  getChanges: query
    .meta({
      summary: 'Respondents who arrived, changed or were deleted since you last asked',
      failures: ['NOT_FOUND'],
      description:
        'For integrations: no screen of Portico uses it. Keep the `cursor` and send it with the next call: nothing is passed over, however many write at once, and nobody else’s reading is touched. A change is an arrival, a decision, a correction, a move to another workshop, an assignment, a check-in, whether they must be telephoned, a deletion; each respondent comes as they are now, so that several changes are one. What else an entry shows comes along unreported. `includeAnswers` needs, with an API token, `responses/getRespondentAnswerInfo` too. `NOT_FOUND`: an unknown workshop.',
    })
    .input(change.changesSince)
    .output(change.changes)
    .query(({ ctx, input }) => getChanges(ctx, input)),
  getOverview: query
    .meta({
      summary: 'How many respondents there are, by flag, language, agency and day',
      failures: ['NOT_FOUND'],
      description: '`NOT_FOUND`: an unknown workshop.',
    })
    .input(overviews.overviewOf)
    .output(overviews.overview)
    .query(({ ctx, input }) => getOverview(ctx, input)),
  getFigures: query
    .meta({
      summary: 'How long decisions took, who did not come, and how many responded each week',
      failures: ['NOT_FOUND'],
      description: 'Groups of fewer than five are left out. `NOT_FOUND`: an unknown workshop.',
    })
    .input(overviews.overviewOf)
    .output(overviews.figures)
    .query(({ ctx, input }) => getFigures(ctx, input)),
  getResponseForAdmin: query
    .meta({
      summary: 'One respondent',
      failures: ['NOT_FOUND'],
    })
    .input(byRespondent)
    .output(contract.respondentEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await everyone(ctx), input)),
  getRespondentAnswerInfo: query
    .meta({
      summary: 'The answers of a respondent who is assigned to you, with their flags',
      failures: ['NOT_FOUND', 'CASE_MOVED'],
      description: '`CASE_MOVED` says who moved it, when and why, to those who were reading the case just then; to others it is not found.',
    })
    .input(byRespondent)
    .output(contract.answerInfo)
    .query(async ({ ctx, input }) => getAnswers(ctx, await reviewable(ctx), input)),
  getWorkshopGreenDotResponses: query
    .meta({
      summary: 'The green dots of a workshop, newest first',
      failures: ['VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description:
        'A volunteer without a valid grant gets this error whether or not the workshop exists; an agency that does not take part gets an empty list.',
    })
    .input(contract.greenDots)
    .output(contract.greenDotPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await greenDotsOf(ctx, input.name), input)),
  getWorkshopGreenDotRespondent: query
    .meta({ summary: 'One green dot', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.greenDotEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await greenDotsReachable(ctx), input)),
  getWorkshopGreenDotAnswerInfo: query
    .meta({ summary: 'The answers of a green dot, with their flags', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.greenDotAnswerInfo)
    .query(async ({ ctx, input }) => getAnswers(ctx, await greenDotsReachable(ctx), input)),
  submitWorkshopGreenDotAnswerOverride: mutation
    .meta({
      summary: 'Reverse the flag of an answer of a green dot',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'INVALID_REQUEST'],
      description:
        'Staff at check-in turn an answer red, and back to green only what they turned themselves; anything else is `FORBIDDEN`. `INVALID_REQUEST`: this question is not a red-flag question. **Causes:** red without an agency is assigned to one; green again is invited by e-mail, 12 seconds later and once.',
    })
    .input(contract.answerOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideAnswer(ctx, await greenDotsDecidable(ctx), input)),
  submitWorkshopGreenDotRespondentStatusOverride: mutation
    .meta({
      summary: 'Mark a green dot red or green',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'RED_ANSWERS_REMAIN'],
      description:
        'Volunteers mark red only; green from them is `FORBIDDEN`. **Causes:** red without an agency is assigned to one; green again is invited by e-mail, 12 seconds later and once.',
    })
    .input(contract.statusOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideStatus(ctx, await greenDotsDecidable(ctx), input)),
  withdrawForce: mutation
    .meta({
      summary: 'Undo a decision on a respondent',
      failures: ['NOT_FOUND', 'NOT_FORCED', 'CASE_CHANGED'],
      description:
        'Removes a force-red or a force-green. **Causes:** red without an agency is assigned to one; green again is invited by e-mail, 12 seconds later and once.',
    })
    .input(contract.withdrawal)
    .output(nothing)
    .mutation(({ ctx, input }) => withdrawForce(ctx, input)),
  previewNewRules: mutation
    .meta({
      summary: 'Try the rules of the newest version on the open cases of earlier ones; changes nothing',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        'Runs apart from the request; `questionnaires/getRuleTrial` says how far it is and `questionnaires/getRuleTrialList` whom it would change. `INVALID_REQUEST`: there is a newer version.',
    })
    .input(newRulesRequest)
    .output(trialStarted)
    .mutation(({ ctx, input }) => previewNewRules(ctx, input)),
  applyNewRules: mutation
    .meta({
      summary: 'Give the previewed cases the flags of the new rules',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        "Runs apart from the request, each case once and with an audit entry of its own; what was decided since the preview stays. **Causes:** overrides of answers in the caller's name, with the reason of the rule; who is in progress without an agency is assigned to one. Nobody is invited by it, and who was told to come and is not green any more has to be telephoned.",
    })
    .input(trialRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => applyNewRules(ctx, input)),
  assignRespondents: mutation
    .meta({
      summary: 'Give several respondents to another agency',
      failures: ['NOT_FOUND'],
      description:
        'All of them or none. Those whom it has already stay. Sends nothing at once; the workday e-mail of the agency counts them.',
    })
    .input(decidedList.assignments)
    .output(decidedList.assigned)
    .mutation(({ ctx, input }) => assignRespondents(ctx, input)),
  assignRespondent: mutation
    .meta({
      summary: 'Give a respondent to another agency',
      failures: ['NOT_FOUND', 'ALREADY_SET'],
      description: '`ALREADY_SET`: the agency has the case. Sends nothing at once; the workday e-mail of the agency counts it.',
    })
    .input(decidedList.assignment)
    .output(nothing)
    .mutation(({ ctx, input }) => assignRespondent(ctx, input)),
})
