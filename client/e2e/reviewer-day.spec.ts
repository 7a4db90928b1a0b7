import type { Page } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { answer, openWorkshop } from './support/fixtures.ts'
import { expect, test, unique } from './support/people.ts'

/** Counts a reviewer's keystrokes: command keys, and letters of reasons. */
class Keyboard {
  keys = 0
  letters = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string): Promise<void> {
    this.keys += 1
    await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    this.letters += text.length
    await this.#page.keyboard.type(text)
  }
}

const cases = [
  { count: 4, tag: [] },
  { count: 40, tag: ['@long'] },
]

for (const { count, tag } of cases)
  test(`a day of ${count} cases is decided with the keyboard alone, with few keys for each`, { tag }, async ({ as, calls }) => {
    test.setTimeout(120_000 + count * 10_000)
    const workshop = await openWorkshop(calls)
    const family = unique('Dia').replaceAll('_', '')
    const ids: string[] = []
    for (let turn = 1; turn <= count; turn += 1) {
      const email = `${family}${turn}@respondents.example`
      ids.push(await answer(calls, workshop, { ...twoReds, fullName: `Case${turn} ${family}`, email }))
    }
    const page = await as('ana', { viewport: { width: 1280, height: 800 } })
    await page.goto(`/home/agency/inprogress?query=${family}`)
    await expect(page.getByRole('rowheader')).toHaveCount(Math.min(count, 5))
    await page.evaluate(() => {
      document.body.dataset['clicks'] = '0'
      document.addEventListener(
        'pointerdown',
        () => (document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1)),
      )
    })

    const hands = new Keyboard(page)
    const started = Date.now()
    await hands.press('j')
    await hands.press('o')
    for (const [index, id] of ids.entries()) {
      await expect(page.locator('[data-case]')).toHaveAttribute('data-case', id)
      await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
      await (index % 4 === 3 ? markRed(page, hands) : markGreen(page, hands))
      if (index + 1 === ids.length) continue
      // The case has left the list, and the focus is on the offer to review the next one.
      await expect(page.getByRole('button', { name: `Review Case${index + 2} ${family} next` })).toBeFocused()
      await hands.press('Enter')
    }
    await expect(page.getByText(`No one here matches “${family}”.`)).toBeVisible()
    const minutes = (Date.now() - started) / 60_000

    for (const [index, id] of ids.entries()) {
      const { flag } = await calls.data('adam', 'responses/getResponseForAdmin', { respondent: { anonymousId: id } })
      expect(flag.current, `case ${index + 1}`).toBe(index % 4 === 3 ? 'red' : 'green')
    }
    expect(await page.locator('body').getAttribute('data-clicks')).toBe('0')
    test.info().annotations.push({
      type: 'measured',
      description: `${count} cases: ${hands.keys} keys, ${hands.letters} letters of reasons, 0 clicks, ${minutes.toFixed(1)} min of the machine`,
    })
    // Two overrides with a reason each, the overall decision, and the step to the next case.
    expect(hands.keys / count).toBeLessThanOrEqual(8)
  })

async function markGreen(page: Page, hands: Keyboard): Promise<void> {
  for (const [identifier, reason] of [
    ['arrestedOrCited', 'Court papers seen.'],
    ['taxesOwed', 'Plan seen.'],
  ] as const) {
    await hands.press('g')
    await expect(page.getByRole('form', { name: `Mark ${identifier} as green` }).getByLabel('Reason', { exact: true })).toBeFocused()
    await hands.type(reason)
    await hands.press('Control+Enter')
    await expect(page.getByText(`Saved: the answer “${identifier}” is green now.`)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Mark as green', exact: true })).toBeFocused()
  await hands.press('g')
  // The decision sends an e-mail, so the dialog focuses Cancel.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await hands.press('Tab')
  await hands.press('Enter')
}

async function markRed(page: Page, hands: Keyboard): Promise<void> {
  await hands.press('.')
  await hands.press('r')
  await expect(page.getByRole('form', { name: 'Mark as red' }).getByLabel('Reason', { exact: true })).toBeFocused()
  await hands.type('Needs a full consultation.')
  await hands.press('Control+Enter')
}
