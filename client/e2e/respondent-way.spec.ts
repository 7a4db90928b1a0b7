import type { Page } from '@playwright/test'
import { Answering, storeDraft, type Answers } from './support/answering.ts'
import { greenAnswers } from './support/answers.ts'
import type { Calls } from './support/calls.ts'
import { inspect } from './support/inspection.ts'
import { expect, phones, test } from './support/people.ts'
import { openWorkshop, publishQuestionnaire, sampleQuestionnaire } from './support/fixtures.ts'
import { say } from './support/words.ts'

test.describe.configure({ timeout: 120_000 })

interface Begun {
  readonly path: string
  readonly workshop: string
  readonly answering: Answering
  readonly questionnaireId: number
}

/** Opens a separate workshop with the answers up to a question, which is on the screen. */
async function begin(page: Page, calls: Calls, language: string, place: string, answers: Answers = {}): Promise<Begun> {
  const workshop = await openWorkshop(calls)
  const input = { name: sampleQuestionnaire, languageCode: 'en' }
  const { id, questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  const path = `/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`
  await page.goto('/about')
  await storeDraft(page, { name: sampleQuestionnaire, questionnaireId: id, answers, place })
  await page.goto(path)
  return { path, workshop, answering: new Answering(page, questions, language), questionnaireId: id }
}

/** Expects these controls to be inside the viewport. */
async function expectInside(page: Page, selector: string): Promise<void> {
  const outside = await page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
      .map(({ text }) => text),
  )
  expect(outside, 'cut off').toEqual([])
}

