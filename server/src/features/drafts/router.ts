import * as contract from '@portico/shared/contract/drafts'
import { nothing } from '@portico/shared/contract/fields'
import { manualMutation, mutation, router } from '../../api/procedures.ts'
import { deleteTransfer, openTransfer, saveTransfer } from './commands.ts'

export const draftsRouter = router({
  saveTransfer: mutation
    .meta({
      summary: 'Leave sealed answers for another device',
      limit: { name: 'draftTransferPerAddress', by: 'address', past: 'proof' },
      description: 'They are kept for 14 days. Saved again under the same name, they are replaced.',
    })
    .input(contract.saveTransfer)
    .output(contract.savedTransfer)
    .mutation(({ ctx, input }) => saveTransfer(ctx, input)),
  openTransfer: mutation
    .meta({
      summary: 'Fetch sealed answers on another device',
      limit: { name: 'wrongTransferPerAddress', by: 'address', past: 'proof', refusalsOnly: true },
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
