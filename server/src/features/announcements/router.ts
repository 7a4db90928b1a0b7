import * as contract from '@portico/shared/contract/announcements'
import { nothing } from '@portico/shared/contract/fields'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { cancelAnnouncement, sendAnnouncement } from './commands.ts'
import { listAnnouncements, previewAnnouncement } from './queries.ts'

export const announcementsRouter = router({
  previewAnnouncement: query
    .meta({ summary: 'Preview an announcement and its recipients', failures: ['NOT_FOUND'] })
    .input(contract.announcementDraft)
    .output(contract.announcementPreview)
    .query(({ ctx, input }) => previewAnnouncement(ctx, input)),
  sendAnnouncement: mutation
    .meta({
      summary: 'Send an announcement to a group of respondents by e-mail',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'IDEMPOTENCY_KEY_REUSED'],
      description:
        'Each mailbox gets it once, however often this is called with the same `key`. It is sent from `undoUntil` (60 seconds later) on, and only between 9:00 and 20:00 in the workshop’s time zone. `INVALID_REQUEST`: nobody in the group can be reached. `IDEMPOTENCY_KEY_REUSED`: the key was used with different content, or its announcement was cancelled.',
    })
    .input(contract.newAnnouncement)
    .output(contract.sentAnnouncement)
    .mutation(({ ctx, input }) => sendAnnouncement(ctx, input)),
  cancelAnnouncement: mutation
    .meta({
      summary: 'Cancel an announcement before it is sent',
      failures: ['NOT_FOUND', 'UNDO_REFUSED'],
      description: 'For all recipients, until `undoUntil`; afterwards `UNDO_REFUSED`.',
    })
    .input(contract.byAnnouncement)
    .output(nothing)
    .mutation(({ ctx, input }) => cancelAnnouncement(ctx, input)),
  getAnnouncementList: query
    .meta({ summary: 'List the newest announcements and how many e-mails of each were sent' })
    .input(noInput)
    .output(contract.announcementList)
    .query(({ ctx }) => listAnnouncements(ctx)),
})