for (const { phone, width, language, tag } of phones) {
  const name = `at ${width} px in ${language}`

  test(`the language menu opens within the viewport ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    await page.goto('/')
    const opener = page.getByRole('banner').getByRole('button', { name: say(language, 'nav.language') })
    await opener.click()
    const list = page.locator('header ul button[lang]')
    await expect(list).toHaveCount(15)
    await expectInside(page, 'header ul button[lang]')
    await expect(page.locator('header ul button[aria-current]')).toHaveAttribute('lang', language)
    await expect(list.filter({ hasText: 'አማርኛ' })).toHaveAttribute('lang', 'am')
  })

  for (const [what, address] of [
    ['a public page', '/'],
    ['a questionnaire', `/questionnaires/${sampleQuestionnaire}`],
  ] as const) {
    test(`a click on ${what} before its scripts have loaded is replayed afterwards ${name}`, { tag }, async ({ visit }) => {
      const page = await visit(phone)
      const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
      const calls: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') calls.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      await page.route('**/assets/*.js', async (route) => {
        await pressed
        await route.continue()
      })
      const remembering = page.waitForResponse('**/early.js')
      await page.goto(address, { waitUntil: 'commit' })
      await (await remembering).finished()
      const opener = page.getByRole('banner').getByRole('button', { name: say(language, 'nav.language') })
      await opener.click()
      await opener.click()
      press()
      await expect(page.locator('header ul button[lang]')).toHaveCount(15)
      // The data was requested before the scripts loaded, and not again.
      if (address !== '/') await expect(page.getByRole('button', { name: say(language, 'questionnaire.start') })).toBeVisible()
      expect(calls).toEqual([...new Set(calls)])
    })
  }

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

  test(`the list of open workshops is requested four times before the page gives up ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    await page.clock.install()
    for (const path of ['/citizenship', `/citizenship/${sampleQuestionnaire}`]) {
      let tries = 0
      await page.context().route('**/getOpenWorkshopList', (route) => {
        tries += 1
        return route.abort()
      })
      await page.goto(path)
      for (const pauseMs of [1_000, 2_000, 4_000]) {
        const before = tries
        await expect.poll(() => tries).toBe(before || 1)
        await page.clock.runFor(pauseMs)
        await expect.poll(() => tries).toBe((before || 1) + 1)
      }
      await expect(page.getByRole('button', { name: say(language, 'questionnaire.again') })).toBeVisible()
      expect(tries).toBe(4)
      await page.context().unroute('**/getOpenWorkshopList')
    }
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

  test(`an invalid link is reported before a form is filled in, and Shift+Enter does not submit ${name}`, { tag }, async ({ visit }) => {
    const page = await visit(phone)
    for (const [path, sentence] of [
      ['registration', 'This registration link has already been used'],
      ['reset-password', 'This reset password link has already been used'],
      ['verify-email', 'This link has already been used or has expired. Ask for a new one.'],
    ] as const) {
      await page.goto(`/authentication/${path}/made-up`)
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
    let sent = 0
    await page.context().route('**/auth/login/local', (route) => {
      sent += 1
      return route.continue()
    })
    await page.goto('/authentication/sign-in')
    await page.getByLabel('Email').fill('nobody@example.org')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('not a password of anybody')
    await field.press('Shift+Enter')
    expect(sent).toBe(0)
    await field.press('Enter')
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    expect(sent).toBe(1)
  })

  test(`Start, the available languages and short resources are within reach ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const workshop = await openWorkshop(calls)
    await page.goto(`/workshops/${workshop}/questionnaire/${sampleQuestionnaire}`)
    const start = page.getByRole('button', { name: say(language, 'questionnaire.start'), exact: true })
    if (width === 390) await expect(start).toBeInViewport({ ratio: 1 })
    const spanish = page.getByRole('button', { name: 'Español', exact: true })
    if (language === 'ar') {
      await expect(spanish).toBeInViewport()
      await spanish.click()
      await start.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'es')
      await expect(spanish).toHaveCount(0)
    } else await expect(spanish).toHaveCount(0)
    await page.goto('/resources')
    await expect(page.locator('#help summary').first()).toHaveText('English')
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / 844)
    if (width === 390) expect(screens).toBeLessThan(6)
    await page.locator('a[href="#help-vi"]').click()
    await expect(page.locator('#help-vi svg').first()).toBeInViewport()
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

  test(`answers are transferred to another device sealed, and differences are shown ${name}`, { tag }, async ({ visit, calls }) => {
    const [first, second] = [await visit(phone), await visit(phone)]
    const bodies: string[] = []
    for (const page of [first, second]) page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
    const { answering, path } = await begin(first, calls, language, 'question:zipCode', greenAnswers)
    await answering.field('zipCode').fill('95110')
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    const code = (await first.locator('[data-code]').textContent()) ?? ''
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/)
    await expectInside(first, '[data-code]')

    const other = new Answering(second, answering.questions, language)
    await second.goto(path)
    await other.button('questionnaire.transfer.receive').click()
    // Only a few wrong attempts per hour are allowed, so only one test makes them.
    const tries = phone === phones[0]?.phone
    if (tries) {
      await second.getByRole('textbox').fill('22222-22222')
      await other.button('questionnaire.transfer.fetch').click()
      await expect(second.getByText(say(language, 'questionnaire.transfer.wrong'))).toBeVisible()
    }
    await second.getByRole('textbox').fill(code.toLowerCase())
    await other.button('questionnaire.transfer.fetch').click()
    await expect(other.field('zipCode')).toHaveValue('95110')
    await other.field('zipCode').fill('95120')

    // Both devices went on: the first one takes the second one's newer answer, shows the difference, and keeps its own.
    await answering.button('questionnaire.back').click()
    await answering.field('zipCode').fill('95130')
    await other.button('questionnaire.transfer.leave').click()
    await other.button('questionnaire.transfer.make').click()
    const newer = (await second.locator('[data-code]').textContent()) ?? ''
    await first.goto('/about')
    await first.goto(`${path}#code=${newer.replace('-', '')}`)
    await answering.button('questionnaire.transfer.fetch').click()
    await expect(first.getByText('95120')).toBeVisible()
    await expect(first).toHaveURL(path)
    await first.getByRole('listitem').getByRole('button').first().click()
    await answering.button('questionnaire.goOn').click()
    await expect(answering.field('zipCode')).toHaveValue('95120')

    const written = bodies.join('\n')
    for (const secret of [code, newer].flatMap((one) => [one, one.replace('-', '')])) expect(written).not.toContain(secret)
    expect(written).not.toContain(greenAnswers['fullName'] ?? '')
    await answering.button('questionnaire.all.title').click()
    await first.getByRole('listitem').getByRole('button').last().click()
    await answering.goOn()
    await answering.send()
    await answering.number()
    if (!tries) return
    const third = await visit(phone)
    const late = new Answering(third, answering.questions, language)
    await third.goto(`${path}#code=${newer.replace('-', '')}`)
    await late.button('questionnaire.transfer.fetch').click()
    await expect(third.getByText(say(language, 'questionnaire.transfer.wrong'))).toBeVisible()
  })

  test(`a code reports that it opened the answers for the last time ${name}`, { tag }, async ({ visit, calls }) => {
    const { answering, path } = await begin(await visit(phone), calls, language, 'question:zipCode', greenAnswers)
    await answering.field('zipCode').fill('95110')
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    const code = (await answering.page.locator('[data-code]').textContent()) ?? ''
    for (const fetchesLeft of [2, 1, 0]) {
      const page = await visit(phone)
      const other = new Answering(page, answering.questions, language)
      await page.goto(`${path}#code=${code.replace('-', '')}`)
      await other.button('questionnaire.transfer.fetch').click()
      if (fetchesLeft === 0) {
        await expect(page.getByText(say(language, 'questionnaire.transfer.usedUp'))).toBeVisible()
        await inspect(page, 'a code that is used up', [page.viewportSize() ?? { width, height: 640 }])
        await other.button('questionnaire.goOn').click()
      }
      await expect(other.field('zipCode')).toHaveValue('95110')
    }
  })

  test(`the list of questions and the transfer pages are accessible ${name}`, { tag }, async ({ visit, calls }) => {
    const page = await visit(phone)
    const at = [page.viewportSize() ?? { width, height: 640 }]
    const { answering, path } = await begin(page, calls, language, 'question:zipCode', greenAnswers)
    await answering.button('questionnaire.all.title').click()
    await inspect(page, 'all questions', at)
    await answering.button('questionnaire.back').click()
    await answering.button('questionnaire.transfer.leave').click()
    await answering.button('questionnaire.transfer.make').click()
    await expect(page.locator('[data-code]')).toBeVisible()
    await inspect(page, 'a code', at)
    await page.goto('/about')
    await page.goto(`${path}#code=2222222222`)
    await expect(page.getByRole('textbox')).toHaveValue('22222-22222')
    await inspect(page, 'taking answers', at)
  })
}
