import { z } from 'zod'
import * as contract from '@portico/shared/contract/agency'
import * as cases from '@portico/shared/contract/cases'
import * as decidedList from '@portico/shared/contract/decided-list'
import { byRespondent, nothing } from '@portico/shared/contract/fields'
import * as notes from '@portico/shared/contract/notes'
import * as responses from '@portico/shared/contract/responses'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { previewInvitation, recordCall, recordCalls, sendInvitationAgain } from '../responses/contact/commands.ts'
import { getContactLog } from '../responses/contact/contact-log.ts'
import { listDecided } from '../responses/listing/decided.ts'
import { getRespondent, listRespondents } from '../responses/queries.ts'
import { claimCase, releaseCase } from '../responses/review/claims.ts'
import { overrideAnswer, overrideStatus } from '../responses/review/review.ts'
import { addNote, getNotes } from '../responses/notes/notes.ts'
import { undoDecision } from '../responses/review/undo.ts'
import { assignedTo, reviewable } from '../responses/scope.ts'
import { saveAgency, saveReminder } from './commands.ts'
import { listReasons, removeReason, saveReason } from './reasons.ts'
import { remindAgency } from './remind-reviewers.ts'
import { getReminder, listAgencies, listAgencyDetails, listMyAgencies } from './queries.ts'

