import { Answering } from './support/answering.ts'
import { greenAnswers } from './support/answers.ts'
import { expect, phones, test } from './support/people.ts'
import { openWorkshop, publishQuestionnaire, sampleQuestionnaire } from './support/fixtures.ts'
import { say } from './support/words.ts'
import { begin } from './support/begun.ts'

test.describe.configure({ timeout: 120_000 })

for (const { phone, width, language, tag } of phones) {
  const name = `at ${width} px in ${language}`

  test(`the telephone field waits for its number rules and never guesses a country ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    let reachable = false
    await page.context().route('**/metadata.min-*.json', (route) => (reachable ? route.continue() : route.abort()))
    const { answering } = await begin(page, calls, language, 'question:phone')
    const field = answering.field('phone')
    await expect(field.getByRole('button', { name: say(language, 'errors.tryAgain') })).toBeVisible()
    await expect(field.getByRole('textbox')).toHaveCount(0)
    reachable = true
    await field.getByRole('button', { name: say(language, 'errors.tryAgain') }).click()
    const number = field.getByLabel(say(language, 'questionnaire.phone.number'))
    const country = field.getByRole('button', { name: /US/ })
    await number.pressSequentially('40855')
    await expect(country).toBeVisible()
    await answering.goOn()
    await expect(field.getByText(say(language, 'questionnaire.phone.incomplete'))).toBeVisible()
    await number.press('End')
    await number.pressSequentially('50123')
    await expect(country).toBeVisible()
    await answering.goOn()
    await expect(answering.field('contactLanguage')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('portico.answer.phone'))).toBe('+14085550123')
  })

  test(`a text over the limit is kept and counted, and its error stays on screen ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const { answering } = await begin(page, calls, language, 'question:otherConcerns')
    const field = answering.field('otherConcerns')
    await field.fill('word '.repeat(2_000))
    await expect(page.getByText(say(language, 'questionnaire.charactersOver', { number: 7_999 }))).toBeVisible()
    await answering.goOn()
    await expect(page.getByText(say(language, 'faults.too_long', { max: 2_000 }))).toBeInViewport()
    await expect(field).toHaveValue('word '.repeat(2_000))
  })

  test(`a second tab and a later visit show that the answers were sent ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const { answering, path } = await begin(page, calls, language, 'review', greenAnswers)
    const second = await page.context().newPage()
    await second.goto(path)
    // Not while it loads: a tab that finds answers in flight helps to send them.
    await expect(second.getByRole('heading', { level: 1 })).toHaveText(say(language, 'questionnaire.review.title'))
    await answering.send()
    await answering.number()
    const sentence = new RegExp(say(language, 'questionnaire.sentBefore', { date: '.+20\\d\\d.*' }))
    await expect(second.getByText(sentence)).toBeVisible()
    const later = await page.context().newPage()
    await later.goto(path)
    await expect(later.getByText(sentence)).toBeVisible()
  })

  test(`another questionnaire asks before it deletes the answers to the first one ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const { answering, path } = await begin(page, calls, language, 'question:zipCode', { fullName: 'Mai', email: 'mai@example.org' })
    const other = await publishQuestionnaire(calls)
    const workshop = await openWorkshop(calls, { questionnaireNames: [other] })
    await page.goto(`/workshops/${workshop}/questionnaire/${other}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(language, 'questionnaire.otherDraft.title'))
    await expect(page.getByText(/\b2\b/)).toBeVisible()
    await page.goto(path)
    await expect(answering.field('zipCode')).toBeVisible()
    await page.goto(`/workshops/${workshop}/questionnaire/${other}`)
    await answering.button('questionnaire.otherDraft.begin').click()
    await expect(answering.button('questionnaire.start')).toBeVisible()
  })

  test(`a shared device shows the next person a blank questionnaire ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    await page.clock.install()
    const workshop = await openWorkshop(calls)
    await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
    const input = { name: sampleQuestionnaire, languageCode: 'en' }
    const { questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
    const answering = new Answering(page, questions, language)
    const beginShared = async () => {
      await page.getByRole('checkbox').check()
      await expect(page.getByText(say(language, 'questionnaire.stop'))).toBeHidden()
      await answering.start()
      await answering.field('consentToShare').getByRole('radio').first().check()
      await answering.goOn()
      await answering.field('fullName').fill('Mai')
    }
    await beginShared()
    await page
      .getByRole('banner')
      .getByRole('link', { name: say(language, 'logo.portico') })
      .click()
    await answering.button('questionnaire.leave.stay').click()
    await expect(answering.field('fullName')).toHaveValue('Mai')
    await page
      .getByRole('banner')
      .getByRole('link', { name: say(language, 'logo.portico') })
      .click()
    await answering.button('questionnaire.leave.confirm').click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(answering.button('questionnaire.start')).toBeVisible()

    await beginShared()
    await page.clock.runFor(4 * 60_000)
    await answering.button('questionnaire.idle.stay').click()
    await page.clock.runFor(3 * 60_000)
    await expect(answering.field('fullName')).toHaveValue('Mai')
    await page.clock.runFor(2 * 60_000)
    await expect(answering.button('questionnaire.start')).toBeVisible()
    await expect(answering.button('questionnaire.goOn')).toHaveCount(0)
  })

  test(
    `registration that closes midway explains what happens to the answers, and accepts them once it reopens ${name}`,
    { tag },
    async ({ visit, calls }) => {
      const page = await visit(phone)
      const { answering, path, workshop } = await begin(page, calls, language, 'review', greenAnswers)
      await expect(answering.button('questionnaire.send.action')).toBeVisible()
      const title = `Workshop ${workshop}`
      await calls.data('adam', 'workshops/saveWorkshop', { name: workshop, title, registrationOpen: false })
      await answering.send()
      const kept = new RegExp(say(language, 'questionnaire.closed.kept', { date: '.+20\\d\\d.*' }))
      await expect(page.getByText(kept)).toBeVisible()
      await expect(page.locator('a[href^="tel:"]').first()).toBeVisible()
      await page.goto(path)
      await expect(page.getByText(say(language, 'citizenship.disabled'))).toBeVisible()
      await expect(page.getByText(kept)).toBeVisible()
      await calls.data('adam', 'workshops/saveWorkshop', { name: workshop, title, registrationOpen: true })
      await page.goto(path)
      await answering.send()
      await answering.number()
    },
  )

  test(`an early question is two taps away from a late one, and all answers can be cleared ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const { answering } = await begin(page, calls, language, 'question:drugs', greenAnswers)
    await answering.button('questionnaire.all.title').click()
    await page.getByRole('listitem').getByRole('button').nth(2).click()
    await expect(answering.field('email')).toHaveValue(greenAnswers['email'] ?? '')
    await answering.button('questionnaire.clearAll').click()
    await answering.button('questionnaire.startAgain.confirm').click()
    await expect(answering.button('questionnaire.start')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.answer.')))).toEqual([])
  })

  test(`a toast does not cover the buttons of a step ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const { answering } = await begin(page, calls, language, 'question:zipCode')
    await page.context().route('**/assets/ko-*.js', (route) => route.abort())
    await page
      .getByRole('banner')
      .getByRole('button', { name: say(language, 'nav.language') })
      .click()
    await page.getByRole('button', { name: '한국어' }).click()
    await expect(page.getByText(say(language, 'errors.network'))).toBeVisible()
    await answering.goOn()
    await expect(answering.field('zipCode')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(say(language, 'errors.network'))).toBeVisible()
  })
}
