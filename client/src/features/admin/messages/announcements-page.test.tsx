import type { AnnouncementPreview } from '@portico/shared/contract/announcements'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal } from '../../../../test/stubbed-link.ts'
import { AnnouncementsPage } from './announcements-page.tsx'

const workshop = { name: 'spring_day', title: 'Spring day', eventDate: null, isDefault: true, registrationOpen: true }
const nobody: AnnouncementPreview = { respondents: 0, withoutEmail: 0, byLanguage: [], subject: 'Parking', text: 'The car park is closed.' }

const previews = [
  {
    about: 'a group without anybody',
    preview: () => nobody,
    title: 'Send 0 messages?',
    says: 'Nobody is in this group. Choose another one.',
  },
  {
    about: 'a group without email addresses or phone numbers',
    preview: () => ({ ...nobody, withoutEmail: 3 }),
    title: 'Send 0 messages?',
    says: '3 of the group can get neither an email nor a text message. Telephone them.',
  },
  {
    about: 'a group that cannot be counted',
    preview: () => {
      throw new Refusal('INTERNAL_ERROR', 'Something went wrong.')
    },
    title: 'Counting who gets it',
    says: 'Nobody knows yet how many get it',
  },
]

describe('the confirmation dialog for an announcement', () => {
  it.each(previews)('sends nothing and can be cancelled when the audience is $about', async ({ preview, title, says }) => {
    const sent: unknown[] = []
    await renderPage(<AnnouncementsPage />, {
      as: 'adam',
      calls: {
        'workshops.getWorkshopList': () => [workshop],
        'announcements.getAnnouncementList': () => [],
        'announcements.previewAnnouncement': preview,
        'announcements.sendAnnouncement': (input) => {
          sent.push(input)
          return { id: 1, respondents: 0, undoUntil: '2026-11-22T09:01:00.000Z' }
        },
      },
    })
    fireEvent.change(await screen.findByLabelText('Workshop'), { target: { value: 'spring_day' } })
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: nobody.subject } })
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: nobody.text } })
    fireEvent.click(screen.getByRole('button', { name: 'Review and send' }))
    expect((await screen.findAllByText(says)).length).toBeGreaterThan(0)
    expect(screen.getByText(title)).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect(sent).toEqual([])
  })
})

it.each([
  [2, true],
  [0, false],
])('lists how many an announcement did not reach: %d', async (undelivered, isShown) => {
  const instant = '2026-11-22T09:01:00.000Z'
  await renderPage(<AnnouncementsPage />, {
    as: 'adam',
    calls: {
      'workshops.getWorkshopList': () => [workshop],
      'announcements.getAnnouncementList': () => [
        {
          id: 1,
          workshopName: 'spring_day',
          subject: 'Parking',
          languages: ['en'],
          respondents: 30,
          sent: 28,
          waiting: 0,
          undelivered,
          by: 'Adam',
          createdAt: instant,
          undoUntil: instant,
          cancelledAt: null,
        },
      ],
    },
  })
  expect(await screen.findByText('28 of 30 sent')).toBeDefined()
  expect(screen.queryByText(`${undelivered} not delivered`) !== null).toBe(isShown)
})
