import * as contract from '@portico/shared/contract/drafts'
import { nothing } from '@portico/shared/contract/fields'
import { manualMutation, mutation, router } from '../../api/procedures.ts'
import { deleteTransfer, openTransfer, saveTransfer } from './commands.ts'

const slowed =
  'Past the limit of one address a 429 carries a `challenge`, as that of `responses/addNewQuestionnaireResponse` does, and the call is taken with its `proof`.'

export const draftsRouter = router({
  saveTransfer: mutation
    .meta({
      summary: 'Leave sealed answers for another device',
      limit: { name: 'draftTransferPerAddress', by: 'address', past: 'proof', atMost: 'draftTransferPerAddressAndDay' },
      failures: ['TRANSFERS_FULL'],
      description: `They are kept for 14 days. Saved again under the same name while they are there, they are replaced, with the days and fetches that are left. ${slowed} Past the savings of a day a 429 carries none.`,
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
      description: `At most 3 times: with the last, they are deleted. Only wrong tries count. ${slowed}`,
    })
    .input(contract.openTransfer)
    .output(contract.openedTransfer)
    .mutation(({ ctx, input }) => openTransfer(ctx, input)),
  // Deleting an unknown transfer writes no audit entry.
  deleteTransfer: manualMutation
    .meta({ summary: 'Delete sealed answers, as after they were sent', description: 'Succeeds whether or not there are any.' })
    .input(contract.transferByLookup)
    .output(nothing)
    .mutation(({ ctx, input }) => deleteTransfer(ctx, input)),
})
