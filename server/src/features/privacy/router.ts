import { nothing } from '@portico/shared/contract/fields'
import * as contract from '@portico/shared/contract/privacy'
import { manualMutation, mutation, noInput, query, router, wrongLinks } from '../../api/procedures.ts'
import { completeRequest, openLink, recordRequest, submitRequest } from './commands.ts'
import { listRequests } from './queries.ts'
import { sendLink } from './send-link.ts'

export const privacyRouter = router({
  getRetention: query
    .meta({ summary: 'Get how long respondents are kept after their workshop' })
    .input(noInput)
    .output(contract.retention)
    .query(({ ctx }) => ({ days: ctx.services.retentionDays })),
  // The attempt is counted before anything is read; the rest goes on after the response.
  sendLink: manualMutation
    .meta({
      summary: 'Request a link to your data, with your number and the contact you provided',
      noBatch: true,
      limited: true,
      description:
        'Returns `{}` whether or not the two match. The link is sent to the confirmed e-mail address on file; those without one are called. With the number of a merged case, the contact, the address and the data are those of the kept case. Past a limit of the number, the 429 carries a `challenge`, as for a submission.',
    })
    .input(contract.linkRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => sendLink(ctx, input)),
  openLink: mutation
    .meta({
      summary: 'Open an e-mailed link, once, and get all data about the person',
      limit: wrongLinks,
      turns: { input: 'token' },
      failures: ['INVALID_CODE'],
    })
    .input(contract.linkByToken)
    .output(contract.openedLink)
    .mutation(({ ctx, input }) => openLink(ctx, input)),
  // What is limited per respondent is counted before the transaction.
  submitRequest: manualMutation
    .meta({
      summary: 'Request that your data be corrected, no longer used, used again, or deleted',
      limit: wrongLinks,
      turns: { input: 'visit' },
      failures: ['INVALID_CODE', 'INVALID_REQUEST'],
      description:
        'Stopping, resuming and deleting take effect at once. Deleting is permanent. Corrections and resuming are limited per respondent and day; deleting never is, nor is stopping unless it is only repeated.',
    })
    .input(contract.visitorRequest)
    .output(contract.visitorOutcome)
    .mutation(({ ctx, input }) => submitRequest(ctx, input)),
  getRequestList: query
    .meta({ summary: 'List privacy requests with the time left' })
    .input(contract.requestList)
    .output(contract.privacyRequestPage)
    .query(({ ctx, input }) => listRequests(ctx, input)),
  recordRequest: mutation
    .meta({ summary: 'Record a privacy request made by telephone, by letter or in person', failures: ['NOT_FOUND'] })
    .input(contract.recordedRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => recordRequest(ctx, input)),
  completeRequest: mutation
    .meta({
      summary: 'Carry out a privacy request, or mark it as done',
      failures: ['NOT_FOUND', 'ALREADY_SET', 'CASE_CHANGED'],
      description:
        '**Side effects:** stopping, resuming and deleting take effect at once; for a correction, `contact` is saved, in every case that was merged, and anything else must have been done before.',
    })
    .input(contract.completedRequest)
    .output(nothing)
    .mutation(({ ctx, input }) => completeRequest(ctx, input)),
})
