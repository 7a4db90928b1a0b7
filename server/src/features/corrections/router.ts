import * as contract from '@portico/shared/contract/corrections'
import { byRespondent, nothing } from '@portico/shared/contract/fields'
import { mutation, query, router } from '../../api/procedures.ts'
import { correctAnswers, previewCorrection } from './correct-answers.ts'
import { moveRespondent } from './move-respondent.ts'
import { listSetAside } from './queries.ts'
import { mergeRespondents, returnRespondent, withdrawRespondent } from './set-aside.ts'

export const correctionsRouter = router({
  previewCorrection: query
    .meta({
      summary: 'Preview a correction of answers or contact data',
      failures: ['NOT_FOUND', 'ALREADY_SET'],
      description: 'An invalid answer is a 422 at `["answers", identifier]`, as for a submission. `ALREADY_SET`: nothing would change.',
    })
    .input(contract.corrected)
    .output(contract.correctionPreview)
    .query(({ ctx, input }) => previewCorrection(ctx, input)),
  correctAnswers: mutation
    .meta({
      summary: 'Correct answers or contact data of a respondent',
      failures: ['NOT_FOUND', 'CASE_CHANGED', 'ALREADY_SET'],
      description:
        'Applies what was previewed for this `version`. Previous values are kept in the history; overrides of corrected answers are removed. **Side effects:** a respondent who is now green and was not invited is invited, 12 seconds later and only once; one who now needs an agency is assigned to one.',
    })
    .input(contract.correction)
    .output(nothing)
    .mutation(({ ctx, input }) => correctAnswers(ctx, input)),
  moveRespondent: mutation
    .meta({
      summary: 'Move a respondent to another workshop',
      failures: ['NOT_FOUND', 'CASE_CHANGED', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: they are checked in, the workshop is over, or exactly one of the two is a test. **Side effects:** anyone who was invited is told the new date and place; finished files that contain them are deleted; an agency that does not take part in the new workshop loses the case.',
    })
    .input(contract.relocation)
    .output(nothing)
    .mutation(({ ctx, input }) => moveRespondent(ctx, input)),
  withdrawRespondent: mutation
    .meta({
      summary: 'Withdraw a case at the respondent’s request',
      failures: ['NOT_FOUND'],
      description: 'It is excluded from every list, count, export and message until an admin restores it; nothing is deleted.',
    })
    .input(contract.caseWithdrawal)
    .output(nothing)
    .mutation(({ ctx, input }) => withdrawRespondent(ctx, input)),
  mergeRespondents: mutation
    .meta({
      summary: 'Merge a case into another case of the same person',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: both are the same, one belongs to a test workshop, or the one to be merged is checked in. They can be separated for 30 days.',
    })
    .input(contract.merger)
    .output(nothing)
    .mutation(({ ctx, input }) => mergeRespondents(ctx, input)),
  returnRespondent: mutation
    .meta({
      summary: 'Restore a withdrawn or merged case',
      failures: ['NOT_FOUND', 'UNDO_REFUSED'],
      description: '**Side effects:** what was pending: assignment to an agency, or an invitation that was not sent.',
    })
    .input(byRespondent)
    .output(nothing)
    .mutation(({ ctx, input }) => returnRespondent(ctx, input)),
  getSetAsideList: query
    .meta({ summary: 'List withdrawn and merged cases, newest first' })
    .input(contract.setAsideList)
    .output(contract.setAsidePage)
    .query(({ ctx, input }) => listSetAside(ctx, input)),
})
