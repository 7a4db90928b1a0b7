import * as contract from '@portico/shared/contract/announcements'
import { nothing } from '@portico/shared/contract/fields'
import { mutation, noInput, query, router } from '../../api/procedures.ts'
import { cancelAnnouncement, sendAnnouncement } from './commands.ts'
import { listAnnouncements, previewAnnouncement } from './queries.ts'

export const announcementsRouter = router({
  previewAnnouncement: query
    .meta({ summary: 'Who would get an announcement, and what they would read', failures: ['NOT_FOUND'] })
    .input(contract.announcementDraft)
    .output(contract.announcementPreview)
    .query(({ ctx, input }) => previewAnnouncement(ctx, input)),
  sendAnnouncement: mutation
    .meta({
      summary: 'Tell a group of respondents something by e-mail',
      failures: ['NOT_FOUND', 'INVALID_REQUEST', 'IDEMPOTENCY_KEY_REUSED'],
      description:
        'Each mailbox gets it once, however often this is called with the same `key`, from `undoUntil` on: 60 seconds later, and between 9:00 and 20:00 in the workshop’s time zone. `INVALID_REQUEST`: nobody in the group can be written to. `IDEMPOTENCY_KEY_REUSED`: the key was used with other content, or what was sent with it was taken back.',
    })
    .input(contract.newAnnouncement)
    .output(contract.sentAnnouncement)
    .mutation(({ ctx, input }) => sendAnnouncement(ctx, input)),
  cancelAnnouncement: mutation
    .meta({
      summary: 'Take an announcement back before it leaves',
      failures: ['NOT_FOUND', 'UNDO_REFUSED'],
      description: 'All of it, until `undoUntil`; then it is `UNDO_REFUSED`.',
    })
    .input(contract.byAnnouncement)
    .output(nothing)
    .mutation(({ ctx, input }) => cancelAnnouncement(ctx, input)),
  getAnnouncementList: query
    .meta({ summary: 'The newest announcements, and how many e-mails of each have left' })
    .input(noInput)
    .output(contract.announcementList)
    .query(({ ctx }) => listAnnouncements(ctx)),
})
