import { greenAnswers } from '../support/answers.ts'
import { answer, openWorkshop, publishQuestionnaire } from '../support/fixtures.ts'
import { expect } from '../support/people.ts'
import type { Visitor } from './visitor.ts'

/** A part of the respondent's journey, inspected screen by screen. */
type Section = (visitor: Visitor) => Promise<void>

/** All parts. */
export const sections: readonly Section[] = [
  publicPages,
  whatIsOpen,
  start,
  questions,
  errors,
  overview,
  dialogs,
  elsewhere,
  otherQuestionnaire,
  closedGate,
  sending,
  status,
]

/** The parts inspected by a short run. */
export const shortSections: readonly Section[] = [whatIsOpen, overview, closedGate, sending]

async function publicPages(visitor: Visitor): Promise<void> {
  const { page } = visitor
  for (const [path, title] of [
    ['/', 'landing.title'],
    ['/events', 'events.title'],
    ['/resources', 'resources.title'],
    ['/about', 'about.title'],
    ['/termsAndConditions', 'terms.title'],
    ['/privacyPolicy', 'privacy.title'],
  ] as const) {
    await page.goto(path)
    await visitor.expectHeading(title)
    await expect(page.locator('html')).toHaveAttribute('lang', visitor.language)
    await visitor.look(path)
  }
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: visitor.text('nav.language') }).click()
  await expect(page.locator('header ul button[lang]')).toHaveCount(15)
  await visitor.look('the languages')
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: visitor.text('nav.menu') }).click()
  await visitor.look('the menu')
}

async function whatIsOpen(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto('/citizenship')
  await expect(page.locator('main a').first()).toBeVisible()
  await visitor.look('/citizenship')
  await page.context().route('**/getOpenWorkshopList', (route) => route.abort())
  await page.reload()
  for (const pauseMs of [1_000, 2_000, 4_000]) await page.clock.runFor(pauseMs)
  await expect(visitor.answering.button('questionnaire.again')).toBeVisible()
  await visitor.look('/citizenship without a connection')
  await page.context().unroute('**/getOpenWorkshopList')
  await page.context().route('**/getOpenWorkshopList', (route) => route.fulfill({ json: { success: true, data: [] } }))
  await page.reload()
  await expect(page.getByText(visitor.text('citizenship.disabled'))).toBeVisible()
  await visitor.look('/citizenship with nothing open')
  await page.context().unroute('**/getOpenWorkshopList')
}

async function start(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto(visitor.path)
  await expect(visitor.answering.button('questionnaire.start')).toBeVisible()
  await visitor.look('the start')
  await page.getByRole('checkbox').check()
  await expect(page.getByText(visitor.text('questionnaire.sharedYours'))).toBeVisible()
  await visitor.look('the start on a shared device')
}

/** One of each question type, empty and answered. */
async function questions(visitor: Visitor): Promise<void> {
  const kinds = new Map(visitor.answering.asked(greenAnswers).map((question) => [question.questionType, question]))
  for (const [kind, question] of kinds) {
    const { [question.identifier]: value = '', ...others } = greenAnswers
    await visitor.comeTo(`question:${question.identifier}`, others)
    await visitor.look(`${kind} without an answer`)
    await visitor.answering.answer(question, value)
    await visitor.look(`${kind} with an answer`)
  }
}

async function errors(visitor: Visitor): Promise<void> {
  const { page, answering } = visitor
  const wrong = { email: 'no address', phone: '55', zipCode: 'x', householdSize: 'many' }
  for (const [identifier, text] of Object.entries({ fullName: '', greenCardDate: '', hasGreenCard: '', ...wrong })) {
    const question = answering.questions.find((one) => one.identifier === identifier)
    if (!question?.required && text === '') continue
    const { [identifier]: _, ...others } = greenAnswers
    await visitor.comeTo(`question:${identifier}`, others)
    if (question) await answering.answer(question, text)
    await answering.goOn()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    await visitor.look(`${identifier} with a mistake`)
  }
  await visitor.comeTo('question:otherConcerns')
  await answering.field('otherConcerns').fill('8'.repeat(2_500))
  await answering.goOn()
  await visitor.look('a text that is too long')
  await page.context().setOffline(true)
  await expect(page.getByText(visitor.text('questionnaire.offline'))).toBeVisible()
  await visitor.look('a question without a connection')
  await page.context().setOffline(false)
}

async function overview(visitor: Visitor): Promise<void> {
  const { fullName: _, ...others } = greenAnswers
  await visitor.comeTo('review', others)
  await visitor.look('the review with an answer missing')
  await visitor.press('questionnaire.send.action')
  await visitor.look('the review with its mistakes')
  await visitor.press('questionnaire.all.title')
  await visitor.expectHeading('questionnaire.all.title')
  await visitor.look('all questions')
}

