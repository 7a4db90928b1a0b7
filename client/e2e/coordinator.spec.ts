import { answer, createStaff, openWorkshop } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { emailsTo, linkIn } from './support/outbox.ts'
import { dataDir, expect, test, unique } from './support/people.ts'

test('an admin sees pending invitations, resends one and revokes it', async ({ as, visit, calls }) => {
  const email = `${unique('invited')}@portico.example`
  await calls.data('rosa', 'admin/generateRegistrationLink', { account: 'volunteer', email, purpose: 'Saturday desk' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/create-user')
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Rosa Ruiz has invited this address as Volunteer.')).toBeVisible()
  await inspect(page, 'an address that is invited already')

  await page.goto('/home/admin/accounts')
  const pending = page.getByRole('region', { name: 'Pending invitations' })
  const row = pending.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Saturday desk')
  await inspect(page, 'pending invitations')
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row).toContainText('Adam Abiodun')
  const visitor = await visit()
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(2)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(row).toHaveCount(0)
  for (const sent of await emailsTo(dataDir(), email)) {
    await visitor.goto(linkIn(sent, 'authentication/registration'))
    await expect(visitor.getByText('This registration link has already been used')).toBeVisible()
  }
})

test('the overview shows the table first, and charts without small groups on demand', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  for (let turn = 0; turn < 6; turn++) await answer(calls, workshop, { contactLanguage: turn < 5 ? 'vi' : 'ko' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto(`/home/admin/response-overview/all?workshop=${workshop}`)
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText('All6')
  await expect(page.getByRole('table', { name: 'Admin Response Overview' })).toBeInViewport()
  await expect(figures.getByRole('table')).toHaveCount(0)
  await figures.getByRole('button', { name: 'Show charts' }).click()
  await expect(figures.getByRole('table', { name: 'By language they prefer' })).toContainText('Vietnamese5')
  await expect(figures).not.toContainText('Korean')
  await inspect(page, 'the overview with charts')
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(figures).toHaveCount(0)
})

test('people with an outdated place are counted until they are notified', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls, { address: { line1: '1 Old Street', city: 'San Jose' } })
  const email = `${unique('moved')}@portico.example`
  await answer(calls, workshop, { contactLanguage: 'ar', email })
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(1)
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto(`/home/admin/workshops?workshop=${workshop}`)
  await page.getByLabel('Street and number').fill('2 New Street')
  await page.getByRole('button', { name: 'Save workshop' }).click()
  const told = page.getByRole('status').filter({ has: page.getByRole('button', { name: `Tell them about Workshop ${workshop}` }) })
  await expect(told).toContainText('1 person holds an old date or place')
  await inspect(page, 'workshops with an old place')
  await told.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('2 New Street')
  await expect(dialog.getByRole('region', { name: 'The email' })).toHaveAttribute('lang', 'ar')
  await inspect(page, 'telling people about a change')
  await dialog.getByLabel('Preview in').selectOption({ label: 'English: 0' })
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('has changed')
  await dialog.getByRole('button', { name: 'Send emails' }).click()
  await expect(told).toHaveCount(0)
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(2)
})

