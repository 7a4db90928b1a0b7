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

const submissionNotes = `Submits the answers of one person. An answer is the value of a choice, a date as \`YYYY-MM-DD\`, a number in ASCII digits with a decimal point, or text; empty means unanswered. An invalid answer is a 422 at \`["answers", identifier]\`, and so is an unknown identifier. A follow-up is required only when it is asked, and dropped otherwise.

Send an \`idempotencyKey\` (or the \`Idempotency-Key\` header) to make retries safe: the same key returns the same \`anonymousId\`.

**Side effects:** a red respondent is assigned to an agency; a green one is invited.

Only past the limit of a network address, a 429 carries a \`challenge\`. Find an integer N such that the SHA-256 of \`challenge + ":" + N\` begins with as many zero bits as the second part of the challenge says (\`v1.18.…\`: 18), and send the same call with \`"proof": challenge + ":" + N\`. A challenge is valid for 10 minutes and a proof for one call.`

export const responsesRouter = router({
  // Manual because concurrent submissions share one transaction.
  addNewQuestionnaireResponse: manualMutation
    .meta({
      summary: 'Submit the answers to a questionnaire',
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
      summary: 'Get the status of a respondent, with their number and the contact they provided',
      noBatch: true,
      limited: true,
      failures: ['NOT_FOUND'],
      description:
        'One of four answers, never a flag. `NOT_FOUND` whichever half of the pair is wrong. Past a limit of the number, the 429 carries a `challenge`, as for a submission.',
    })
    .input(statusRequest)
    .output(respondentStatus)
    .mutation(({ ctx, input }) => getStatus(ctx, input)),
  getAllResponses: query
    .meta({
      summary: 'List respondents of one workshop or all, newest first',
      failures: ['NOT_FOUND'],
      description: '`NOT_FOUND`: an unknown workshop. An unknown agency has no respondents.',
    })
    .input(contract.allResponses)
    .output(contract.respondentPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await everyone(ctx, input.name, input.agencyId), input)),
  getChanges: query
    .meta({
      summary: 'List respondents who arrived, changed or were deleted since a cursor',
      failures: ['NOT_FOUND'],
      description:
        'For integrations; not used by Portico’s screens. Keep the `cursor` and send it with the next call: nothing is missed, even during concurrent writes, and other readers are not affected. A change is an arrival, a decision, a correction, a move to another workshop, an assignment, a check-in, whether they must be telephoned, or a deletion; each respondent is returned in their current state, so several changes may be combined. Changes to other fields are not reported on their own. `includeAnswers` with an API token also needs `responses/getRespondentAnswerInfo`. `NOT_FOUND`: an unknown workshop.',
    })
    .input(change.changesSince)
    .output(change.changes)
    .query(({ ctx, input }) => getChanges(ctx, input)),
  getOverview: query
    .meta({
      summary: 'Count respondents by flag, language, agency and day',
      failures: ['NOT_FOUND'],
      description: '`NOT_FOUND`: an unknown workshop.',
    })
    .input(overviews.overviewOf)
    .output(overviews.overview)
    .query(({ ctx, input }) => getOverview(ctx, input)),
  getFigures: query
    .meta({
      summary: 'Get figures on decision times, attendance and responses by week',
      failures: ['NOT_FOUND'],
      description: 'Groups of fewer than five are left out. `NOT_FOUND`: an unknown workshop.',
    })
    .input(overviews.overviewOf)
    .output(overviews.figures)
    .query(({ ctx, input }) => getFigures(ctx, input)),
  getResponseForAdmin: query
    .meta({
      summary: 'Get a respondent',
      failures: ['NOT_FOUND'],
    })
    .input(byRespondent)
    .output(contract.respondentEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await everyone(ctx), input)),
  getRespondentAnswerInfo: query
    .meta({
      summary: 'Get the answers of a respondent assigned to you, with their flags',
      failures: ['NOT_FOUND', 'CASE_MOVED'],
      description: '`CASE_MOVED` tells those who were reading the case who moved it, when and why; for others it is not found.',
    })
    .input(byRespondent)
    .output(contract.answerInfo)
    .query(async ({ ctx, input }) => getAnswers(ctx, await reviewable(ctx), input)),
  getWorkshopGreenDotResponses: query
    .meta({
      summary: 'List the green dots of a workshop, newest first',
      failures: ['VOLUNTEER_CANT_ACCESS_WORKSHOP'],
      description:
        'A volunteer without a valid grant gets this error whether or not the workshop exists; an agency that does not take part gets an empty list.',
    })
    .input(contract.greenDots)
    .output(contract.greenDotPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await greenDotsOf(ctx, input.name), input)),
  getWorkshopGreenDotRespondent: query
    .meta({ summary: 'Get a green dot', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.greenDotEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await greenDotsReachable(ctx), input)),
  getWorkshopGreenDotAnswerInfo: query
    .meta({ summary: 'Get the answers of a green dot, with their flags', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(contract.greenDotAnswerInfo)
    .query(async ({ ctx, input }) => getAnswers(ctx, await greenDotsReachable(ctx), input)),
  submitWorkshopGreenDotAnswerOverride: mutation
    .meta({
      summary: 'Reverse the flag of an answer of a green dot',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'INVALID_REQUEST'],
      description:
        'Staff at check-in may override an answer of a green dot to red. Of a respondent who is no longer a green dot they may only take back their own override made there, while it is the newest decision on that answer, whatever `basedOn` is; anything else is `NOT_FOUND`. `INVALID_REQUEST`: this question is not a red-flag question. 429 for red once the account has decided 50 times on answers of the respondent there. **Side effects:** a red respondent without an agency is assigned to one; one who is green again is invited, 12 seconds later and only once.',
    })
    .input(contract.answerOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideAnswer(ctx, await greenDotsDecidable(ctx), input)),
  submitWorkshopGreenDotRespondentStatusOverride: mutation
    .meta({
      summary: 'Mark a green dot red or green',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'RED_ANSWERS_REMAIN'],
      description:
        'Volunteers may only mark red; marking green is `FORBIDDEN`. **Side effects:** a red respondent without an agency is assigned to one; one who is green again is invited, 12 seconds later and only once.',
    })
    .input(contract.statusOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideStatus(ctx, await greenDotsDecidable(ctx), input)),
  withdrawForce: mutation
    .meta({
      summary: 'Undo a decision on a respondent',
      failures: ['NOT_FOUND', 'NOT_FORCED', 'CASE_CHANGED'],
      description:
        'Removes a force-red or a force-green. **Side effects:** a red respondent without an agency is assigned to one; one who is green again is invited, 12 seconds later and only once.',
    })
    .input(contract.withdrawal)
    .output(nothing)
    .mutation(({ ctx, input }) => withdrawForce(ctx, input)),
  previewNewRules: mutation
    .meta({
      summary: 'Preview the rules of the newest version on open cases of earlier ones',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        'Changes nothing. Runs in the background; `questionnaires/getRuleTrial` returns its progress and `questionnaires/getRuleTrialList` the respondents it would change. `INVALID_REQUEST`: there is a newer version.',
    })
    .input(newRulesRequest)
    .output(trialStarted)
    .mutation(({ ctx, input }) => previewNewRules(ctx, input)),
  applyNewRules: mutation
    .meta({
      summary: 'Apply the new rules to the previewed cases',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        "Runs apart from the request, each case once and with an audit entry of its own; what was decided since the preview stays. **Side effects:** overrides of answers in the caller's name, with the reason of the rule; who is in progress without an agency is assigned to one. Nobody is invited by it, and who was told to come and is not green any more has to be telephoned.",
    })
    .input(trialRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => applyNewRules(ctx, input)),
  assignRespondents: mutation
    .meta({
      summary: 'Assign several respondents to another agency',
      failures: ['NOT_FOUND'],
      description:
        'Applies to all or none. Those already assigned to it are unchanged. No e-mail is sent immediately; the agency’s workday e-mail includes them.',
    })
    .input(decidedList.assignments)
    .output(decidedList.assigned)
    .mutation(({ ctx, input }) => assignRespondents(ctx, input)),
  assignRespondent: mutation
    .meta({
      summary: 'Assign a respondent to another agency',
      failures: ['NOT_FOUND', 'ALREADY_SET'],
      description:
        '`ALREADY_SET`: the agency already has the case. No e-mail is sent immediately; the agency’s workday e-mail includes it.',
    })
    .input(decidedList.assignment)
    .output(nothing)
    .mutation(({ ctx, input }) => assignRespondent(ctx, input)),
})
