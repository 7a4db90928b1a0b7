import type { Account, Invitation } from '@portico/shared/contract/admin'
import type { Workshop } from '@portico/shared/contract/workshops'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { pageOf } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, type Calls } from '../../../test/stubbed-link.ts'
import { AccountsPage } from './accounts-page.tsx'
import { AgenciesPage } from './agencies/agencies-page.tsx'
import { CreateAccountPage } from './create-account-page.tsx'
import { WorkshopsPage } from './workshops-page.tsx'

const agencies = [
  { id: 7, name: 'North Valley Legal Aid' },
  { id: 8, name: 'Bay Immigration Partners' },
]
const workshops = [{ name: 'spring_day', title: 'Spring day', eventDate: '2025-04-05', isDefault: true, registrationOpen: true }]
const invitation: Invitation = {
  id: 3,
  email: 'pending@example.org',
  account: 'agency',
  purpose: '',
  agency: { id: 7, name: 'North Valley Legal Aid' },
  workshopNames: [],
  translates: [],
  invitedBy: 'Rosa Ruiz',
  sentAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-11-23T18:00:00.000Z',
  works: true,
}
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('creating an account', () => {
  function calls(more: Calls = {}): Calls {
    return {
      'admin.registrationOptions': () => ({ accountFlavors: ['volunteer', 'simple-agency'] }),
      'admin.getInvitationList': () => [],
      'agency.getAllAgencies': () => agencies,
      'workshops.getWorkshopList': () => workshops,
      ...more,
    }
  }

  it('offers only what the server allows, volunteer first', async () => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls() })
    const choice = await screen.findByLabelText('Account type')
    expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Volunteer', 'Agency'])
    expect(choice).toHaveProperty('value', 'volunteer')
  })

  it('says that one may create no one, and Loading... before that is known', async () => {
    let answer: (options: { accountFlavors: [] }) => void = () => {}
    const waiting = new Promise<{ accountFlavors: [] }>((resolve) => {
      answer = resolve
    })
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.registrationOptions': () => waiting }) })
    expect(screen.getByText('Loading...')).toBeDefined()
    await act(async () => answer({ accountFlavors: [] }))
    expect(await screen.findByText('Not authorized to create users')).toBeDefined()
  })

  it.each([
    ['keeps what was typed for the next one while it was on its way', 'next@example.org'],
    ['control: is empty when nothing was', undefined],
  ])('%s', async (_what, next) => {
    const answer = Promise.withResolvers<{ emailSuccess: boolean }>()
    const more: Calls = { 'admin.generateRegistrationLink': () => answer.promise }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    type('Email', 'new@example.org')
    type('Purpose (optional)', 'Saturday')
    await press('Send registration link')
    if (next) type('Email', next)
    await act(async () => answer.resolve({ emailSuccess: true }))
    expect(await screen.findByText(/new@example.org can register/)).toBeDefined()
    expect(
      [screen.getByLabelText('Email'), screen.getByLabelText('Purpose (optional)')].map((field) => 'value' in field && field.value),
    ).toEqual([next ?? '', ''])
  })

  it('needs an agency for an agency account', async () => {
    const sent: unknown[] = []
    const more: Calls = {
      'admin.generateRegistrationLink': (input) => {
        sent.push(input)
        return { emailSuccess: true }
      },
    }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    type('Account type', 'agency')
    type('Email', 'new@example.org')
    expect((await screen.findByLabelText('Agency')).querySelector('option')?.textContent).toBe('Please select')
    await press('Send registration link')
    expect(await screen.findByText('Required')).toBeDefined()
    await screen.findByRole('option', { name: 'Bay Immigration Partners' })
    type('Agency', '8')
    await press('Send registration link')
    expect(await screen.findByText('The link is on its way.')).toBeDefined()
    expect(sent).toEqual([{ account: 'agency', email: 'new@example.org', purpose: '', agencyId: 8 }])
    expect(screen.getByLabelText('Account type')).toHaveProperty('value', 'volunteer')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', '')
  })

  it.each([
    ['', 'Required'],
    ['nobody', /Enter an email address/],
  ])('does not take %j as an email address', async (email, message) => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls() })
    await screen.findByLabelText('Account type')
    type('Email', email)
    await press('Send registration link')
    expect(await screen.findByText(message)).toBeDefined()
  })

  it('is an unexpected error when the message was not sent, and nothing is lost', async () => {
    await renderPage(<CreateAccountPage />, {
      as: 'adam',
      calls: calls({ 'admin.generateRegistrationLink': () => ({ emailSuccess: false }) }),
    })
    await screen.findByLabelText('Account type')
    type('Email', 'new@example.org')
    await press('Send registration link')
    expect(await screen.findByText('Unexpected error')).toBeDefined()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'new@example.org')
  })

  it('shows a refusal as it came', async () => {
    const refuse = () => {
      throw new Refusal('ACCOUNT_EXISTS', 'There is one.')
    }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.generateRegistrationLink': refuse }) })
    await screen.findByLabelText('Account type')
    type('Email', 'ana@example.org')
    await press('Send registration link')
    expect(await screen.findByText('{"error_id":"ACCOUNT_EXISTS","message":"There is one."}')).toBeDefined()
  })

  it('has one piece of news at a time: the newest success, or a refusal', async () => {
    const answer = ({ email }: { email: string }) => {
      if (email === 'three@example.org') throw new Refusal('ACCOUNT_EXISTS', 'There is one.')
      return { emailSuccess: true }
    }
    const more: Calls = { 'admin.generateRegistrationLink': answer }
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls(more) })
    await screen.findByLabelText('Account type')
    for (const email of ['one@example.org', 'two@example.org']) {
      type('Email', email)
      await press('Send registration link')
      expect(await screen.findByText(new RegExp(`^${email} can register`))).toBeDefined()
      expect(screen.getAllByText('The link is on its way.')).toHaveLength(1)
    }
    type('Email', 'three@example.org')
    await press('Send registration link')
    expect(await screen.findByText(/ACCOUNT_EXISTS/)).toBeDefined()
    expect(screen.queryByText('The link is on its way.')).toBeNull()
  })

  it('says whose invitation a second one replaces, before it is sent', async () => {
    await renderPage(<CreateAccountPage />, { as: 'adam', calls: calls({ 'admin.getInvitationList': () => [invitation] }) })
    await screen.findByLabelText('Account type')
    type('Email', 'someone@example.org')
    expect(screen.queryByText(/has invited this address/)).toBeNull()
    type('Email', ' Pending@example.org')
    expect(await screen.findByText(/^Rosa Ruiz has invited this address as Agency/)).toBeDefined()
  })
})

