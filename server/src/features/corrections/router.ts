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
      summary: 'What would follow from correcting answers or contact data',
      failures: ['NOT_FOUND', 'ALREADY_SET'],
      description:
        'Changes nothing. A fault is a 422 at `["answers", identifier]`, as of a submission. `ALREADY_SET`: nothing would change.',
    })
    .input(contract.corrected)
    .output(contract.correctionPreview)
    .query(({ ctx, input }) => previewCorrection(ctx, input)),
  correctAnswers: mutation
    .meta({
      summary: 'Correct answers or contact data of a respondent, with a reason',
      failures: ['NOT_FOUND', 'CASE_CHANGED', 'ALREADY_SET'],
      description:
        'As previewed for this `version`. What stood before is in the history, overrides of corrected answers end. **Causes:** who is welcome now and was not invited is invited by e-mail, 12 seconds later and once; who needs an agency now gets one.',
    })
    .input(contract.correction)
    .output(nothing)
    .mutation(({ ctx, input }) => correctAnswers(ctx, input)),
  moveRespondent: mutation
    .meta({
      summary: 'Move a respondent to another workshop',
      failures: ['NOT_FOUND', 'CASE_CHANGED', 'ALREADY_SET', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: they are checked in, the workshop is over, or one of the two is a test. **Causes:** who was invited gets an e-mail with the other date and place; finished files with them are deleted; an agency that does not take part there gives the case up.',
    })
    .input(contract.relocation)
    .output(nothing)
    .mutation(({ ctx, input }) => moveRespondent(ctx, input)),
  withdrawRespondent: mutation
    .meta({
      summary: 'Withdraw the case of a respondent who asked to be taken out',
      failures: ['NOT_FOUND'],
      description: 'It is in no list, count, export and message any more, until an admin puts it back; nothing is deleted.',
    })
    .input(contract.caseWithdrawal)
    .output(nothing)
    .mutation(({ ctx, input }) => withdrawRespondent(ctx, input)),
  mergeRespondents: mutation
    .meta({
      summary: 'Merge a case into another one of the same person',
      failures: ['NOT_FOUND', 'INVALID_REQUEST'],
      description:
        '`INVALID_REQUEST`: both are the same, one is of a test workshop, or the one that would go is checked in. It can be separated for 30 days.',
    })
    .input(contract.merger)
    .output(nothing)
    .mutation(({ ctx, input }) => mergeRespondents(ctx, input)),
  returnRespondent: mutation
    .meta({
      summary: 'Put back a case that was withdrawn or merged',
      failures: ['NOT_FOUND', 'UNDO_REFUSED'],
      description: '**Causes:** what was left to follow: an agency, or an invitation that did not go out.',
    })
    .input(byRespondent)
    .output(nothing)
    .mutation(({ ctx, input }) => returnRespondent(ctx, input)),
  getSetAsideList: query
    .meta({ summary: 'The cases that staff withdrew or merged, the newest first' })
    .input(contract.setAsideList)
    .output(contract.setAsidePage)
    .query(({ ctx, input }) => listSetAside(ctx, input)),
})
