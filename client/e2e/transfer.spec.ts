import { Answering } from './support/answering.ts'
import { greenAnswers } from './support/answers.ts'
import { inspect } from './support/inspection.ts'
import { expect, phones, test } from './support/people.ts'
import { Portal } from './support/portal.ts'
import { say } from './support/words.ts'
import { begin, expectInside } from './support/begun.ts'

// A fetch may have to compute a proof of work (`fetchTransfer`).
test.describe.configure({ timeout: 300_000 })

// The work grows with every further fetch, so only the tests of a short run share a portal.
test.use({
  baseURL: async ({ baseURL }, give, { tags }) => {
    if (!tags.includes('@long')) return give(baseURL)
    const portal = await Portal.start()
    await give(portal.origin)
    await portal.remove()
  },
})

for (const { phone, width, language, tag } of phones) {
  const name = `at ${width} px in ${language}`

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
      await other.fetchTransfer()
      await expect(second.getByText(say(language, 'questionnaire.transfer.wrong'))).toBeVisible()
    }
    await second.getByRole('textbox').fill(code.toLowerCase())
    await other.fetchTransfer()
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
    await answering.fetchTransfer()
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
    await late.fetchTransfer()
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
      await other.fetchTransfer()
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
