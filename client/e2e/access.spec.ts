import { Answering, storeDraft, type Answers } from './support/answering.ts'
import { greenAnswers, twoReds } from './support/answers.ts'
import { inspect, widths } from './support/inspection.ts'
import { expect, test } from './support/people.ts'
import { answer, openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { ReviewPanel, UploadPage } from './support/staff-pages.ts'
import { say } from './support/words.ts'

test.describe.configure({ timeout: 180_000 })

const informing = [
  '/',
  '/events',
  '/resources',
  '/about',
  '/termsAndConditions',
  '/privacyPolicy',
  '/citizenship',
  '/citizenship/nothing_here',
]
const [narrow] = widths
/**
 * Console messages caused by the test setup: the tests run in an isolated script world past the service worker, and a busy machine takes
 * seconds to run what was preloaded.
 */
const ignoredMessages =
  /is not used because it is a cross-world service worker resource mismatch|was preloaded using link preload but not used within/

// Left-to-right in light mode, right-to-left in dark mode.
for (const { language, locale, direction, colorScheme, tag } of [
  { language: 'en', locale: 'en-US', direction: 'ltr', colorScheme: 'light', tag: ['@long'] },
  { language: 'ar', locale: 'ar-EG', direction: 'rtl', colorScheme: 'dark', tag: [] },
] as const) {
  test(`public pages in ${language} are accessible`, async ({ visit }) => {
    const page = await visit({ locale, colorScheme })
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !ignoredMessages.test(message.text())) complaints.push(message.text())
    })
    for (const path of informing) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await inspect(page, `${path} in ${language}`)
    }
    await page.setViewportSize(narrow)
    await page.getByRole('button', { name: say(language, 'nav.menu') }).click()
    await inspect(page, `the menu in ${language}`, [narrow])
    await page.keyboard.press('Escape')
    await page
      .getByRole('banner')
      .getByRole('button', { name: say(language, 'nav.language') })
      .click()
    await inspect(page, `the languages in ${language}`)
    expect(complaints).toEqual([])
  })

  test(`the questionnaire in ${language} is accessible`, { tag: [...tag] }, async ({ visit, calls }) => {
    const workshop = await openWorkshop(calls)
    const input = { name: sampleQuestionnaire, languageCode: 'en' }
    const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
    const page = await visit({ locale, colorScheme, viewport: narrow })
    const answering = new Answering(page, questions, language)
    const at = async (place: string, answers: Answers) => {
      await page.goto('/about')
      await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers, place })
      await page.setViewportSize(narrow)
      await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
    }
    await at('start', {})
    await expect(answering.button('questionnaire.start')).toBeVisible()
    await inspect(page, `the start in ${language}`)
    // One of each type, empty and with an error after Continue.
    for (const identifier of [
      'consentToShare',
      'fullName',
      'phone',
      'contactLanguage',
      'zipCode',
      'dateOfBirth',
      'timeAsResident',
      'daysAbroad',
    ]) {
      await at(`question:${identifier}`, {})
      await expect(answering.field(identifier)).toBeVisible()
      await inspect(page, `${identifier} in ${language}`)
      await answering.goOn()
      await expect(page.getByText(answering.text('faults.required')).first()).toBeVisible()
      await inspect(page, `${identifier} with an error in ${language}`)
    }
    await at('question:previousApplication', { ...greenAnswers, previousApplication: 'yes' })
    await expect(answering.field('previousApplication_followUp')).toBeVisible()
    await inspect(page, `a follow-up in ${language}`)
    await at('review', { ...greenAnswers, zipCode: 'no zip' })
    await answering.send()
    await expect(page.getByText(answering.text('faults.zip')).first()).toBeVisible()
    await inspect(page, `the review with an error in ${language}`)
    await at('review', greenAnswers)
    await expect(answering.button('questionnaire.send.action')).toBeVisible()
    await page.route('**/addNewQuestionnaireResponse', (route) => route.abort())
    await answering.send()
    await expect(page.getByText(answering.text('questionnaire.send.connection'))).toBeVisible()
    await inspect(page, `waiting for a connection in ${language}`)
    await page.unrouteAll()
    // It also retries by itself, possibly at this very moment.
    await answering
      .button('questionnaire.send.now')
      .click({ timeout: 3_000 })
      .catch(() => undefined)
    await answering.number()
    await inspect(page, `the personal number in ${language}`)
  })
}

