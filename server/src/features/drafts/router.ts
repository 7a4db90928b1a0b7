import * as contract from '@portico/shared/contract/drafts'
import { nothing } from '@portico/shared/contract/fields'
import { manualMutation, router } from '../../api/procedures.ts'
import { deleteTransfer, openTransfer, saveTransfer } from './commands.ts'

export const draftsRouter = router({
  // Counted before the transaction begins.
  saveTransfer: manualMutation
    .meta({
      summary: 'Leave sealed answers for another device',
      limited: true,
      description: 'They are kept for 14 days. Saved again under the same name, they are replaced.',
    })
    .input(contract.saveTransfer)
    .output(contract.savedTransfer)
    .mutation(({ ctx, input }) => saveTransfer(ctx, input)),
  // A wrong try counts although it is refused.
  openTransfer: manualMutation
    .meta({
      summary: 'Fetch sealed answers on another device',
      limited: true,
      noBatch: true,
      failures: ['NOT_FOUND'],
      description: 'At most 3 times; 5 wrong tries are allowed per hour and network address.',
    })
    .input(contract.transferByLookup)
    .output(contract.openedTransfer)
    .mutation(({ ctx, input }) => openTransfer(ctx, input)),
  // What is not there leaves no audit entry.
  deleteTransfer: manualMutation
    .meta({ summary: 'Delete sealed answers, as after they were sent', description: 'Succeeds whether or not there are any.' })
    .input(contract.transferByLookup)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteTransfer(ctx, input)),
})