describe('the accounts', () => {
  const account = (id: number, name: string, roles: Account['roles']): Account => ({
    id,
    name,
    email: `${name.toLowerCase()}@example.org`,
    purpose: '',
    roles,
    agencies: [],
    workshopNames: [],
    translates: [],
    signsOffTranslations: false,
    verified: true,
    version: 1,
    disabled: false,
  })
  const listed = pageOf([account(2, 'Rosa', ['ROOT_USER']), account(5, 'Vera', ['VOLUNTEERV1'])])

  it('above one’s own power cannot be changed', async () => {
    await renderPage(<AccountsPage />, { as: 'adam', calls: { 'admin.getAccountList': () => listed, 'admin.getInvitationList': () => [] } })
    const row = within((await screen.findByRole('rowheader', { name: /Rosa/ })).closest('tr') as HTMLElement)
    expect(row.getByText('Only a root account can change it')).toBeDefined()
    expect(row.queryByRole('button')).toBeNull()
  })

  it('are given workshops', async () => {
    const sent: unknown[] = []
    const calls: Calls = {
      'admin.getAccountList': () => listed,
      'admin.getInvitationList': () => [],
      'workshops.getWorkshopList': () => workshops,
      'admin.updateAccount': (input) => {
        sent.push(input)
        return account(5, 'Vera', ['VOLUNTEERV1'])
      },
    }
    await renderPage(<AccountsPage />, { as: 'adam', calls })
    fireEvent.click(await screen.findByRole('button', { name: /^Change ?Vera/ }))
    fireEvent.click(await screen.findByLabelText('Spring day'))
    await press('Save')
    await waitFor(() =>
      expect(sent).toEqual([
        {
          id: 5,
          ifVersion: 1,
          roles: ['VOLUNTEERV1'],
          agencyIds: [],
          workshopNames: ['spring_day'],
          translates: [],
          signsOffTranslations: false,
        },
      ]),
    )
  })

  it('are disabled after a question', async () => {
    const sent: unknown[] = []
    const calls: Calls = {
      'admin.getAccountList': () => listed,
      'admin.getInvitationList': () => [],
      'workshops.getWorkshopList': () => workshops,
      'admin.updateAccount': (input) => {
        sent.push(input)
        throw new Refusal('LAST_ROOT', 'The last root account cannot be disabled or lose its role.')
      },
    }
    await renderPage(<AccountsPage />, { as: 'rosa', calls })
    fireEvent.click(await screen.findByRole('button', { name: /^Change ?Rosa/ }))
    await press('Disable the account')
    expect(sent).toEqual([])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Disable', hidden: true })))
    expect(await screen.findByText('The last root account cannot be disabled or lose its role.')).toBeDefined()
    expect(sent).toEqual([{ id: 2, disabled: true }])
  })
})

describe('the workshops', () => {
  const workshop = {
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

  it('are changed with their closing time on the clock of the workshop', async () => {
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

  it('get a checklist with things of their own, and words in another language', async () => {
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

  it('name those whose invited people hold an old date, and tell them once asked', async () => {
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

  it('need a name after the rule', async () => {
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

describe('changing a workshop', () => {
  const workshop: Workshop = {
    name: 'spring_day',
    title: 'Spring day',
    eventDate: '2025-04-05',
    timeZone: 'America/Los_Angeles',
    startTime: null,
    endTime: null,
    capacity: null,
    instructions: {},
    address: null,
    registrationOpen: true,
    disableAt: null,
    isDefault: true,
    selfCheckIn: true,
    questionnaireNames: [],
    agencyIds: [7],
    titles: {},
    bring: { standard: [], own: [] },
    stations: [],
    version: 3,
  }

  it.each<[what: string, again: () => Promise<Workshop>]>([
    ['is still on its way', () => new Promise(() => {})],
    ['is an error', () => Promise.reject(new Refusal('NOT_FOUND', 'There is no such workshop.'))],
    ['is another title', () => Promise.resolve({ ...workshop, title: 'Summer day' })],
  ])('leaves what is typed where it is when the connection comes back and a second answer %s', async (_, again) => {
    const answers = [() => Promise.resolve(workshop), again]
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

describe('the agencies', () => {
  it('are created, and a name that is taken is said at the name', async () => {
    const calls: Calls = {
      'agency.getAgencyDetails': () => [],
      'agency.saveAgency': (saved) => {
        expect(saved).toMatchObject({ waitingAmberDays: 2, waitingRedDays: 7 })
        throw new Refusal('INVALID_REQUEST', 'There is already an agency of this name.')
      },
    }
    await renderPage(<AgenciesPage />, { as: 'adam', calls })
    await press('New agency')
    type('Name', 'North Valley Legal Aid')
    type('Amber after', '2')
    await press('Save agency')
    const field = await screen.findByLabelText('Name')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('There is already an agency of this name.')).toBeDefined()
  })
})
