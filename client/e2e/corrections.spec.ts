import type { Page } from '@playwright/test'
import { greenAnswers, twoReds } from './support/answers.ts'
import type { Calls } from './support/calls.ts'
import { answer, openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { expect, test, unique } from './support/people.ts'

/** Returns the text of a question of the sample questionnaire and the label of its green answer. */
async function questionOf(calls: Calls, identifier: string): Promise<{ text: string; choice: string }> {
  const asked = { name: sampleQuestionnaire, languageCode: 'en' }
  const { questions } = await calls.data('adam', 'questionnaires/getQuestionnaireByNameAndLanguageCode', asked)
  const question = questions.find((one: { identifier: string }) => one.identifier === identifier)
  return {
    text: question.questionText,
    choice: question.options.find((one: { value: string }) => one.value === greenAnswers[identifier]).label,
  }
}

test('a coordinator corrects, moves, merges, withdraws and restores cases, with a preview of the consequences', async ({ as, calls }) => {
  const [workshop, other] = [await openWorkshop(calls), await openWorkshop(calls, { title: 'The other workshop' })]
  const family = unique('Correa').replaceAll('_', '')
  const given = { ...twoReds, fullName: `Lucia ${family}`, email: `${family}@respondents.example` }
  const kept = await answer(calls, workshop, given)
  const twin = await answer(calls, workshop, { ...given, phone: '+14085550177' })
  const flag = async () => (await calls.data('adam', 'responses/getResponseForAdmin', { respondent: { anonymousId: kept } })).flag.current
  const page = await as('adam', { viewport: { width: 1280, height: 800 } })
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

  await test.step('correct two answers, which makes the respondent green', async () => {
    await page.goto(`/home/admin/response-overview/all?open=${kept}`)
    await press('Correct an answer or the contact data')
    const late = Promise.withResolvers<void>()
    await page.route(/previewCorrection/, async (route) => {
      await late.promise
      await route.continue()
    })
    for (const [place, identifier] of Object.keys(twoReds)
      .filter((one) => one in greenAnswers)
      .entries()) {
      if (place === 1) await press('Show what follows')
      const { text, choice } = await questionOf(calls, identifier)
      await page.getByRole('combobox', { name: /Which answer is wrong|Another one/ }).selectOption(identifier)
      await page.getByRole('group', { name: text }).getByText(choice, { exact: true }).click()
    }
    // A preview of the first answer alone shows nothing of both.
    const answered = page.waitForResponse(/previewCorrection/)
    late.resolve()
    await answered
    await expect(page.getByRole('button', { name: 'Save the correction' })).toBeHidden()
    await press('Show what follows')
    await expect(page.getByText('The invitation goes out by email, 12 seconds after saving.')).toBeVisible()
    await fits(page, 'preview')
    expect(await flag()).toBe('in-progress')
    await page.getByLabel('Reason').fill('She misread two questions.')
    await press('Save the correction')
    await expect(page.getByText(/^Adam Abiodun corrected the answer/).first()).toBeVisible()
    expect(await flag()).toBe('green')
  })

  await test.step('move the case to another workshop', async () => {
    await press('Move to another workshop')
    await page.getByRole('form', { name: 'Move to another workshop' }).getByLabel('Workshop').selectOption({ label: 'The other workshop' })
    await page.getByLabel('Reason').fill('She works on that day.')
    await fits(page, 'move')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText(`Adam Abiodun moved the case from ${workshop} to ${other}`)).toBeVisible()
  })

  await test.step('merge a second case of the same person into it', async () => {
    await page.goto(`/home/admin/response-overview/all?open=${twin}`)
    await press('Merge with another case')
    await page.getByText(`Lucia ${family}, ${kept}, The other workshop`).click()
    await page.getByLabel('Reason').fill('She answered twice.')
    await fits(page, 'merge')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText(`This case was merged into ${kept}.`)).toBeVisible()
    await page.goto('/home/admin/set-aside')
    await expect(page.getByRole('row').filter({ hasText: twin })).toContainText(`Merged into ${kept}`)
    await fits(page, 'aside')
    await inspect(page, 'withdrawn and merged')
    await press(`Separate: ${twin}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Separate' }).click()
    await expect(page.getByText(`${twin} is back in the lists.`)).toBeVisible()
  })

  await test.step('a reviewer withdraws a case of their own', async () => {
    const theirs = await as('ana', { viewport: { width: 1280, height: 800 } })
    await theirs.goto(`/home/agency/inprogress?open=${twin}`)
    await expect(theirs.getByRole('button', { name: 'Move to another workshop' })).toHaveCount(0)
    await theirs.getByRole('button', { name: 'Withdraw the case' }).click()
    await theirs.getByLabel('Reason').fill('She asked us by telephone.')
    await theirs.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(theirs.getByText(`Lucia ${family} was withdrawn.`)).toBeVisible()
  })
})

test('a coordinator records several calls at once, and reminds an agency once a day', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const family = unique('Telef').replaceAll('_', '')
  for (const first of ['Ana', 'Bea']) await answer(calls, workshop, { ...twoReds, fullName: `${first} ${family}` })
  const page = await as('adam', { viewport: { width: 1280, height: 800 } })
  await page.goto(`/home/admin/inprogress?query=${family}`)
  for (const first of ['Ana', 'Bea']) await page.getByRole('checkbox', { name: `Choose ${first} ${family}` }).check()
  await fits(page, 'chosen cases')
  await page.getByRole('button', { name: 'Telephoned: reached' }).click()
  await expect(page.getByText('2 calls were noted.')).toBeVisible()

  await page.goto('/home/admin/agencies')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Remind / }) })
    .first()
  const remind = row.getByRole('button', { name: /^Remind / })
  await expect(remind).toBeVisible()
  await fits(page, 'agencies')
  for (const told of [/gets? an email\.$/, 'Its reviewers were reminded in the last 24 hours.']) {
    await remind.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(told).first()).toBeVisible()
  }
})

/** Expects no horizontal overflow at any width. */
async function fits(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect.soft(over, `${name} at ${width} px, pixels over the edge`).toBeLessThanOrEqual(0)
  }
}
