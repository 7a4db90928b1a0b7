import { inspect } from './support/inspection.ts'
import { expect, test } from './support/people.ts'

const title = 'مقابلة الجنسية'

test('an admin translates a text next to its source without overwriting a concurrent change', async ({ as }) => {
  const page = await as('rosa', { viewport: { width: 1280, height: 860 } })
  await page.goto('/home/admin/questionnaireupload')
  await page.getByRole('link', { name: 'Translations' }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
  await inspect(page, 'translations')
  await page.getByRole('combobox', { name: 'Begin another language' }).first().selectOption({ label: 'Arabic (العربية)' })
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') })
    .first()
  const field = first.getByRole('textbox')
  await expect(field).toHaveAttribute('dir', 'rtl')

  await field.fill('نص ${nobody}')
  await expect(first.getByText('The source has no ${nobody}.')).toBeVisible()
  await field.fill(title)
  await inspect(page, 'translating into Arabic')
  const other = await as('adam')
  await other.goto(page.url())
  const theirs = other
    .getByRole('listitem')
    .filter({ has: other.getByRole('textbox') })
    .first()
  await theirs.getByRole('textbox').fill('استبيان')
  await theirs.getByRole('button', { name: 'Save draft' }).click()
  await expect(theirs.getByText('Draft', { exact: true })).toBeVisible()

  await field.press('Control+Enter')
  await expect(first.getByText(/changed this meanwhile/)).toBeVisible()
  await expect(field).toHaveValue(title)
  await first.getByRole('button', { name: 'Keep mine' }).click()
  await field.press('Control+Shift+Enter')
  await expect(first.getByText('Signed off', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox').nth(1)).toBeFocused()
  await page.getByRole('button', { name: /^Missing/ }).click()
  await expect(page.getByText(title)).toHaveCount(0)

  await page.getByRole('link', { name: 'All translations' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Arabic' }).first()
  await expect(row.getByText('cannot choose it yet')).toBeVisible()
  await inspect(page, 'translations on smaller screens', [
    { width: 390, height: 860 },
    { width: 768, height: 860 },
  ])
})