export const agencyRouter = router({
  getMyAgencyList: query
    .meta({ summary: 'List the agencies you belong to' })
    .input(noInput)
    .output(z.array(contract.agency))
    .query(({ ctx }) => listMyAgencies(ctx)),
  getAllAgencies: query
    .meta({ summary: 'List all agencies' })
    .input(noInput)
    .output(z.array(contract.agency))
    .query(({ ctx }) => listAgencies(ctx)),
  getAgencyDetails: query
    .meta({ summary: 'List all agencies with their settings' })
    .input(noInput)
    .output(z.array(contract.agencyDetails))
    .query(({ ctx }) => listAgencyDetails(ctx)),
  saveAgency: mutation
    .meta({
      summary: 'Create or change an agency',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'CHANGED_MEANWHILE'],
      description:
        '`INVALID_REQUEST`: there is already an agency with this name. `CHANGED_MEANWHILE`: its version is no longer `ifVersion`; the message says who saved it and when.',
    })
    .input(contract.saveAgency)
    .output(contract.agency)
    .mutation(({ ctx, input }) => saveAgency(ctx, input)),
  getAssignedRespondents: query
    .meta({
      summary: 'List respondents assigned to an agency, newest first',
      description: 'Empty for an agency you do not belong to, as for one that does not exist.',
    })
    .input(responses.assigned)
    .output(responses.respondentPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await assignedTo(ctx, input.agencyId), input)),
  getAssignedRespondent: query
    .meta({
      summary: 'Get a respondent assigned to you',
      failures: ['NOT_FOUND'],
    })
    .input(byRespondent)
    .output(responses.respondentEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await reviewable(ctx), input)),
  getDecidedRespondents: query
    .meta({
      summary: 'List respondents an agency marked green or red, newest decision first',
      description: 'Empty for an agency you do not belong to, as for one that does not exist.',
    })
    .input(decidedList.decidedBy)
    .output(decidedList.decidedPage)
    .query(async ({ ctx, input }) => listDecided(ctx, await assignedTo(ctx, input.agencyId), input)),
  getContactLog: query
    .meta({ summary: 'List the messages and telephone calls of a respondent assigned to you', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(cases.contactLog)
    .query(async ({ ctx, input }) => getContactLog(ctx, await reviewable(ctx), input)),
  recordCall: mutation
    .meta({
      summary: 'Record a telephone call to a respondent',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'A respondent who was reached no longer needs to be telephoned. `callAgainOn` is only valid with `call-again`.',
    })
    .input(cases.callNote)
    .output(nothing)
    .mutation(async ({ ctx, input }) => recordCall(ctx, await reviewable(ctx), input)),
  recordCalls: mutation
    .meta({
      summary: 'Record a telephone call to each of several respondents',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'Applies to all or none. Respondents who were reached no longer need to be telephoned.',
    })
    .input(cases.callNotes)
    .output(nothing)
    .mutation(async ({ ctx, input }) => recordCalls(ctx, await reviewable(ctx), input)),
  remindAgency: mutation
    .meta({
      summary: 'Remind the reviewers of an agency of waiting cases',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        '**Side effects:** an e-mail to each of them, with the number of waiting cases and how long they have waited, but no names. `ALREADY_SET`: less than 24 hours since the last reminder. `INVALID_REQUEST`: no case waits, or no reviewer could be notified.',
    })
    .input(contract.agencyToRemind)
    .output(contract.agencyReminded)
    .mutation(({ ctx, input }) => remindAgency(ctx, input)),
  previewInvitation: query
    .meta({ summary: 'Preview the current invitation of a respondent', failures: ['NOT_FOUND', 'NOT_INVITED'] })
    .input(byRespondent)
    .output(cases.invitationPreview)
    .query(async ({ ctx, input }) => previewInvitation(ctx, await reviewable(ctx), input)),
  sendInvitationAgain: mutation
    .meta({
      summary: 'Resend the invitation of a respondent',
      failures: ['NOT_FOUND', 'NOT_INVITED', 'INVALID_REQUEST'],
      description: '`INVALID_REQUEST`: a message about the workshop is on its way, or three were sent in the last 24 hours.',
    })
    .input(byRespondent)
    .output(nothing)
    .mutation(async ({ ctx, input }) => sendInvitationAgain(ctx, await reviewable(ctx), input)),
  getReminder: query
    .meta({ summary: 'Get whether you receive workday e-mails about waiting cases' })
    .input(noInput)
    .output(cases.reminder)
    .query(({ ctx }) => getReminder(ctx)),
  saveReminder: mutation
    .meta({ summary: 'Set whether you receive workday e-mails about waiting cases' })
    .input(cases.reminder)
    .output(cases.reminder)
    .mutation(({ ctx, input }) => saveReminder(ctx, input)),
  claimCase: mutation
    .meta({
      summary: 'Claim a case that you are reading',
      failures: ['NOT_FOUND'],
      description:
        'For 15 minutes; the same call renews it. Somebody else’s claim is kept unless you take it over. A claim locks nothing. Returns the current claim.',
    })
    .input(cases.claim)
    .output(cases.caseClaim)
    .mutation(async ({ ctx, input }) => claimCase(ctx, await reviewable(ctx), input)),
  releaseCase: mutation
    .meta({ summary: 'Release the claim on a case', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(nothing)
    .mutation(async ({ ctx, input }) => releaseCase(ctx, await reviewable(ctx), input)),
  submitAnswerOverride: mutation
    .meta({
      summary: 'Reverse the flag of an answer',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'INVALID_REQUEST'],
      description:
        'Overriding to the initial flag removes the override. Making an answer red removes a force-green. `INVALID_REQUEST`: this question is not a red-flag question. **Side effects:** a red respondent without an agency is assigned to one; one who is green again is invited, 12 seconds later and only once.',
    })
    .input(responses.answerOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideAnswer(ctx, await reviewable(ctx), input)),
  submitRespondentStatusOverride: mutation
    .meta({
      summary: 'Mark a respondent green or fully red',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'RED_ANSWERS_REMAIN', 'MARKED_FULLY_RED'],
      description:
        '**Side effects:** a green respondent is invited, 12 seconds later and only once, however often the call is repeated; a red one without an agency is assigned to one.',
    })
    .input(responses.statusOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideStatus(ctx, await reviewable(ctx), input)),
  undoDecision: mutation
    .meta({
      summary: 'Undo the newest decision on a case',
      failures: ['NOT_FOUND', 'NOT_FORCED', 'CASE_CHANGED', 'UNDO_REFUSED'],
      description:
        'Possible for 24 hours; a force by your own agency only until a message was sent. The previous state is restored, and the history shows both.',
    })
    .input(responses.undoing)
    .output(nothing)
    .mutation(async ({ ctx, input }) => undoDecision(ctx, await reviewable(ctx), input)),
  getReasonList: query
    .meta({ summary: 'List the frequently used reasons of an agency', description: 'Empty for an agency you do not belong to.' })
    .input(notes.ofAgency)
    .output(z.array(notes.reasonTemplate))
    .query(({ ctx, input }) => listReasons(ctx, input)),
  saveReason: mutation
    .meta({
      summary: 'Add or change a frequently used reason',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description: '`INVALID_REQUEST`: the agency already has 30.',
    })
    .input(notes.saveReason)
    .output(notes.reasonTemplate)
    .mutation(({ ctx, input }) => saveReason(ctx, input)),
  removeReason: mutation
    .meta({ summary: 'Remove a frequently used reason', failures: ['NOT_FOUND'] })
    .input(notes.removeReason)
    .output(nothing)
    .mutation(({ ctx, input }) => removeReason(ctx, input)),
  getNotes: query
    .meta({
      summary: 'List the notes on a case',
      failures: ['NOT_FOUND'],
      description: 'Those of your agency, and those that admins shared.',
    })
    .input(byRespondent)
    .output(notes.caseNotes)
    .query(async ({ ctx, input }) => getNotes(ctx, await reviewable(ctx), input)),
  addNote: mutation
    .meta({
      summary: 'Add a note to a case',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'Mentioned colleagues get an e-mail without the text of the note.',
    })
    .input(notes.addNote)
    .output(nothing)
    .mutation(async ({ ctx, input }) => addNote(ctx, await reviewable(ctx), input)),
})
