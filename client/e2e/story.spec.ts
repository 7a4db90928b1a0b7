import type { Question } from '@portico/shared/contract/questionnaires'
import { Answering, anonymousId } from './support/answering.ts'
import { greenAnswers, twoReds } from './support/answers.ts'
import { agencies, password } from './support/calls.ts'
import { emailTo, emailsTo } from './support/outbox.ts'
import { dataDir, expect, phone, test, unique } from './support/people.ts'
import { files, inDays } from './support/fixtures.ts'
import { ReviewPanel, UploadPage } from './support/staff-pages.ts'
import { changeCell, expectedRow, readSheet, wallTime, type Exported } from './support/workbook.ts'
import { registerVolunteer } from './support/registration.ts'

test('the main job, from three files to a spreadsheet', async ({ visit, as, calls }, info) => {
  test.setTimeout(240_000)
  const name = unique('story')
  const title = `Citizenship Saturday ${name}`
  const admin = await visit()

  await test.step('the admin signs in with the prefilled seed account', async () => {
    await admin.goto('/authentication/sign-in')
    await expect(admin.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
    await expect(admin.getByText('Warning! Currently using overridden credentials!')).toBeVisible()
    await expect(admin.getByLabel('Email')).toHaveValue('adam@portico.example')
    await admin.getByLabel('Password', { exact: true }).fill('not the password')
    await admin.getByLabel('Password', { exact: true }).press('Enter')
    await expect(admin.getByText('Invalid email or password')).toBeVisible()
    await expect(admin).toHaveURL('/authentication/sign-in')
    await admin.reload()
    await expect(admin.getByLabel('Password', { exact: true })).toHaveValue(password)
    await admin.getByRole('button', { name: 'Login' }).click()
    await expect(admin.getByRole('heading', { level: 1, name: 'Admin Response Overview' })).toBeVisible()
    await expect(admin).toHaveURL('/home/admin/response-overview/all')
  })

  await test.step('missing and invalid files are reported at their field, and nothing is published', async () => {
    const upload = new UploadPage(admin)
    await upload.open()
    await upload.fill({ title: '2nd try!', questionFile: files.questionFile, fieldMetadataFile: files.fieldMetadataFile })
    await upload.submit()
    await expect(
      admin.getByText('Must contain only letters, numbers, and underscores.  Must not start with a number.').first(),
    ).toBeVisible()
    await upload.fill({ title: name })
    await upload.submit()
    await expect(upload.field('Template file').getByText('Missing')).toBeVisible()
    const wrong = await changeCell(files.templateFile, info.outputPath('template.xlsx'), {
      sheet: 'Respondents',
      cell: 'D4',
      value: '{{fulName}}',
    })
    await upload.fill({ templateFile: wrong })
    await upload.submit()
    const problems = admin.getByRole('list', { name: 'Problems in the template file' })
    await expect(problems.getByText('Respondents!D4')).toBeVisible()
    await expect(problems.getByText('"{{fulName}}" is not a question of this questionnaire. Did you mean {{fullName}}?')).toBeVisible()
    const list = await calls.data('adam', 'questionnaires/getQuestionnaireList', { pagination: { offset: 0, count: 100 } })
    expect(list.items.map((item: { name: string }) => item.name)).not.toContain(name)
  })

  await test.step('the three files are published as a questionnaire', async () => {
    const upload = new UploadPage(admin)
    await upload.fill({ templateFile: files.templateFile })
    await upload.submit()
    await expect(admin.getByRole('button', { name: 'Success!' })).toBeVisible({ timeout: 20_000 })
    await expect(admin.getByText(`${name}, version 1, is published.`)).toBeVisible()
    await expect(admin.getByLabel('Title')).toHaveValue('')
    await expect(admin.getByRole('button', { name: 'Submit!' })).toBeVisible()
    await expect(admin.getByRole('row').filter({ hasText: name })).toContainText('English, Spanish, Vietnamese')
  })

  await test.step('the admin creates a workshop with it and two agencies, not open yet', async () => {
    await admin.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Workshops' }).click()
    await admin.getByRole('button', { name: 'New workshop' }).click()
    await admin.getByLabel('Name', { exact: true }).fill(name)
    await admin.getByLabel('Title').fill(title)
    await admin.getByLabel('Date', { exact: false }).first().fill(inDays(60))
    await admin.getByLabel('Street and number').fill('200 East Santa Clara Street')
    await admin.getByLabel('City').fill('San José')
    await admin.getByRole('group', { name: 'Questionnaires' }).getByLabel(name).check()
    for (const agency of Object.values(agencies))
      await admin.getByRole('group', { name: 'Agencies that take part' }).getByLabel(agency).check()
    await admin.getByRole('button', { name: 'Save workshop' }).click()
    await expect(admin.getByText(`“${title}” is saved.`)).toBeVisible()
    await expect(admin.getByRole('row').filter({ hasText: title })).toContainText('Closed')
  })

  const visitor = await visit(phone)
  await test.step('visitors see one sentence while registration is closed', async () => {
    await visitor.goto(`/citizenship/${name}`)
    await expect(visitor.getByRole('main')).toHaveText('Registration is currently disabled.')
    const refused = await calls.ask('visitor', 'responses/addNewQuestionnaireResponse', { name, language: 'es', answers: greenAnswers })
    expect(refused.body).toMatchObject({ success: false, error_id: 'REGISTRATION_DISABLED' })
  })

  await test.step('the admin opens registration and makes it the default', async () => {
    await admin.getByRole('button', { name: `Change ${title}` }).click()
    await admin.getByLabel('Registration is open').check()
    await admin.getByLabel('Default workshop').check()
    await admin.getByRole('button', { name: 'Save workshop' }).click()
    await expect(admin.getByRole('row').filter({ hasText: title })).toContainText('Switched on')
    await expect(admin.getByRole('row').filter({ hasText: title })).toContainText('Default')
  })

  await test.step('the landing page links to it', async () => {
    await visitor.goto('/')
    const card = visitor.getByRole('link', { name: title })
    await expect(card).toHaveAttribute('href', `/citizenship/${name}`)
    await card.click()
    await expect(visitor).toHaveURL(`/citizenship/${name}`)
  })

  const english: Question[] = (
    await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', { name, languageCode: 'en' })
  ).questions
  const marisol = { ...greenAnswers, email: `${name}.marisol@respondents.example` }
  let marisolId = ''
  await test.step('the visitor answers every question in Spanish on a phone', async () => {
    const { questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', { name, languageCode: 'es' })
    const answering = new Answering(visitor, questions, 'en')
    await answering.chooseLanguage('es', 'Español')
    await answering.start()
    await expect(answering.field('consentToShare')).toBeVisible()
    await answering.goOn()
    await expect(visitor.getByText(answering.text('faults.required')).first()).toBeVisible()
    await expect(answering.field('consentToShare')).toBeVisible()
    await answering.answerAll(marisol)
    await answering.send()
    marisolId = await answering.number()
  })

  const [pedro, lucia] = [`Pedro Cruz ${name}`, `Lucía Ríos ${name}`]
  const pedroAnswers = { ...greenAnswers, ...twoReds, fullName: pedro, email: `${name}.pedro@respondents.example` }
  const luciaAnswers = { ...greenAnswers, drugs: 'yes', fullName: lucia, email: `${name}.lucia@respondents.example` }
  const send = async (answers: object) =>
    (await calls.data('visitor', 'responses/addNewQuestionnaireResponse', { name, language: 'es', answers })).anonymousId
  const [pedroId, luciaId] = [await send(pedroAnswers), await send(luciaAnswers)]

  await test.step('a respondent without red answers is invited at once, in Spanish', async () => {
    const email = await emailTo(dataDir(), marisol.email)
    expect(email.language).toBe('es')
    expect(email.text).toContain(marisolId)
    expect(email.text).toContain(title)
    expect(email.text).toContain('200 East Santa Clara Street, San José')
    expect(await emailsTo(dataDir(), pedroAnswers.email)).toEqual([])
  })

  const ana = await as('ana')
  const panel = new ReviewPanel(ana)
  await test.step('the assigned agency finds the case; the other agency does not', async () => {
    await ana.goto('/home/agency/inprogress')
    await expect(ana.getByRole('heading', { level: 1, name: 'Respondents to Review' })).toBeVisible()
    await expect(ana.getByText(`Agency: ${agencies.ana}`)).toBeVisible()
    await panel.search(pedro)
    await expect(panel.row(pedro)).toContainText(pedroId)
    await expect(panel.row(pedro)).toContainText('2 of 2')
    const ben = await as('ben')
    await ben.goto(`/home/agency/inprogress?query=${pedroId}`)
    await expect(ben.getByText(`No one here matches “${pedroId}”`, { exact: false })).toBeVisible()
    for (const path of ['agency/getAssignedRespondent', 'responses/getRespondentAnswerInfo'])
      expect((await calls.ask('ben', path, { respondent: { anonymousId: pedroId } })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  await test.step('green is refused while red answers remain; each is overridden with a reason', async () => {
    await panel.open(pedro)
    await expect(panel.button('Mark as green')).toHaveAttribute('aria-disabled', 'true')
    await expect(panel.button('Mark as green')).toHaveAccessibleDescription('2 red answers')
    await ana.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
    await ana.getByRole('form', { name: 'Mark arrestedOrCited as green' }).getByRole('button', { name: 'Save' }).click()
    await expect(ana.getByText('Required')).toBeVisible()
    await ana.getByRole('button', { name: 'Cancel arrestedOrCited' }).click()
    await panel.override('arrestedOrCited', 'green', 'Court papers seen: dismissed.')
    await expect(panel.button('Mark as green')).toHaveAccessibleDescription('1 red answer')
    await panel.button('Mark as green').hover()
    await expect(ana.getByRole('tooltip')).toHaveText('1 red answer')
    await panel.override('taxesOwed', 'green', 'Payment plan since 2021.')
    await expect(panel.button('Mark as green')).not.toHaveAttribute('aria-disabled')
  })

  await test.step('marking as green asks for confirmation and sends one message', async () => {
    const question = 'Are you sure? This will send out messages and assign the respondent to the event.'
    await panel.button('Mark as green').click()
    await expect(ana.getByRole('dialog', { name: question })).toBeVisible()
    await ana.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(ana.getByRole('dialog')).toBeHidden()
    await panel.button('Mark as green').click()
    await ana.getByRole('dialog', { name: question }).getByRole('button', { name: 'Yes' }).click()
    await expect(ana.getByText(`${pedro} is a green dot now.`)).toBeVisible()
    await expect(panel.row(pedro)).toBeHidden()
    expect((await emailTo(dataDir(), pedroAnswers.email)).text).toContain(pedroId)
    const again = await calls.ask('ana', 'agency/submitRespondentStatusOverride', {
      respondent: { anonymousId: pedroId },
      status: { flag: 'green' },
    })
    expect(again.body).toMatchObject({ success: false, error_id: 'ALREADY_SET' })
  })

  await test.step('another respondent is marked fully as red', async () => {
    await panel.search(lucia)
    await panel.open(lucia)
    await expect(panel.button('Mark as green')).toHaveAccessibleDescription('1 red answer')
    await panel.button('Mark as red').click()
    const form = ana.getByRole('form', { name: 'Mark as red' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Required')).toBeVisible()
    await form.getByLabel('Reason').fill('Needs a full consultation.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(ana.getByText(`${lucia} is marked as red.`)).toBeVisible()
    const overview = new ReviewPanel(admin)
    await admin.goto(`/home/admin/response-overview/red?query=${luciaId}`)
    await expect(admin.getByRole('heading', { level: 1, name: 'Red Dot Respondents' })).toBeVisible()
    await overview.open(lucia, 'View')
    await expect(overview.button('Mark as red')).toHaveAttribute('aria-disabled', 'true')
    await expect(admin.getByText('“Needs a full consultation.”').first()).toBeVisible()
  })

  const volunteer = await visit(phone)
  await test.step('the admin invites a volunteer, who registers and verifies', async () => {
    await registerVolunteer(admin, volunteer, title, `${name}@volunteers.example`)
  })

  await test.step('the volunteer sees the green dots and checks one in', async () => {
    const list = new ReviewPanel(volunteer)
    await expect(list.row(greenAnswers['fullName'] ?? '')).toBeVisible()
    await expect(list.row(pedro)).toBeVisible()
    await expect(list.row(lucia)).toHaveCount(0)
    await volunteer.getByRole('button', { name: `Check in ${pedro}` }).click()
    await expect(volunteer.getByRole('alert').getByText(/^Checked in \d\d:\d\d$/)).toBeVisible()
    await volunteer.keyboard.press('Escape')
    await volunteer.getByRole('button', { name: /^In \d+$/ }).click()
    await expect(list.row(pedro).getByRole('cell').filter({ hasText: 'Undo' }).locator('time')).toHaveText(/^\d\d:\d\d$/)
    await volunteer.getByRole('searchbox').fill(luciaId)
    await volunteer.getByRole('searchbox').press('Enter')
    await expect(volunteer.getByText('Not green, please see the desk')).toBeVisible()
    await volunteer.keyboard.press('Escape')
    await volunteer.getByRole('searchbox').fill(pedroId)
    await volunteer.getByRole('searchbox').press('Enter')
    await expect(volunteer.getByText(/^Already in \d\d:\d\d$/)).toBeVisible()
  })

  const ask = admin.getByRole('button', { name: 'Undownloaded', exact: true })
  const ready = admin.getByRole('button', { name: 'Download Undownloaded' })
  await test.step('the spreadsheet contains what was typed, cell by cell', async () => {
    await admin.goto('/home/admin/downloads')
    await admin.getByLabel('Workshop').selectOption(name)
    await expect(admin.getByText('No downloads')).toBeVisible()
    await ask.click()
    const [saved] = await Promise.all([admin.waitForEvent('download'), ready.click({ timeout: 30_000 })])
    expect(saved.suggestedFilename()).toBe(`${name}.xlsx`)
    const file = info.outputPath(`${unique('download')}.xlsx`)
    await saved.saveAs(file)
    const checkedInAt = (await calls.data('adam', 'responses/getResponseForAdmin', { respondent: { anonymousId: pedroId } })).checkedInAt
    const entry = async (id: string) =>
      (await calls.data('adam', 'responses/getResponseForAdmin', { respondent: { anonymousId: id } })).respondent
    const facts = async (rowNumber: number, id: string, initial: string, current: string, reds: number, in_: string | null) => ({
      $rowNumber: rowNumber,
      $anonymousId: id,
      $date: wallTime((await entry(id)).date),
      $initialFlag: initial,
      $currentFlag: current,
      $currentRedFlagAnswerCount: reds,
      $checkInTime: in_ && wallTime(in_),
    })
    const people: Exported[] = [
      { answers: marisol, flags: {}, facts: await facts(1, marisolId, 'green', 'green', 0, null) },
      { answers: pedroAnswers, flags: {}, facts: await facts(2, pedroId, 'red', 'green', 0, checkedInAt) },
      { answers: luciaAnswers, flags: { drugs: 'red' }, facts: await facts(3, luciaId, 'red', 'red', 1, null) },
    ]
    expect(people.every(({ facts: { $anonymousId } }) => anonymousId.test(String($anonymousId)))).toBe(true)
    const answers = await readSheet(file, 'Answers')
    const [, placeholders = []] = await readSheet(files.templateFile, 'Answers')
    expect(answers).toEqual([
      (await readSheet(files.templateFile, 'Answers'))[0],
      ...people.map((one) => expectedRow(placeholders, english, one)),
    ])
    const [, , , row = []] = await readSheet(files.templateFile, 'Respondents')
    const respondents = await readSheet(file, 'Respondents')
    expect(respondents[0]?.slice(0, 2)).toEqual(['Workshop', name])
    expect(respondents.slice(3)).toEqual(people.map((one) => expectedRow(row, english, one)))
  })

  await test.step('a second download has no new respondents', async () => {
    await ask.click()
    await expect(admin.getByRole('row').nth(1)).toContainText('Nobody new', { timeout: 30_000 })
    await expect(ready).toHaveCount(1)
  })
  expect(await emailsTo(dataDir(), luciaAnswers.email), 'no message to a red dot').toEqual([])
  expect(await emailsTo(dataDir(), pedroAnswers.email), 'one message to a green one').toHaveLength(1)
})
