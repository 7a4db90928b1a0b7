import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/privacy'
import { manualMutation, mutation, noInput, query, router } from '../../api/procedures.ts'
import { completeRequest, openLink, recordRequest, sendLink, submitRequest } from './commands.ts'
import { listRequests } from './queries.ts'

export const privacyRouter = router({
  getRetention: query
    .meta({ summary: 'How long respondents are kept after their workshop' })
    .input(noInput)
    .output(contract.retention)
    .query(({ ctx }) => ({ days: ctx.services.retentionDays })),
  // The attempt is counted before anything is read.
  sendLink: manualMutation
    .meta({
      summary: 'Ask for a link to what Portico has of you, for your number and the contact that you gave',
      noBatch: true,
      limited: true,
      description:
        'Answers `{}` whether or not the two belong together. The link goes to the e-mail address on file; who gave none is called. Past a limit of the number, a 429 carries a `challenge`, as for a submission.',
    })
    .input(contract.linkRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => sendLink(ctx, input)),
  openLink: mutation
    .meta({
      summary: 'Open the link of an e-mail, once: everything that Portico has of the person',
      limit: { name: 'linkPerAddress', by: 'address' },
      failures: ['INVALID_CODE'],
    })
    .input(contract.linkByToken)
    .output(contract.openedLink)
    .mutation(({ ctx, input }) => openLink(ctx, input)),
  submitRequest: mutation
    .meta({
      summary: 'Have your data corrected, not used any more, used again, or deleted',
      limit: { name: 'linkPerAddress', by: 'address' },
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description: 'Stopping, going on and deleting happen at once. Deleting is for good.',
    })
    .input(contract.visitorRequest)
    .output(contract.visitorOutcome)
    .mutation(({ ctx, input }) => submitRequest(ctx, input)),
  getRequestList: query
    .meta({ summary: 'What people asked of their data, with the time that is left' })
    .input(contract.requestList)
    .output(contract.privacyRequestPage)
    .query(({ ctx, input }) => listRequests(ctx, input)),
  recordRequest: mutation
    .meta({ summary: 'Note what a person asked by telephone, by letter or face to face', failures: ['NOT_FOUND'] })
    .input(contract.recordedRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => recordRequest(ctx, input)),
  completeRequest: mutation
    .meta({
      summary: 'Do what a person asked, or say that it was done',
      failures: ['NOT_FOUND', 'ALREADY_SET'],
      description:
        '**Causes:** stopping, going on and deleting happen at once; a correction takes over `contact`, and the rest was done before.',
    })
    .input(contract.completedRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => completeRequest(ctx, input)),
})
