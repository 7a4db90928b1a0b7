import type { Page } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { agencies, password } from './support/calls.ts'
import { emailTo, linkIn } from './support/outbox.ts'
import { dataDir, expect, test, unique } from './support/people.ts'
import { answer, openWorkshop } from './support/fixtures.ts'
import { ReviewPanel } from './support/staff-pages.ts'

const overview = '/home/admin/response-overview/all'
const adminLinks = ['All Respondents', 'Green Dots', 'Red Dots', 'Questionnaire Upload', 'Downloads', 'Create User']

async function signInByHand(page: Page, who: string): Promise<void> {
  await page.goto('/authentication/sign-in')
  await page.getByLabel('Email').fill(`${who}@portico.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('Rosa, a root, sees everyone and invites an admin', async ({ visit }) => {
  const page = await visit()
  await signInByHand(page, 'rosa')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Response Overview' })).toBeVisible()
  await expect(page).toHaveURL(overview)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toBeVisible()
  const headers = ['#', 'AnonymousId', 'Contact', 'Response Date', 'Initial Flag', 'Current Status', 'Details']
  await expect(page.getByRole('table', { name: 'Admin Response Overview' }).getByRole('columnheader')).toHaveText(headers)
  for (const link of adminLinks)
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: link })).toBeVisible()

  await page.getByRole('link', { name: 'Create User' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
  await expect(page.getByLabel('Account type').getByRole('option')).toHaveText(['Admin', 'Root', 'Volunteer', 'Agency'])
  await page.getByRole('button', { name: 'Send registration link' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  const email = `${unique('admin')}@portico.example`
  await page.getByLabel('Account type').selectOption({ label: 'Admin' })
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send registration link' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  await expect(page.getByLabel('Account type')).toHaveValue('volunteer')
  expect(linkIn(await emailTo(dataDir(), email), 'authentication/registration')).toMatch(/\/authentication\/registration\/.{20,}/)
})

test('Adam, an admin, opens a respondent, pages, searches and visits every admin page', async ({ as }) => {
  const page = await as('adam')
  await page.goto('/home/admin/anything/else')
  await expect(page).toHaveURL(overview)
  const details = page.getByRole('button', { name: /^View / }).first()
  await details.click()
  await expect(page.getByRole('heading', { name: 'Overall' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Answers', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Identifier' }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Hide / }).click()
  await expect(page.getByRole('heading', { name: 'Overall' })).toBeHidden()

  await expect(page.getByRole('button', { name: 'Prev' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/offset=10/)
  await expect(page.getByRole('table', { name: 'Admin Response Overview' }).getByRole('cell', { name: '11', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('gurpreet kaur')
  await expect(page).toHaveURL(/query=gurpreet/)
  await expect(page).not.toHaveURL(/offset/)
  await expect(page.getByRole('rowheader', { name: /Gurpreet Kaur/ })).toBeVisible()

  const titles = { 'Green Dots': 'Green Dot Respondents', 'Red Dots': 'Red Dot Respondents', Downloads: 'Downloads', Accounts: 'Accounts' }
  for (const [link, title] of Object.entries({
    ...titles,
    'Create User': 'Create Account',
    Agencies: 'Agencies',
    Workshops: 'Workshops',
  })) {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Portico`)
  }
  await page.getByRole('link', { name: 'Create User' }).click()
  await expect(page.getByLabel('Account type').getByRole('option')).toHaveText(['Volunteer', 'Agency'])
  await page.getByLabel('Account type').selectOption({ label: 'Agency' })
  await expect(page.getByLabel('Agency', { exact: true }).locator('option:checked')).toHaveText('Please select')
})

