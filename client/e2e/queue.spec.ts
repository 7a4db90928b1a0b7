import { twoReds } from './support/answers.ts'
import { agencies, password } from './support/calls.ts'
import { emailTo, emailsTo } from './support/outbox.ts'
import { inspect } from './support/inspection.ts'
import { dataDir, expect, phone, test, unique } from './support/people.ts'
import { answer, inDays, openWorkshop } from './support/fixtures.ts'

test.describe.configure({ timeout: 180_000 })

test("an agency's list starts with the most urgent case, and keeps order and filters in the URL", async ({ as, calls }) => {
  const [sooner, later] = [await openWorkshop(calls, { eventDate: inDays(3) }), await openWorkshop(calls, { eventDate: inDays(40) })]
  const name = unique('Urgenta')
  await answer(calls, later, { ...twoReds, fullName: `${name} Later`, contactLanguage: 'es' })
  await answer(calls, sooner, { ...twoReds, fullName: `${name} Sooner`, contactLanguage: 'es' })
  await answer(calls, later, { ...twoReds, fullName: `${name} Last`, contactLanguage: 'es' })
  const page = await as('ana')
  const names = page.getByRole('table', { name: 'Respondents to review' }).getByRole('rowheader')
  await page.goto(`/home/agency/inprogress?query=${name}`)
  await expect(names).toContainText(['Sooner', 'Later', 'Last'])
  await expect(page.getByRole('columnheader', { name: 'Workshop' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect(page).toHaveURL(/order=newest/)
  await expect(names).toContainText(['Last', 'Sooner', 'Later'])
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect(names).toContainText(['Later', 'Sooner', 'Last'])
  await page.getByLabel('Workshop').selectOption({ label: `Workshop ${sooner}` })
  await expect(names).toContainText(['Sooner'])
  await page.reload()
  await expect(names).toContainText(['Sooner'])
  await expect(page.getByText('0 days').first()).toBeVisible()
  await page.getByRole('button', { name: 'Ready to decide' }).click()
  await expect(page.getByText(/No one here matches/)).toBeVisible()
  await inspect(page, 'a list that filters leave empty')
})

test('reviewers see who is reading a case, and can take it over', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Leida')
  await answer(calls, workshop, { ...twoReds, fullName: name, contactLanguage: 'es' })
  const [ana, adam] = [await as('ana'), await as('adam')]
  await ana.goto(`/home/agency/inprogress?query=${name}`)
  await ana.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(ana.getByRole('heading', { name: 'Answers', exact: true })).toBeVisible()
  await adam.goto(`/home/admin/inprogress?query=${name}`)
  await expect(adam.getByText('Ana is reading this')).toBeVisible()
  await adam.getByRole('button', { name: `View ${name}` }).click()
  await expect(adam.getByText('Ana is reading this.')).toBeVisible()
  // The widest possible number.
  await adam.locator('dd [translate="no"]').evaluate((id) => (id.textContent = 'WWWW-MMMM-WWWWW'))
  await inspect(adam, 'a case that someone else is reading')
  await adam.getByRole('button', { name: 'Take over' }).click()
  await expect(adam.getByText('Ana is reading this.')).toBeHidden()
  await ana.goto(`/home/agency/inprogress?query=${name}`)
  await expect(ana.getByText('Adam is reading this')).toBeVisible()
})

test('an admin assigns several cases to another agency at once', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Cambia')
  for (const which of ['One', 'Two']) await answer(calls, workshop, { ...twoReds, fullName: `${name} ${which}`, contactLanguage: 'es' })
  const page = await as('adam')
  await page.goto(`/home/admin/inprogress?query=${name}`)
  for (const which of ['One', 'Two']) await page.getByRole('checkbox', { name: `Choose ${name} ${which}` }).check()
  await page.getByLabel('Give 2 cases to').selectOption({ label: agencies.ben })
  await inspect(page, 'cases to be given to another agency')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('2 cases were reassigned.')).toBeVisible()
  await expect(page.getByRole('cell', { name: agencies.ben })).toHaveCount(2)
})

