import { randomUUID } from 'node:crypto'
import { workshopName } from '../support/builders.ts'
import { asAdam, type CallRows } from './call-row.ts'
import { missingNumber, personalText, type World } from './world.ts'

const draft = { workshopName, texts: { en: { subject: 'We start at ten', text: personalText } } }
const anAnnouncement = ({ adam }: World) => adam.call.announcements.sendAnnouncement({ ...draft, key: randomUUID() })

export const announcementCalls: CallRows = {
  'announcements.previewAnnouncement': {
    sample: () => ({ input: draft }),
    failures: { NOT_FOUND: () => asAdam({ ...draft, workshopName: 'nowhere' }) },
  },
  'announcements.sendAnnouncement': {
    sample: () => ({ input: { ...draft, key: randomUUID() } }),
    failures: {
      NOT_FOUND: () => asAdam({ ...draft, workshopName: 'nowhere', key: randomUUID() }),
      INVALID_REQUEST: () => asAdam({ ...draft, language: 'am', key: randomUUID() }),
      IDEMPOTENCY_KEY_REUSED: async ({ adam }) => {
        const key = randomUUID()
        const { id } = await adam.call.announcements.sendAnnouncement({ ...draft, key })
        await adam.call.announcements.cancelAnnouncement({ id })
        return asAdam({ ...draft, key })
      },
    },
  },
  'announcements.cancelAnnouncement': {
    sample: async (world) => ({ input: { id: (await anAnnouncement(world)).id } }),
    failures: {
      NOT_FOUND: () => asAdam({ id: missingNumber }),
      UNDO_REFUSED: async (world) => {
        const { id } = await anAnnouncement(world)
        await world.portico.sql(`update announcement set due_at = '2020-01-01' where id = $1`, [id])
        return asAdam({ id })
      },
    },
  },
  'announcements.getAnnouncementList': { sample: () => ({}) },
}