test('Ana reviews the cases of her agency, five to a page', async ({ visit, calls }) => {
  const workshop = await openWorkshop(calls)
  const family = unique('Familia').replaceAll('_', '')
  for (let count = 1; count <= 6; count += 1) await answer(calls, workshop, { ...twoReds, fullName: `Case${count} ${family}` })
  const page = await visit()
  const panel = new ReviewPanel(page)
  await signInByHand(page, 'ana')
  await expect(page.getByRole('heading', { level: 1, name: 'Respondents to Review' })).toBeVisible()
  await expect(page).toHaveURL('/home/agency/inprogress')
  await expect(page.getByText(`Agency: ${agencies.ana}`)).toBeVisible()
  const headers = ['#', 'Date', 'Anonymous Id', 'Contact Info', 'Status', 'Remaining Flags', 'Waiting', 'Workshop', 'Language', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(headers)

  await panel.search(family)
  await expect(page.getByRole('rowheader')).toHaveCount(5)
  await page.getByRole('button', { name: 'Last' }).click()
  await expect(page).toHaveURL(/offset=5/)
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(`Case6 ${family}`)])
  await panel.open(`Case6 ${family}`)
  await expect(page.getByRole('heading', { name: 'Overall' })).toBeVisible()
  await expect(page.getByText('This question is not a red-flag question').first()).toBeVisible()
  await page.getByRole('button', { name: `Cancel Edit Case6 ${family}` }).click()
  await expect(page.getByRole('heading', { name: 'Overall' })).toBeHidden()

  await page.getByRole('navigation', { name: 'Agency' }).getByRole('link', { name: 'Workshop Respondents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Workshop Respondent List' })).toBeVisible()
  await page.goto('/home/agency/nowhere')
  await expect(page).toHaveURL('/home/agency/inprogress')
})

test("Ben sees his own agency and none of the other agency's cases", async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Zoila').replaceAll('_', '')
  await answer(calls, workshop, { ...twoReds, fullName: name })
  const page = await as('ben')
  await page.goto('/home/agency/inprogress')
  await expect(page.getByText(`Agency: ${agencies.ben}`)).toBeVisible()
  await new ReviewPanel(page).search(name)
  await expect(page.getByText(`No one here matches “${name}”.`, { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await expect(page).not.toHaveURL(/query/)
})

test('Vera lands on the check-in of her workshop, checks someone in and undoes it', async ({ visit, calls }) => {
  const name = unique('Elena').replaceAll('_', '')
  await answer(calls, 'citizenship_day_demo', { fullName: name })
  const page = await visit()
  await signInByHand(page, 'vera')
  await expect(page.getByRole('heading', { level: 1, name: 'Green Dots' })).toBeVisible()
  await expect(page).toHaveURL('/home/volunteer/workshop')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.goto('/home/volunteer/elsewhere')
  await expect(page).toHaveURL('/home/volunteer/workshop')
  const list = new ReviewPanel(page)
  await list.search(name)
  await page.getByRole('button', { name: `Check in ${name}` }).click()
  await expect(page.getByRole('alert').getByText(/^Checked in \d\d:\d\d$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await list.search(name)
  await page.getByRole('button', { name: `Undo the check-in of ${name}` }).click()
  await expect(page.getByText('Reason: wrong person.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Check in ${name}` })).toBeVisible()
})

test('Victor sees that he does not have access to a workshop yet', async ({ visit, calls }) => {
  const page = await visit()
  await signInByHand(page, 'victor')
  await expect(page).toHaveURL('/home/volunteer/workshop')
  await expect(page.getByText('You dont yet have access to the workshop green dots')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeDisabled()
  await expect(page.getByRole('table')).toHaveCount(0)
  const refused = await calls.ask('victor', 'responses/getWorkshopGreenDotResponses', { name: 'citizenship_day_demo' })
  expect(refused.body).toMatchObject({ success: false, error_id: 'VOLUNTEER_CANT_ACCESS_WORKSHOP' })
})

test('staff pages redirect everyone else', async ({ visit, as }) => {
  const visitor = await visit()
  for (const path of [
    overview,
    '/home/admin/downloads',
    '/home/agency/inprogress',
    '/home/volunteer/workshop',
    '/authentication/sign-out',
  ]) {
    await visitor.goto(path)
    await expect(visitor).toHaveURL('/authentication/sign-in')
  }
  await visitor.goto('/no/such/place')
  await expect(visitor).toHaveURL('/')
  const landings = { ana: '/home/agency/inprogress', vera: '/home/volunteer/workshop' } as const
  for (const [who, landing] of [['ana', landings.ana] as const, ['vera', landings.vera] as const]) {
    const page = await as(who)
    await page.goto('/home/admin/accounts')
    await expect(page).toHaveURL(landing)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toHaveCount(0)
  }
})