test('an admin manages a workshop and grants access on its page', async ({ as, calls }) => {
  const instructions = { en: 'Use the entrance on the side of the school.', ar: 'استخدموا المدخل الجانبي للمدرسة.' }
  const times = { startTime: '09:00', endTime: '13:30', capacity: 120, instructions }
  const workshop = await openWorkshop(calls, { title: `A workshop of its own ${unique('page')}`, ...times })
  await answer(calls, workshop, {})
  const volunteer = await createStaff(calls, dataDir(), { account: 'volunteer' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/workshops')
  await page
    .getByRole('row')
    .filter({ hasText: workshop })
    .getByRole('link', { name: /A workshop of its own/ })
    .click()
  await expect(page).toHaveURL(`/home/admin/workshops/${workshop}`)
  await expect(page.getByText('09:00 to 13:30, America/Los Angeles')).toBeVisible()
  await expect(page.getByText('Room for 120. 119 left.')).toBeVisible()
  await expect(page.getByText(instructions.ar)).toHaveAttribute('dir', 'auto')
  const volunteers = page.getByRole('region', { name: 'Volunteers' })
  const newest = volunteers.getByRole('row').filter({ hasText: volunteer })
  await expect(newest).toContainText('No access')
  for (const name of [volunteer, 'Vera Varga']) await volunteers.getByRole('checkbox', { name: new RegExp(name) }).check()
  await volunteers.getByRole('button', { name: 'Grant access to 2' }).click()
  await expect(newest).toContainText('Since')
  await inspect(page, 'the page of a workshop', [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1280, height: 860 },
  ])
  await volunteers.getByRole('checkbox', { name: new RegExp(volunteer) }).check()
  await volunteers.getByRole('button', { name: 'End access of 1' }).click()
  await expect(newest).toContainText('No access')
  await page.getByRole('link', { name: 'Change' }).click()
  await expect(page.getByLabel('Starts at')).toHaveValue('09:00')
  await expect(page.getByLabel('Room for')).toHaveValue('120')
})

test('an admin sees the messages sent to each person, and publishes a custom text after a preview', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const email = `${unique('listed')}@portico.example`
  const anonymousId = await answer(calls, workshop, { contactLanguage: 'ru', email })
  await expect.poll(async () => (await emailsTo(dataDir(), email)).length).toBe(1)
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  const staffWidths = [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1280, height: 860 },
  ]
  await page.goto(`/home/admin/workshops/${workshop}`)
  await page.getByRole('link', { name: 'Messages' }).click()
  const row = page.getByRole('row').filter({ hasText: anonymousId })
  await expect(row).toContainText('Russian')
  await expect(row).toContainText('Sent')
  await inspect(page, 'the messages of a workshop', staffWidths)
  await page.getByLabel('State').selectOption({ label: 'Given up' })
  await expect(page.getByText('No messages match these filters.')).toBeVisible()
  await page.goto('/home/admin/messages/templates?kind=reminder&language=tl')
  await page.getByLabel('Message', { exact: true }).fill('Magkita tayo sa {{place}}.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('There is nothing to put in place of {{place}}').first()).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill('Magkita tayo sa {{workshop}}.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'The email' })).toContainText('Magkita tayo sa ')
  await page.getByRole('button', { name: 'Publish' }).click()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions).toContainText('Version 1, Adam Abiodun')
  await inspect(page, 'the templates', staffWidths)
  await versions.getByRole('button', { name: 'Use again: the shipped text' }).click()
  await expect(versions).toContainText('Version 2, Adam Abiodun')
})

test('an admin announces something to a group in several languages after a preview, and takes it back', async ({ as, calls }) => {
  const title = `Announced ${unique('group')}`
  const workshop = await openWorkshop(calls, { title })
  await answer(calls, workshop, { contactLanguage: 'fa', email: `${unique('group')}@portico.example` })
  await answer(calls, workshop, { contactLanguage: 'ko', email: `${unique('group')}@portico.example` })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  const staffWidths = [
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
    { width: 1280, height: 860 },
  ]
  await page.goto('/home/admin/announcements')
  await page.getByRole('combobox', { name: 'Workshop' }).selectOption({ label: title })
  await page.getByRole('combobox', { name: 'Flag' }).selectOption({ label: 'Green dots' })
  await page.getByLabel('Add a language').selectOption('fa')
  const english = page.getByRole('group', { name: 'English' })
  const subject = `Bring a friend to ${workshop}`
  await english.getByLabel('Subject').fill(subject)
  await english.getByLabel('Text').fill('Bring somebody with you.')
  const persian = page.getByRole('group', { name: 'Persian' })
  await persian.getByLabel('Subject').fill('یک دوست بیاورید')
  await persian.getByLabel('Text').fill('کسی را همراه بیاورید.')
  await inspect(page, 'writing an announcement', staffWidths)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Send 2 messages?')
  await expect(dialog).toContainText('They read English: Korean (1).')
  await dialog.getByLabel('Preview in').selectOption('fa')
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('کسی را همراه بیاورید.')
  await inspect(page, 'what an announcement looks like', staffWidths)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: subject })
  await expect(row).toContainText('0 of 2 sent')
  await row.getByRole('button', { name: `Undo: ${subject}` }).click()
  await expect(row).toContainText('Taken back. Nobody of 2 was written to.')
  await inspect(page, 'announcements', staffWidths)
})
