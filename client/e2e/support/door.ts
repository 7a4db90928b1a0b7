import type { Page } from '@playwright/test'
import { answer, openWorkshop } from './fixtures.ts'
import type { Calls } from './calls.ts'
import { expect, unique } from './people.ts'

/** Opens a workshop with this many respondents; the first is not green. */
export async function fill(calls: Calls, count: number): Promise<{ workshop: string; ids: string[] }> {
  const workshop = await openWorkshop(calls, { title: 'Citizenship Day of the whole Santa Clara Valley 2026' })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1)
    ids.push(
      await answer(calls, workshop, {
        fullName: `Guest ${String.fromCharCode(65 + (index % 26))}${index}`,
        email: `${unique('guest')}@respondents.example`,
        ...(index === 0 && { deported: 'yes' }),
      }),
    )
  return { workshop, ids }
}

/** Opens the check-in page of a workshop. */
export async function openDoor(page: Page, workshop: string): Promise<void> {
  await page.goto(`/home/volunteer/workshop?workshop=${workshop}`)
  await expect(page.getByText(/^\d+ of \d+ in$/)).toBeVisible()
}

/** Enters an id like a hardware scanner; the next key dismisses the verdict. */
export async function scan(page: Page, id: string, says: RegExp): Promise<void> {
  await page.getByRole('searchbox').fill(id)
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('alert').getByText(says)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
}
