import { files, openWorkshop } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { expect, phone, test, unique } from './support/people.ts'
import { UploadPage } from './support/staff-pages.ts'
import { say } from './support/words.ts'

test('a draft is shared by link, tried on a phone in Arabic without storing anything, and the link is ended', async ({ as, visit }) => {
  const title = unique('draft')
  const admin = await as('adam', { viewport: { width: 1280, height: 900 } })
  await admin.goto('/home/admin/questionnaireupload')
  await new UploadPage(admin).fill({ title, ...files })
  await admin.getByRole('button', { name: 'Preview on a phone, or share' }).click()
  const shared = admin.getByRole('region', { name: 'A link to review the draft' })
  await expect(shared.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  const link = await shared.locator('code').innerText()
  await inspect(admin, 'a shared draft')

  const page = await visit({ ...phone, viewport: { width: 320, height: 640 }, locale: 'ar' })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') writes.push(new URL(request.url()).pathname)
  })
  const answered = await page.goto(link)
  expect(answered?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await expect(page.getByText(say('ar', 'questionnaire.preview')).first()).toBeVisible()
  await inspect(page, 'a draft in Arabic', [{ width: 320, height: 640 }])
  await page.getByRole('button', { name: say('ar', 'questionnaire.start') }).click()
  await expect(page.getByRole('textbox').or(page.getByRole('radio')).first()).toBeVisible()
  await inspect(page, 'a question of a draft in Arabic', [{ width: 320, height: 640 }])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.')))).toEqual([])
  expect(new Set(writes)).toEqual(new Set(['/api/questionnaires/openReview']))

  await admin.getByRole('button', { name: `End the link to ${title}` }).click()
  await expect(admin.getByRole('button', { name: `End the link to ${title}` })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('This link does not work any more.', { exact: false })).toBeVisible()
})

test('a test workshop says that it is one, and is deleted with its people after its name was typed', async ({ as, calls }) => {
  const name = await openWorkshop(calls, { test: true })
  const page = await as('adam', { viewport: { width: 1280, height: 900 } })
  await page.goto('/home/admin/workshops')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('Test', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByText('0 respondents are deleted', { exact: false })).toBeVisible()
  await inspect(page, 'deleting a test workshop')
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(dialog.getByText(`Type ${name} to delete it.`)).toBeVisible()
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(row).toHaveCount(0)
})
