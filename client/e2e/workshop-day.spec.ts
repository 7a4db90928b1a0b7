import type { Page } from '@playwright/test'
import { inspect } from './support/inspection.ts'
import { answer, openWorkshop } from './support/fixtures.ts'
import { expect, test, unique } from './support/people.ts'

const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, locale: 'en' }

async function openDay(page: Page, workshop: string, view: string): Promise<void> {
  await page.goto(`/home/volunteer/workshop?workshop=${workshop}&view=${view}`)
}

/** Begins the record of a walk-in; gives what the screen shows next. */
async function startWalkIn(page: Page, fullName: string, language = 'ar'): Promise<void> {
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Language', { exact: true }).selectOption(language)
  await page.getByRole('button', { name: 'Start the record' }).click()
}

test('a walk-in answers on their own phone, and the door hears of it', async ({ as, visit, calls }) => {
  const workshop = await openWorkshop(calls)
  const page = await as('adam', phone)
  await openDay(page, workshop, '')
  await expect(page.getByText('0 of 0 in')).toBeVisible()
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await inspect(page, 'the form of a walk-in', [phone.viewport])
  await startWalkIn(page, 'Layla Haddad')
  const made = page.waitForResponse((response) => response.url().includes('createWalkInLink'))
  await page.getByRole('button', { name: 'On their own phone' }).click()
  await expect(page.getByRole('img', { name: 'Link to the questions' })).toBeVisible()
  await inspect(page, 'the link of a walk-in', [phone.viewport])
  const text = await (await made).text()
  const { token, questionnaireName } = JSON.parse(/\{"token":.*?\}/.exec(text)?.[0] ?? '')

  const guest = await visit(phone)
  await guest.goto(`/workshops/${workshop}/questionnaire/${questionnaireName}#walk-in=${token}`)
  await expect(guest.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(new URL(guest.url()).hash).toBe('')
  const draft = await guest.evaluate(() => JSON.stringify(localStorage))
  expect(draft).toContain('Layla Haddad')

  // The rest of the questionnaire is told elsewhere: its answers come as those of anybody else.
  await answer(calls, workshop, { fullName: 'Layla Haddad', email: `${unique('layla')}@respondents.example` }, 'es', { walkIn: token })
  await expect(page.getByText('Their answers are here.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Next walk-in' }).click()

  await startWalkIn(page, 'Haddad Layla')
  await expect(page.getByRole('heading', { name: 'Is it one of them?' })).toBeVisible()
  await inspect(page, 'likely duplicates', [phone.viewport])
  await page.getByRole('button', { name: 'This is the person' }).click()
  await expect(page.getByRole('button', { name: 'Check in Layla Haddad' })).toBeVisible()
})

test('a walk-in is answered together: nothing stays on the device', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const page = await as('adam', phone)
  await openDay(page, workshop, 'walk-in')
  await startWalkIn(page, 'Layla Haddad')
  await page.getByRole('button', { name: 'Together, here' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the questions' }).click()
  const questions = await opening
  await expect(questions.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(questions.getByRole('checkbox')).toBeChecked()
  const stored = await questions.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain('Layla')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Layla Haddad' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Layla Haddad')).toHaveCount(0)
})