test('the sign-in pages are accessible', async ({ visit }) => {
  const page = await visit()
  const pages = ['sign-in', 'forgot-password', 'forgot-password/success', 'reset-password/token', 'reset-password/success']
  // If the link cannot be checked, the form is shown.
  await page.route('**/trpc/auth.checkLink**', (route) => route.abort())
  for (const path of [
    ...pages,
    'verify-email',
    'verify-email/token',
    'verify-email/success',
    'registration/token',
    'registration/success',
  ]) {
    await page.goto(`/authentication/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await inspect(page, path)
  }
  await page.goto('/authentication/registration/token')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await inspect(page, 'registration with errors')
  await page.unroute('**/trpc/auth.checkLink**')
  await page.goto('/authentication/registration/token')
  await expect(page.getByText('This registration link has already been used')).toBeVisible()
  await inspect(page, 'a used link')
  await page.goto('/authentication/sign-in')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await inspect(page, 'a refused sign-in')
})

test('the review panel is accessible in each of its states', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  await answer(calls, workshop, { ...twoReds, fullName: `Inspected ${workshop}` })
  const page = await as('ana', { colorScheme: 'dark' })
  const panel = new ReviewPanel(page)
  await page.route('**/trpc/agency.getAssignedRespondents**', (route) => route.abort())
  await page.goto('/home/agency/inprogress')
  await expect(page.getByRole('table')).toBeVisible()
  await inspect(page, 'cases while they load')
  await expect(page.getByText('An error has occurred:', { exact: false })).toBeVisible({ timeout: 30_000 })
  await inspect(page, 'cases that could not be loaded')
  await page.unrouteAll()
  await page.goto('/home/agency/inprogress')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await inspect(page, 'cases to review')
  await page.goto('/home/agency/inprogress?query=nobody_of_this_name')
  await expect(page.getByText('No one here matches', { exact: false })).toBeVisible()
  await inspect(page, 'no case found')
  await page.setViewportSize(widths[1])
  await page.goto(`/home/agency/inprogress?query=${workshop}`)
  await panel.open(`Inspected ${workshop}`)
  await inspect(page, 'an open case')
  await panel.button('Mark as green').focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await inspect(page, 'why green is not possible yet')
  await page.getByRole('button', { name: 'Mark as green arrestedOrCited' }).click()
  await page.getByRole('form', { name: 'Mark arrestedOrCited as green' }).getByRole('button', { name: 'Save' }).click()
  await inspect(page, 'an override without a reason')
  await panel.button('Mark as red').click()
  await inspect(page, 'marking fully as red')
  await page.getByRole('button', { name: 'Cancel arrestedOrCited' }).click()
  await panel.override('arrestedOrCited', 'green', 'Papers seen.')
  await inspect(page, 'a saved override')
  await panel.override('taxesOwed', 'green', 'Plan seen.')
  await panel.button('Mark as green').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'the question before green')
})

test('the check-in is accessible in each of its states', async ({ as, calls }) => {
  const anonymousId = await answer(calls, 'citizenship_day_demo', { fullName: 'Inspected Guest' })
  const without = await as('victor')
  await without.goto('/home/volunteer/workshop')
  await expect(without.getByText('You dont yet have access to the workshop green dots')).toBeVisible()
  await inspect(without, 'the check-in without access')
  const page = await as('vera', { colorScheme: 'dark' })
  await page.goto('/home/volunteer/workshop')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await inspect(page, 'green dots')
  for (const says of [/^Checked in/, /^Already in/]) {
    await page.getByRole('searchbox').fill(anonymousId)
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('alert').getByText(says)).toBeVisible()
    await inspect(page, String(says), [narrow])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert').getByText(says)).toBeHidden()
  }
  await page.getByRole('searchbox').fill('2222-2222-22222')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('Not green, please see the desk')).toBeVisible()
  await inspect(page, 'someone who is not green', [narrow])
  await page.keyboard.press('Escape')
  const agency = await as('ana')
  await agency.goto('/home/agency/workshop')
  await expect(agency.getByRole('rowheader').first()).toBeVisible()
  await inspect(agency, 'green dots of an agency')
})

test('the admin pages are accessible', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const page = await as('rosa')
  const lists = ['response-overview/all', 'response-overview/green', 'response-overview/red', 'accounts', 'agencies', 'workshops']
  for (const path of lists) {
    await page.goto(`/home/admin/${path}`)
    await expect(page.getByRole('button', { name: /^(View|Change) / }).first()).toBeVisible()
    await inspect(page, path)
    await page
      .getByRole('button', { name: /^(View|Change) / })
      .first()
      .click()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await inspect(page, `${path}, opened`)
  }
  await page.goto('/home/admin/response-overview/all?query=nobody_of_this_name')
  await expect(page.getByText('No one here matches', { exact: false })).toBeVisible()
  await inspect(page, 'no one found')
  await page.goto('/home/admin/create-user')
  await page.getByRole('button', { name: 'Send registration link' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await inspect(page, 'create account with an error')
  await page.goto(`/home/admin/downloads?workshop=${workshop}`)
  await expect(page.getByText('No downloads')).toBeVisible()
  await inspect(page, 'downloads, empty')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Download All' })).toBeVisible({ timeout: 30_000 })
  await inspect(page, 'downloads')
  const upload = new UploadPage(page)
  await upload.open()
  await upload.fill({ title: 'some_title' })
  await upload.submit()
  await expect(upload.field('Question file').getByText('Missing')).toBeVisible()
  await inspect(page, 'an upload without files')
  await page.goto('/authentication/sign-out')
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await inspect(page, 'sign out')
})