test("an agency's decisions are listed, and can be undone where the rules allow it", async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Decidida')
  const anonymousId = await answer(calls, workshop, { ...twoReds, fullName: name, contactLanguage: 'es' })
  const respondent = { anonymousId }
  await calls.data('ana', 'agency/submitRespondentStatusOverride', { respondent, status: { flag: 'red', reason: 'Needs a consultation.' } })
  const page = await as('ana')
  await page.goto('/home/agency/decided')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Ana Alvarez')
  await expect(row).toContainText('Needs a consultation.')
  await inspect(page, 'the decided list')
  await row.getByRole('button', { name: `Undo ${name}` }).click()
  await expect(page.getByText(`The decision on ${name} was undone.`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('staff see which messages reached a person, record a call, and resend the invitation after a preview', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Contacta')
  const email = `${name.toLowerCase()}@respondents.example`
  await answer(calls, workshop, { fullName: name, contactLanguage: 'es', email })
  await emailTo(dataDir(), email)
  const page = await as('adam')
  await page.goto(`/home/admin/response-overview/all?query=${name}`)
  await page.getByRole('button', { name: `View ${name}` }).click()
  await expect(page.getByText('Invitation: the mail server took it')).toBeVisible()
  await page.getByRole('button', { name: 'Note a call' }).click()
  await page.getByRole('button', { name: 'No answer' }).click()
  await expect(page.getByText('Telephoned: no answer').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send the invitation again' }).click()
  await expect(page.getByText(`To ${email}, in Spanish:`)).toBeVisible()
  await inspect(page, 'the preview of an invitation')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Invitation, sent again by staff').first()).toBeVisible()
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(2)
})

test('the header shows the account, and signing in again returns to the previous page', async ({ visit }) => {
  const page = await visit()
  const address = '/home/agency/inprogress?order=waiting'
  await page.goto(address)
  await expect(page).toHaveURL('/authentication/sign-in')
  await page.getByLabel('Email').fill('ana@portico.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Signed in as Ana Alvarez · Agency')).toBeVisible()
  const reminder = page.getByRole('checkbox', { name: /Email me on workdays/ })
  await reminder.uncheck()
  await expect(page.getByText('You get no email about cases that wait.')).toBeVisible()
  await page.reload()
  await expect(reminder).not.toBeChecked()
  await reminder.check()
  await expect(page.getByText('You get an email on workdays when cases wait.')).toBeVisible()
})

test('controls below a list appear together with its rows, so that they do not move under a click', async ({ as }) => {
  const page = await as('ana')
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(/getAssignedRespondents/, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.goto('/home/agency/inprogress')
  const reminder = page.getByRole('checkbox', { name: /Email me on workdays/, includeHidden: true })
  await expect(reminder).toBeAttached()
  await expect(reminder).toBeHidden()
  mayAnswer.resolve()
  await expect(reminder).toBeVisible()
  await expect(page.getByRole('link', { name: 'Print the cases that wait' })).toBeVisible()
})

test('people are found by parts of their name; a search hides the charts, and at check-in it does not reveal who is red', async ({
  as,
  calls,
}) => {
  const workshop = await openWorkshop(calls)
  const name = unique('Buscada')
  await answer(calls, workshop, { ...twoReds, fullName: `${name} Roja`, contactLanguage: 'es' })
  const admin = await as('adam')
  await admin.goto('/home/admin/response-overview/all')
  await expect(admin.getByRole('region', { name: 'Figures' })).toBeVisible()
  await admin.getByRole('searchbox').fill(name.slice(3))
  await expect(admin.getByRole('rowheader', { name: new RegExp(name) })).toBeInViewport()
  await expect(admin.getByRole('region', { name: 'Figures' })).toHaveCount(0)
  const door = await as('ana', phone)
  await door.goto(`/home/agency/workshop?workshop=${workshop}`)
  await door.getByRole('searchbox').fill(name)
  await expect(door.getByText('Not green, please see the desk')).toBeVisible()
  await inspect(door, 'a search at check-in that finds no one')
})