async function dialogs(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await visitor.comeTo('start')
  await visitor.press('questionnaire.startAgain.action')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
  await visitor.look('starting again')
  await visitor.comeTo('start', {})
  await page.getByRole('checkbox').check()
  await visitor.press('questionnaire.start')
  await visitor.answering.field('consentToShare').getByRole('radio').first().check()
  await page
    .getByRole('banner')
    .getByRole('link', { name: visitor.text('logo.portico') })
    .click()
  await expect(visitor.answering.button('questionnaire.leave.stay')).toBeVisible()
  await visitor.look('leaving a shared device')
  await visitor.press('questionnaire.leave.stay')
  await page.clock.fastForward(4 * 60_000)
  await expect(visitor.answering.button('questionnaire.idle.stay')).toBeVisible()
  await visitor.look('a shared device that nobody uses')
}

async function elsewhere(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await visitor.comeTo('question:zipCode')
  await visitor.answering.field('zipCode').fill('95110')
  await visitor.press('questionnaire.transfer.leave')
  await visitor.look('continue elsewhere')
  await visitor.press('questionnaire.transfer.make')
  await expect(page.locator('[data-code]')).toBeVisible()
  const code = (await page.locator('[data-code]').textContent()) ?? ''
  await visitor.look('a code')
  await page.goto('/about')
  await page.goto(`${visitor.path}#code=${code}`)
  await expect(page.getByRole('textbox')).toHaveValue(code)
  await visitor.look('taking answers')
  await page.getByRole('textbox').fill('12')
  await visitor.answering.fetchTransfer()
  await expect(page.getByText(visitor.text('questionnaire.transfer.wrongForm'))).toBeVisible()
  await visitor.look('a code of the wrong form')
  // Both devices have new answers: this one differs.
  await visitor.comeTo('question:zipCode')
  await visitor.answering.field('zipCode').fill('95130')
  await page.goto('/about')
  await page.goto(`${visitor.path}#code=${code}`)
  await visitor.answering.fetchTransfer()
  await visitor.expectHeading('questionnaire.transfer.done')
  await visitor.look('two different answers')
}

async function otherQuestionnaire(visitor: Visitor): Promise<void> {
  const { page, calls } = visitor
  await visitor.comeTo('question:zipCode')
  const other = await publishQuestionnaire(calls)
  const workshop = await openWorkshop(calls, { questionnaireNames: [other] })
  await page.goto(`/workshops/${workshop}/questionnaire/${other}`)
  await visitor.expectHeading('questionnaire.otherDraft.title')
  await visitor.look('another questionnaire')
}

async function closedGate(visitor: Visitor): Promise<void> {
  const { page, calls, workshop } = visitor
  const open = (registrationOpen: boolean) =>
    calls.data('adam', 'workshops/saveWorkshop', { name: workshop, title: `Workshop ${workshop}`, registrationOpen })
  await visitor.comeTo('review')
  await open(false)
  await visitor.press('questionnaire.send.action')
  await expect(page.locator('a[href^="tel:"]').first()).toBeVisible()
  await visitor.look('the gate closes')
  await page.goto(visitor.path)
  await expect(page.getByText(visitor.text('citizenship.disabled'))).toBeVisible()
  await visitor.look('a closed gate with answers')
  await open(true)
}

async function sending(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await visitor.comeTo('review')
  await page.context().setOffline(true)
  await visitor.press('questionnaire.send.action')
  await expect(page.getByText(visitor.text('questionnaire.send.connection'))).toBeVisible()
  await visitor.look('waiting to be sent')
  await page.context().setOffline(false)
  await visitor.answering.number()
  await visitor.look('the receipt')
  await visitor.press('sent.again')
  await expect(visitor.answering.button('questionnaire.start')).toBeVisible()
  await visitor.look('the start after sending')
}

async function status(visitor: Visitor): Promise<void> {
  const { page, calls, workshop } = visitor
  const number = await answer(calls, workshop, { phone: '+14085550142' })
  await page.goto(`/status#number=${number}`)
  await expect(page.getByRole('textbox').first()).toHaveValue(number)
  await visitor.look('asking where one is')
  await visitor.press('status.show')
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await visitor.look('asking without a telephone number')
  const telephone = page.getByRole('textbox', { name: visitor.text('questionnaire.phone.number'), exact: true })
  await telephone.fill('(408) 555-0199')
  await visitor.press('status.show')
  await expect(page.getByText(visitor.text('status.notFound'))).toBeVisible()
  await visitor.look('asking with the wrong telephone number')
  await telephone.fill('(408) 555-0142')
  await visitor.press('status.show')
  await visitor.expectHeading('status.received')
  await visitor.look('where one is')
}
