import * as contract from '@portico/shared/contract/drafts'
import { nothing } from '@portico/shared/contract/fields'
import { manualMutation, mutation, router } from '../../api/procedures.ts'
import { deleteTransfer, openTransfer, saveTransfer } from './commands.ts'

const slowedDownNote =
  'Past the limit of a network address the 429 carries a `challenge`, as for `responses/addNewQuestionnaireResponse`, and the call is accepted with its `proof`.'

export const draftsRouter = router({
  // Measures what is stored before its transaction.
  saveTransfer: manualMutation
    .meta({
      summary: 'Store encrypted answers for another device',
      limit: { name: 'draftTransferPerAddress', by: 'address', past: 'proof', atMost: 'draftTransferPerAddressAndDay' },
      turns: { input: 'lookup' },
      failures: ['TRANSFERS_FULL'],
      description: `They are kept for 14 days. Saving again under the same name replaces them, keeping the remaining days and fetches. ${slowedDownNote} Past the daily limit, the 429 has no challenge.`,
    })
    .input(contract.saveTransfer)
    .output(contract.savedTransfer)
    .mutation(({ ctx, input }) => saveTransfer(ctx, input)),
  openTransfer: mutation
    .meta({
      summary: 'Fetch encrypted answers on another device',
      limit: { name: 'openTransferPerAddress', by: 'address', past: 'proof' },
      turns: { input: 'lookup' },
      noBatch: true,
      failures: ['NOT_FOUND'],
      description: `At most 3 times; the last fetch deletes them. ${slowedDownNote}`,
    })
    .input(contract.openTransfer)
    .output(contract.openedTransfer)
    .mutation(({ ctx, input }) => openTransfer(ctx, input)),
  // Deleting an unknown transfer writes no audit entry.
  deleteTransfer: manualMutation
    .meta({
      summary: 'Delete encrypted answers',
      turns: { input: 'lookup' },
      description: 'For example after they were submitted. Succeeds whether or not there are any.',
    })
    .input(contract.transferByLookup)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteTransfer(ctx, input)),
})
