import { mkdirSync, statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, phone, test } from './support/people.ts'
import { sampleQuestionnaire } from './support/fixtures.ts'
import { say } from './support/words.ts'

// Takes the README's screenshots, only on request: PORTICO_PICTURES=1 node scripts/test.mjs --e2e pictures.spec.ts
const folder = new URL('../../.github/images/', import.meta.url)
const mostBytes = 150_000

test('a question in Vietnamese on a phone', async ({ visit }) => {
  const page = await visit({ ...phone, deviceScaleFactor: 2, locale: 'vi-VN' })
  await page.goto(`/citizenship/${sampleQuestionnaire}`)
  await page.getByRole('button', { name: say('vi', 'questionnaire.start') }).click()
  await expect(page.getByRole('textbox').or(page.getByRole('radio')).first()).toBeVisible()
  await take(page, 'questionnaire')
})

test('a review on a desktop', async ({ as }) => {
  const page = await as('ana', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/agency/inprogress')
  const undecided = page.getByRole('row').filter({ hasText: /[1-9]\d* of \d/ })
  await undecided
    .first()
    .getByRole('button', { name: /^Edit / })
    .click()
  await expect(page.getByRole('heading', { name: /^Red answers/ })).toBeVisible()
  await take(page, 'review')
})

test('the check-in of a workshop on a phone', async ({ as }) => {
  const page = await as('vera', { ...phone, deviceScaleFactor: 2 })
  await page.goto('/home/volunteer/workshop')
  await expect(page.getByRole('button', { name: /^Check in/ }).first()).toBeVisible()
  await take(page, 'check-in')
})

async function take(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const path = new URL(`${name}.png`, folder).pathname
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, animations: 'disabled' })
  expect(statSync(path).size, `${name}.png`).toBeLessThan(mostBytes)
}
