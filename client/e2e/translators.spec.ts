import { readFile } from 'node:fs/promises'
import { inspect } from './support/inspection.ts'
import { expect, test } from './support/people.ts'

const title = 'Otro título'

test('a translator drafts in a file, sees what it would overwrite, and has access to nothing else', async ({ as }) => {
  const page = await as('tara', { viewport: { width: 1280, height: 900 } })
  await page.goto('/home/translations')
  await expect(page.getByRole('heading', { name: 'Translations', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Translator' }).getByRole('link')).toHaveText(['Translations', 'Your Sign-in'])
  await expect(page.getByRole('button', { name: 'Publish translations' })).toHaveCount(0)
  await inspect(page, 'translations of a translator')
  await page.goto('/home/admin/response-overview/all')
  await expect(page).toHaveURL('/home/translations')

  for (const name of ['e-mails', 'interface-texts']) await expect(page.getByRole('region', { name })).toContainText('Spanish')
  await page.getByRole('link', { name: 'Translate Spanish' }).first().click()
  await page.getByText('Translate in another program').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const file = await (await download).path()
  const field = page.getByRole('textbox').first()
  const before = await field.inputValue()
  await field.fill(title)
  await field.press('Control+Enter')
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible()

  const name = 'back.xlsx'
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: await readFile(file) })
  const preview = page.getByRole('region', { name: 'What the file would change' })
  await expect(preview.getByText(/^0 new, 1 changed, \d+ unchanged\.$/)).toBeVisible()
  await expect(preview.getByRole('row').nth(1)).toContainText(title)
  await expect(preview.getByRole('row').nth(1)).toContainText(before)
  await inspect(page, 'a file that overwrites a text', [
    { width: 1280, height: 900 },
    { width: 768, height: 900 },
    { width: 390, height: 860 },
  ])
  await preview.getByRole('button', { name: 'Save 1 draft' }).click()
  await expect(page.getByText('1 draft is saved.')).toBeVisible()
  await expect(field).toHaveValue(before)

  const asked = page.getByRole('listitem').filter({ hasText: 'On a phone' }).filter({ hasText: 'Question' }).nth(3)
  await asked.getByText('On a phone').click()
  await asked.getByRole('textbox', { name: /^Question in/ }).fill('¿Otra pregunta?')
  await expect(asked.getByRole('heading', { name: '¿Otra pregunta?' })).toBeVisible()
  await inspect(page, 'a question on a phone')
})

test('an admin maintains the terms that are not translated, and invites a translator', async ({ as }) => {
  const page = await as('adam', { viewport: { width: 1280, height: 900 } })
  await page.goto('/home/translations')
  await page.getByText('Terms that stay as they are').click()
  const terms = page.getByRole('textbox', { name: 'Terms' })
  await terms.fill(`${await terms.inputValue()}\nForm G-28`)
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('Terms that stay as they are (6)')).toBeVisible()
  await inspect(page, 'translations of an admin')
  await page.getByRole('link', { name: 'Invite a translator' }).click()
  await page.getByLabel('Email').fill('trinh@example.org')
  await page.getByRole('checkbox', { name: /Vietnamese/ }).check()
  await inspect(page, 'the invitation of a translator')
  await page.getByRole('button', { name: 'Send registration link' }).click()
  await expect(page.getByText('The link is on its way.')).toBeVisible()
  await page.getByRole('link', { name: 'All accounts' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'trinh@example.org' })).toContainText('Translator')
})
