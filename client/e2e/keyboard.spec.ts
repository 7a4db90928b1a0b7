import { twoReds } from './support/answers.ts'
import { password } from './support/calls.ts'
import { tabTo } from './support/inspection.ts'
import { expect, test, unique } from './support/people.ts'
import { answer, openWorkshop } from './support/fixtures.ts'

test('a reviewer signs in, reviews and marks a case as green with the keyboard alone', async ({ visit, calls }) => {
  const name = unique('Tecla').replaceAll('_', '')
  await answer(calls, await openWorkshop(calls), { ...twoReds, fullName: name })
  const page = await visit()
  const { keyboard } = page
  await page.goto('/authentication/sign-in')
  await expect(page.getByLabel('Email')).toHaveValue('adam@portico.example')
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('ana@portico.example')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Respondents to Review' })).toBeVisible()

  await tabTo(page, page.getByRole('searchbox'))
  await keyboard.type(name)
  await keyboard.press('Enter')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await tabTo(page, page.getByRole('button', { name: `Edit ${name}` }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Red answers/ })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Mark as green', exact: true }))
  await expect(page.getByRole('tooltip')).toHaveText('2 red answers')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const [identifier, reason] of Object.entries({ arrestedOrCited: 'Dismissed.', taxesOwed: 'Plan seen.' })) {
    await tabTo(page, page.getByRole('button', { name: `Mark as green ${identifier}` }))
    await keyboard.press('Space')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await keyboard.type(reason)
    await tabTo(page, page.getByRole('button', { name: 'Save' }))
    await keyboard.press('Enter')
    await expect(page.getByText(`Saved: the answer “${identifier}” is green now.`)).toBeVisible()
  }
  await tabTo(page, page.getByRole('button', { name: 'Mark as green', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark as green', exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Yes' }), 5)
  await keyboard.press('Enter')
  await expect(page.getByText(`${name} is a green dot now.`)).toBeVisible()
})
