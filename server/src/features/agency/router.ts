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
    .meta({ summary: 'The agencies you belong to' })
    .input(noInput)
    .output(z.array(contract.agency))
    .query(({ ctx }) => listMyAgencies(ctx)),
  getAllAgencies: query
    .meta({ summary: 'Every agency' })
    .input(noInput)
    .output(z.array(contract.agency))
    .query(({ ctx }) => listAgencies(ctx)),
  getAgencyDetails: query
    .meta({ summary: 'Every agency with its settings' })
    .input(noInput)
    .output(z.array(contract.agencyDetails))
    .query(({ ctx }) => listAgencyDetails(ctx)),
  saveAgency: mutation
    .meta({
      summary: 'Create or change an agency',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'CHANGED_MEANWHILE'],
      description:
        '`INVALID_REQUEST`: there is already an agency of this name. `CHANGED_MEANWHILE`: it is not at `ifVersion` any more; the message says who saved it and when.',
    })
    .input(contract.saveAgency)
    .output(contract.agency)
    .mutation(({ ctx, input }) => saveAgency(ctx, input)),
  getAssignedRespondents: query
    .meta({
      summary: 'Respondents assigned to an agency, newest first',
      description: 'Empty for an agency you do not belong to, as for one that does not exist.',
    })
    .input(responses.assigned)
    .output(responses.respondentPage)
    .query(async ({ ctx, input }) => listRespondents(ctx, await assignedTo(ctx, input.agencyId), input)),
  getAssignedRespondent: query
    .meta({
      summary: 'A respondent who is assigned to you',
      failures: ['NOT_FOUND'],
    })
    .input(byRespondent)
    .output(responses.respondentEntry)
    .query(async ({ ctx, input }) => getRespondent(ctx, await reviewable(ctx), input)),
  getDecidedRespondents: query
    .meta({
      summary: 'Respondents whom an agency marked green or red, the newest decision first',
      description: 'Empty for an agency you do not belong to, as for one that does not exist.',
    })
    .input(decidedList.decidedBy)
    .output(decidedList.decidedPage)
    .query(async ({ ctx, input }) => listDecided(ctx, await assignedTo(ctx, input.agencyId), input)),
  getContactLog: query
    .meta({ summary: 'The messages and telephone calls of a respondent who is assigned to you', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(cases.contactLog)
    .query(async ({ ctx, input }) => getContactLog(ctx, await reviewable(ctx), input)),
  recordCall: mutation
    .meta({
      summary: 'Note a telephone call to a respondent',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'Reached, they need not be telephoned any more. `callAgainOn` belongs to `call-again` only.',
    })
    .input(cases.callNote)
    .output(nothing)
    .mutation(async ({ ctx, input }) => recordCall(ctx, await reviewable(ctx), input)),
  recordCalls: mutation
    .meta({
      summary: 'Note a telephone call to each of several respondents',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'All of them or none. Who was reached need not be telephoned any more.',
    })
    .input(cases.callNotes)
    .output(nothing)
    .mutation(async ({ ctx, input }) => recordCalls(ctx, await reviewable(ctx), input)),
  remindAgency: mutation
    .meta({
      summary: 'Remind the reviewers of an agency of the cases that wait',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        '**Causes:** an e-mail to each of them, with how many wait and how long, and nobody’s name. `ALREADY_SET`: within 24 hours of the last time. `INVALID_REQUEST`: nobody waits, or nobody could be told.',
    })
    .input(contract.agencyToRemind)
    .output(contract.agencyReminded)
    .mutation(({ ctx, input }) => remindAgency(ctx, input)),
  previewInvitation: query
    .meta({ summary: 'The invitation of a respondent as it would go out now', failures: ['NOT_FOUND', 'NOT_INVITED'] })
    .input(byRespondent)
    .output(cases.invitationPreview)
    .query(async ({ ctx, input }) => previewInvitation(ctx, await reviewable(ctx), input)),
  sendInvitationAgain: mutation
    .meta({
      summary: 'Send a respondent the invitation again',
      failures: ['NOT_FOUND', 'NOT_INVITED', 'INVALID_REQUEST'],
      description: '`INVALID_REQUEST`: one is on its way, or three went out in the last 24 hours.',
    })
    .input(byRespondent)
    .output(nothing)
    .mutation(async ({ ctx, input }) => sendInvitationAgain(ctx, await reviewable(ctx), input)),
  getReminder: query
    .meta({ summary: 'Whether you are e-mailed on workdays about the cases that wait' })
    .input(noInput)
    .output(cases.reminder)
    .query(({ ctx }) => getReminder(ctx)),
  saveReminder: mutation
    .meta({ summary: 'Choose whether to be e-mailed on workdays about the cases that wait' })
    .input(cases.reminder)
    .output(cases.reminder)
    .mutation(({ ctx, input }) => saveReminder(ctx, input)),
  claimCase: mutation
    .meta({
      summary: 'Say that you are reading a case',
      failures: ['NOT_FOUND'],
      description:
        'For 15 minutes; the same call renews it. Somebody else’s claim stands unless you take it over. It locks nothing. Answers the claim that holds now.',
    })
    .input(cases.claim)
    .output(cases.caseClaim)
    .mutation(async ({ ctx, input }) => claimCase(ctx, await reviewable(ctx), input)),
  releaseCase: mutation
    .meta({ summary: 'Say that you are not reading a case any more', failures: ['NOT_FOUND'] })
    .input(byRespondent)
    .output(nothing)
    .mutation(async ({ ctx, input }) => releaseCase(ctx, await reviewable(ctx), input)),
  submitAnswerOverride: mutation
    .meta({
      summary: 'Reverse the flag of an answer',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'INVALID_REQUEST'],
      description:
        'Overriding to the initial flag removes the override. Making an answer red removes a force-green. `INVALID_REQUEST`: this question is not a red-flag question. **Causes:** red without an agency is assigned to one; green again is invited by e-mail, 12 seconds later and once.',
    })
    .input(responses.answerOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideAnswer(ctx, await reviewable(ctx), input)),
  submitRespondentStatusOverride: mutation
    .meta({
      summary: 'Mark a respondent green or fully red',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED', 'RED_ANSWERS_REMAIN', 'MARKED_FULLY_RED'],
      description:
        '**Causes:** green is invited by e-mail, 12 seconds later and once, however often it is repeated; red without an agency is assigned to one.',
    })
    .input(responses.statusOverride)
    .output(nothing)
    .mutation(async ({ ctx, input }) => overrideStatus(ctx, await reviewable(ctx), input)),
  undoDecision: mutation
    .meta({
      summary: 'Undo the newest decision on a case',
      failures: ['NOT_FOUND', 'NOT_FORCED', 'CASE_CHANGED', 'UNDO_REFUSED'],
      description:
        'Within 24 hours, and a force of your own agency only until a message went out. Everything is as it was before, and the history shows both.',
    })
    .input(responses.undoing)
    .output(nothing)
    .mutation(async ({ ctx, input }) => undoDecision(ctx, await reviewable(ctx), input)),
  getReasonList: query
    .meta({ summary: 'The reasons that an agency gives often', description: 'Empty for an agency you do not belong to.' })
    .input(notes.ofAgency)
    .output(z.array(notes.reasonTemplate))
    .query(({ ctx, input }) => listReasons(ctx, input)),
  saveReason: mutation
    .meta({
      summary: 'Add or change a reason that an agency gives often',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description: '`INVALID_REQUEST`: the agency has 30.',
    })
    .input(notes.saveReason)
    .output(notes.reasonTemplate)
    .mutation(({ ctx, input }) => saveReason(ctx, input)),
  removeReason: mutation
    .meta({ summary: 'Remove a reason that an agency gives often', failures: ['NOT_FOUND'] })
    .input(notes.removeReason)
    .output(nothing)
    .mutation(({ ctx, input }) => removeReason(ctx, input)),
  getNotes: query
    .meta({ summary: 'The notes on a case', failures: ['NOT_FOUND'], description: 'Those of your agency, and shared ones of the admins.' })
    .input(byRespondent)
    .output(notes.caseNotes)
    .query(async ({ ctx, input }) => getNotes(ctx, await reviewable(ctx), input)),
  addNote: mutation
    .meta({
      summary: 'Note something on a case',
      limit: { name: 'notePerAccount', by: 'account' },
      failures: ['NOT_FOUND'],
      description: 'Whoever is mentioned gets an e-mail that does not say what was noted.',
    })
    .input(notes.addNote)
    .output(nothing)
    .mutation(async ({ ctx, input }) => addNote(ctx, await reviewable(ctx), input)),
})
