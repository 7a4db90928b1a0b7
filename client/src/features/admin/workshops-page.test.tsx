import type { Workshop } from '@portico/shared/contract/workshops'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press, renderPage, type } from '../../../test/render-page.tsx'
import { pageOf } from '../../../test/respondents.ts'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { agencies, workshops } from '../../../test/workshops.ts'
import { WorkshopsPage } from './workshops-page.tsx'

const workshop: Workshop = {
  name: 'spring_day',
  title: 'Spring day',
  eventDate: '2025-04-05',
  disableAt: '2025-04-06T06:59:00.000Z',
  timeZone: 'America/Los_Angeles',
  startTime: null,
  endTime: null,
  capacity: null,
  instructions: {},
  address: null,
  isDefault: true,
  registrationOpen: true,
  selfCheckIn: true,
  questionnaireNames: ['screening'],
  agencyIds: [7],
  titles: {},
  bring: { standard: [], own: [] },
  stations: [],
  version: 3,
}

describe('WorkshopsPage', () => {
  it('edits the closing time in the time zone of the workshop', async () => {
    const sent: unknown[] = []
    const calls: Calls = {
      'workshops.getWorkshopList': () => workshops,
      'workshops.getOutdatedInvitations': () => [],
      'workshops.getWorkshop': () => workshop,
      'questionnaires.getQuestionnaireList': () => pageOf([]),
      'agency.getAllAgencies': () => agencies,
      'workshops.saveWorkshop': (input) => {
        sent.push(input)
        return workshop
      },
    }
    await renderPage(<WorkshopsPage />, { as: 'adam', calls })
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Change Spring day' })))
    expect(await screen.findByLabelText(/^Registration closes/)).toHaveProperty('value', '2025-04-05T23:59')
    type(/^Registration closes/, '2025-04-05T12:00')
    fireEvent.click(await screen.findByLabelText('Bay Immigration Partners'))
    await press('Save workshop')
    expect(await screen.findByText('“Spring day” is saved.')).toBeDefined()
    const { version: ifVersion, ...settings } = workshop
    expect(sent).toEqual([{ ...settings, ifVersion, test: false, disableAt: '2025-04-05T19:00:00.000Z', agencyIds: [7, 8] }])
  })

  it('edits custom checklist items and texts in another language', async () => {
    const sent: Workshop[] = []
    const asked: Workshop = {
      ...workshop,
      titles: { es: 'Día de primavera' },
      bring: { standard: ['trips'], own: [{ text: 'a pen', translations: {} }] },
    }
    const calls: Calls = {
      'workshops.getWorkshopList': () => [],
      'workshops.getOutdatedInvitations': () => [],
      'workshops.getWorkshop': () => asked,
      'questionnaires.getQuestionnaireList': () => pageOf([]),
      'agency.getAllAgencies': () => agencies,
      'workshops.saveWorkshop': (input) => {
        sent.push({ ...asked, ...input } as Workshop)
        return asked
      },
    }
    await renderPage(<WorkshopsPage />, { as: 'adam', at: '/home/admin/workshops?workshop=spring_day', calls })
    fireEvent.click(await screen.findByLabelText('your green card (permanent resident card)'))
    const ownThings = { selector: 'textarea' }
    fireEvent.change(screen.getByLabelText(/^Other things to bring \(?optional/i, ownThings), {
      target: { value: 'a pen\n\n two photos ' },
    })
    fireEvent.change(screen.getByLabelText(/in this language/, ownThings), { target: { value: 'un bolígrafo' } })
    await press('Save workshop')
    expect(await screen.findByText('Write as many lines as in English: 2, not 1')).toBeDefined()
    fireEvent.change(screen.getByLabelText(/in this language/, ownThings), { target: { value: 'un bolígrafo\ndos fotos' } })
    fireEvent.change(screen.getByLabelText(/^Add a language/), { target: { value: 'ar' } })
    await press('Save workshop')
    expect(await screen.findByText('“Spring day” is saved.')).toBeDefined()
    expect(sent.map(({ titles, bring }) => ({ titles, bring }))).toEqual([
      {
        titles: { es: 'Día de primavera' },
        bring: {
          standard: ['trips', 'greenCard'],
          own: [
            { text: 'a pen', translations: { es: 'un bolígrafo' } },
            { text: 'two photos', translations: { es: 'dos fotos' } },
          ],
        },
      },
    ])
  })

  it('lists workshops whose invitees have an outdated date, and notifies them on request', async () => {
    const sent: unknown[] = []
    const outdated = [{ name: 'spring_day', title: 'Spring day', respondents: 27 }]
    const calls: Calls = {
      'workshops.getWorkshopList': () => workshops,
      'workshops.getOutdatedInvitations': () => [...outdated],
      'workshops.previewChangeNotice': (input) => ({
        byLanguage: [{ language: 'vi', respondents: 27 }],
        subject: 'Changed',
        text: `A text in ${input.language}`,
      }),
      'workshops.sendChangeNotice': (input) => {
        sent.push(input)
        outdated.length = 0
        return { respondents: 27 }
      },
    }
    await renderPage(<WorkshopsPage />, { as: 'adam', calls })
    expect(await screen.findByText('27 people hold an old date or place')).toBeDefined()
    await press('Tell them about Spring day')
    expect(await screen.findByText('A text in vi')).toBeDefined()
    expect(sent).toEqual([])
    await press('Send emails')
    expect(sent).toEqual([{ name: 'spring_day' }])
    await waitFor(() => expect(screen.queryByText('27 people hold an old date or place')).toBeNull())
  })

  it('rejects a name that breaks the naming rule', async () => {
    const calls: Calls = {
      'workshops.getWorkshopList': () => [],
      'workshops.getOutdatedInvitations': () => [],
      'questionnaires.getQuestionnaireList': () => pageOf([]),
      'agency.getAllAgencies': () => [],
    }
    await renderPage(<WorkshopsPage />, { as: 'adam', calls })
    await press('New workshop')
    type('Name', 'spring day')
    type('Title', 'Spring day')
    await press('Save workshop')
    expect(await screen.findByText(/Must contain only letters, numbers, and underscores/)).toBeDefined()
  })
})

describe('WorkshopsPage: editing a workshop', () => {
  const simple: Workshop = { ...workshop, disableAt: null, questionnaireNames: [] }

  it.each<[what: string, again: () => Promise<Workshop>]>([
    ['is pending', () => new Promise(() => {})],
    ['fails', () => Promise.reject(new Refusal('NOT_FOUND', 'There is no such workshop.'))],
    ['has another title', () => Promise.resolve({ ...simple, title: 'Summer day' })],
  ])('keeps what was typed when the connection returns and a second response %s', async (_, again) => {
    const answers = [() => Promise.resolve(simple), again]
    const calls: Calls = {
      'workshops.getWorkshop': () => (answers.shift() ?? again)(),
      'questionnaires.getQuestionnaireList': () => pageOf([]),
      'agency.getAllAgencies': () => agencies,
    }
    await renderPage(<WorkshopsPage />, { as: 'adam', at: '/home/admin/workshops?workshop=spring_day', calls })
    const title = await screen.findByLabelText('Title')
    type('Title', 'Spring day at the library')
    await act(async () => {
      onlineManager.setOnline(false)
      onlineManager.setOnline(true)
    })
    expect(screen.getByLabelText('Title')).toBe(title)
    expect(title).toHaveProperty('value', 'Spring day at the library')
  })
})
