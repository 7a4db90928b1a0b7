import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answer, openWorkshop } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { expect, phones, test } from './support/people.ts'
import { say } from './support/words.ts'

/** Fills in the form and submits it, with the telephone number in national format. */
async function ask(page: Page, language: string, phone: string): Promise<void> {
  await page.getByRole('textbox', { name: say(language, 'questionnaire.phone.number'), exact: true }).fill(phone)
  await page.getByRole('button', { name: say(language, 'status.show') }).click()
}

for (const { phone, width, language, tag } of phones) {
  const at = [phone.viewport]
  const heading = (page: Page) => page.getByRole('heading', { level: 1 })

  test(
    `the status page opened from the receipt requires the right telephone number, at ${width} px in ${language}`,
    { tag },
    async ({ visit, calls }) => {
      const number = await answer(calls, await openWorkshop(calls), { phone: '+14085550142' })
      const page = await visit(phone)
      await page.goto(`/status#number=${number}`)
      await expect(page.getByRole('textbox', { name: say(language, 'mail.invitation.number') })).toHaveValue(number)
      await expect(page).toHaveURL('/status')
      await ask(page, language, '(408) 555-0199')
      await expect(page.getByRole('alert')).toContainText(say(language, 'status.notFound'))
      await inspect(page, `asking in ${language}`, at)
      await ask(page, language, '(408) 555-0142')
      await expect(heading(page)).toHaveText(say(language, 'status.received'))
      await inspect(page, `received in ${language}`, at)
      await page.getByRole('button', { name: say(language, 'status.other') }).click()
      await page.getByRole('button', { name: say(language, 'status.show') }).click()
      await expect(page.getByText(say(language, 'errors.required'))).toHaveCount(2)
      await expect(page.getByRole('textbox', { name: say(language, 'mail.invitation.number') })).toBeFocused()
      expect(
        await page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.values<string>(storage)).join(' ')),
      ).not.toContain(number)
    },
  )

  test(
    `an invited person gets the calendar entry, directions and what to bring, at ${width} px in ${language}`,
    { tag },
    async ({ visit, calls }) => {
      const seed = await calls.data('adam', 'responses/getAllResponses', { filter: { query: 'maria.gutierrez@portico.example' } })
      const { anonymousId, workshopName } = seed.items[0].respondent
      const workshop = await calls.data('adam', 'workshops/getWorkshop', { name: workshopName })
      const page = await visit(phone)
      await page.goto(`/status#number=${anonymousId}`)
      await page.getByText(say(language, 'status.email'), { exact: true }).click()
      await page.getByRole('textbox', { name: say(language, 'status.email') }).fill('Maria.Gutierrez@portico.example')
      await page.getByRole('button', { name: say(language, 'status.show') }).click()
      await expect(heading(page)).toContainText(workshop.title)
      await expect(page.locator('.prose li')).toHaveCount(6)
      const way = page.getByRole('link', { name: say(language, 'status.directions') })
      await expect(way).toHaveAttribute(
        'href',
        /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=100%20Main%20Street%2C%20San%20Jos%C3%A9$/,
      )
      await expect(way).toHaveAttribute('rel', 'noopener noreferrer')
      await inspect(page, `invited in ${language}`, at)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: say(language, 'status.calendar') }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`${workshopName}.ics`)
      const file = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '')
      expect(file).toContain(`DTSTART;VALUE=DATE:${workshop.eventDate.replaceAll('-', '')}`)
      expect(file).toContain(say(language, 'mail.invitation.bringGreenCard').replaceAll(/[,;]/g, '\\$&'))
      expect(file).not.toContain(anonymousId)
    },
  )
}

test('a respondent under review sees that an advisor reads the answers, but no flag', async ({ visit, calls }) => {
  const { items } = await calls.data('adam', 'responses/getAllResponses', { name: 'citizenship_day_demo', includeGreen: false })
  const { anonymousId, phoneNumber } = items.at(-1).respondent
  const page = await visit()
  await page.goto(`/status#number=${anonymousId}`)
  await ask(page, 'en', phoneNumber)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(say('en', 'status.reading'))
  await expect(page.getByRole('main')).not.toContainText(/flag|red|green|dot/i)
  // As when the browser puts the page into the back/forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(heading).toHaveText(say('en', 'status.title'))
  for (const field of await page.getByRole('textbox').all()) await expect(field).toHaveValue('')
})
