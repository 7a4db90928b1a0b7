import type { Page } from '@playwright/test'
import { twoReds } from './support/answers.ts'
import { inspect, tabTo } from './support/inspection.ts'
import { answer, openWorkshop } from './support/fixtures.ts'
import { expect, test, unique } from './support/people.ts'
import { ReviewPanel } from './support/staff-pages.ts'

const list = '/home/agency/inprogress'
const follow = 'En 2009, por manejar sin licencia. El caso se cerró.'

// Creates cases for Ana, the longest waiting first.
async function newCases(calls: Parameters<typeof answer>[0], count: number): Promise<{ family: string; ids: string[] }> {
  const workshop = await openWorkshop(calls)
  const family = unique('Casos').replaceAll('_', '')
  const ids: string[] = []
  for (let turn = 1; turn <= count; turn += 1) ids.push(await answer(calls, workshop, { ...twoReds, fullName: `Case${turn} ${family}` }))
  return { family, ids }
}

const opened = (page: Page) => page.locator('[data-case]').getAttribute('data-case')

test('an open case has a URL, keeps the name on screen and explains each red answer in its row', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 2)
  const page = await as('ana', { viewport: { width: 1280, height: 800 } })
  await page.goto(`${list}?query=${family}`)
  await new ReviewPanel(page).open(`Case1 ${family}`)
  await expect(page).toHaveURL(new RegExp(`open=${ids[0]}`))
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'arrestedOrCited' }).last()
  await expect(row).toContainText('Every arrest needs certified court papers')
  await expect(row).toContainText(follow)
  await expect(row).toContainText('Yes')
  await expect(row).toContainText('Sí')
  await page.getByRole('button', { name: /^Other answers \(\d+\)$/ }).click()
  await page.keyboard.press('End')
  await expect(page.locator('[data-case]').getByText(`Case1 ${family}`).first()).toBeInViewport()
  await page.getByLabel('Find in this case').fill('licencia')
  await expect(page.getByRole('heading', { name: 'Red answers (1 of 2)' })).toBeVisible()
  await page.getByLabel('Find in this case').fill('')
  for (const width of [1280, 768, 390]) await inspect(page, 'an open case', [{ width, height: 800 }])
  await page.goto(`${list}?open=AAAA-BBBB-CCCCC`)
  await expect(page.getByText('This case is not with your agency.')).toBeVisible()
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
])
  test(`the first red answer is on screen as soon as a case is open at ${viewport.width} px`, async ({ as, calls }) => {
    const { family } = await newCases(calls, 1)
    const page = await as('ana', { viewport })
    await page.goto(`${list}?query=${family}`)
    await new ReviewPanel(page).open(`Case1 ${family}`)
    await expect(page.getByText(/Has any police or other officer/)).toBeInViewport({ ratio: 1 })
    await inspect(page, 'an open case', [viewport])
    const admin = await as('adam', { viewport })
    await admin.goto(`/home/admin/inprogress?query=${family}`)
    await expect(admin.getByRole('rowheader')).toHaveCount(1)
    await inspect(admin, 'a queue', [viewport])
    await new ReviewPanel(admin).open(`Case1 ${family}`, 'View')
    await expect(admin.getByText('Ana is reading this.')).toBeInViewport({ ratio: 1 })
  })

test('buttons do not move while the rest of a case is loading', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 1)
  const page = await as('adam', { viewport: { width: 1280, height: 800 } })
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(/AnswerInfo|ContactLog/, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  await page.goto(`/home/admin/response-overview/all?query=${family}&open=${ids[0]}`)
  const places = () =>
    Promise.all(
      ['Mark as red', 'Copy the ID', 'Assign to another agency', 'Note a call'].map(async (name) => {
        const { x, y } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {}
        return [name, x, y]
      }),
    )
  await expect(page.getByRole('button', { name: 'Note a call' })).toBeVisible()
  const before = await places()
  mayAnswer.resolve()
  await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
  await expect(page.getByText('Nothing was sent, and no call is noted.')).toBeVisible()
  expect(await places()).toEqual(before)
})

test('answers appear together with their questions, or without them if these cannot be loaded', async ({ as, calls }) => {
  const { ids } = await newCases(calls, 1)
  const page = await as('ana')
  const mayAnswer = Promise.withResolvers<void>()
  await page.route(/getQuestionnaireById/, async (route) => {
    await mayAnswer.promise
    await route.continue()
  })
  // The questions are asked for once the answers have arrived.
  const asked = page.waitForRequest(/getQuestionnaireById/)
  await page.goto(`${list}?open=${ids[0]}`)
  await asked
  const mark = page.getByRole('button', { name: 'Mark as green arrestedOrCited' })
  await expect(page.getByRole('button', { name: 'Mark as red', exact: true })).toBeVisible()
  await expect(mark).toHaveCount(0)
  mayAnswer.resolve()
  await expect(mark).toBeVisible()
  await expect(page.getByText('¿Debe impuestos atrasados')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/getQuestionnaireById/, (route) => route.abort())
  await page.reload()
  await expect(mark).toBeVisible()
})

test('shortcuts move through cases and answers, and the first red answer takes few presses of Tab', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 2)
  const page = await as('ana')
  const { keyboard } = page
  await page.goto(`${list}?query=${family}`)
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await keyboard.press('j')
  await expect(page.getByRole('button', { name: `Edit Case1 ${family}` })).toBeFocused()
  await keyboard.press('o')
  await expect.poll(() => opened(page)).toBe(ids[0])
  await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
  await keyboard.press('j')
  await expect.poll(() => opened(page)).toBe(ids[1])
  await keyboard.press('k')
  await expect.poll(() => opened(page)).toBe(ids[0])
  await keyboard.press('6')
  await expect(page.getByRole('table', { name: 'Green answers' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
  await keyboard.press('g')
  await expect(page.getByRole('form', { name: 'Mark arrestedOrCited as green' }).getByLabel('Reason')).toBeFocused()
  await keyboard.type('Dismissed. j k o')
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Mark as green taxesOwed' })).toBeFocused()
  await keyboard.press('.')
  await keyboard.press('r')
  await expect(page.getByRole('form', { name: 'Mark as red' })).toBeVisible()
  await page.getByRole('form', { name: 'Mark as red' }).getByRole('button', { name: 'Cancel' }).press('Enter')
  await keyboard.press('/')
  await expect(page.getByRole('search').getByRole('searchbox')).toBeFocused()
  await page.getByRole('search').getByRole('searchbox').blur()
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await inspect(page, 'the list of keys')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Edit Case1 ${family}` })).toBeFocused()

  await page.goto(`${list}?query=${family}&open=${ids[1]}`)
  await expect(page.getByRole('region', { name: 'Order and filters' }).getByRole('combobox')).toHaveCount(3)
  await expect(page.getByRole('columnheader').getByRole('button')).not.toHaveCount(0)
  const first = page.getByRole('button', { name: 'Mark as green arrestedOrCited' })
  await expect(first).toBeVisible()
  // Opening a case by its URL puts the focus on its row.
  await expect(page.getByRole('button', { name: 'Note a call' })).toBeVisible()
  await tabTo(page, first, 12)
  await expect(first).toBeFocused()
  const skip = page.getByRole('link', { name: 'Skip to the red answers' })
  // And from the top of the page.
  await page.locator('body').evaluate((body) => {
    body.tabIndex = -1
    body.focus({ preventScroll: true })
    body.removeAttribute('tabindex')
  })
  let stops = 0
  while (stops < 12 && !(await first.evaluate((button) => button === document.activeElement))) {
    await keyboard.press('Tab')
    stops += 1
    if (await skip.evaluate((link) => link === document.activeElement)) await keyboard.press('Enter')
  }
  await expect(first).toBeFocused()
  expect(stops).toBeLessThanOrEqual(12)
})

test('a decision can be undone from its toast and from the history, which shows both', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 1)
  const page = await as('ana')
  await page.goto(`${list}?query=${family}&open=${ids[0]}`)
  await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
  await new ReviewPanel(page).override('taxesOwed', 'green', 'Plan seen.')
  await expect(page.getByRole('heading', { name: 'Red answers (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Red answers (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as red', exact: true }).click()
  await page.getByLabel('Reason').fill('A conviction.')
  await page.getByLabel('Reason').press('Control+Enter')
  await expect(page.getByText(`Case1 ${family} is marked as red.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Ana Alvarez undid the overall decision')).toBeVisible()
  await expect(page.getByText('Ana Alvarez marked the respondent fully as red')).toBeVisible()
  const { flag } = await calls.data('adam', 'responses/getResponseForAdmin', { respondent: { anonymousId: ids[0] } })
  expect(flag).toMatchObject({ current: 'in-progress', forceInfo: null })
})

test('input is kept when someone else decides on the case or reassigns it', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 1)
  const respondent = { anonymousId: ids[0] }
  const page = await as('ana')
  await page.goto(`${list}?query=${family}&open=${ids[0]}`)
  await page.getByRole('button', { name: 'Mark as green taxesOwed' }).click()
  await page.getByLabel('Reason').fill('A long reason that took a while.')
  await calls.data('adam', 'agency/submitRespondentStatusOverride', {
    respondent,
    status: { flag: 'red', reason: 'Lives in another state.' },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Another reviewer has already decided on Case1 ${family}.`)).toBeVisible()
  await expect(page.getByText(/^Adam Abiodun marked the respondent fully as red.*Reason: “Lives in another state\.”/)).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('A long reason that took a while.')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.getByRole('button', { name: 'Keep as a note' }).click()
  await expect(page.getByRole('heading', { name: 'Notes (1)' })).toBeVisible()
  await inspect(page, 'a reason that is kept as a note')
  await page.getByRole('button', { name: 'Continue from here' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()

  const [ben] = await calls.data('ben', 'agency/getMyAgencyList')
  await calls.data('adam', 'responses/assignRespondent', { respondent, agencyId: ben.id })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This case is not with your agency any more. Nothing was saved; your text is still here.')).toBeVisible()
  await expect(page.getByText(/^Adam Abiodun moved this case to another agency on .+ You can still read and copy/)).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('A long reason that took a while.')
  await inspect(page, 'a case that was moved while it was open')
})

test('cases are printed by the browser, each on separate sheets', async ({ as, calls }) => {
  const { ids } = await newCases(calls, 2)
  const page = await as('ana')
  const { promise: asked, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route(/getQuestionnaireById/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`/home/agency/print?case=${ids[0]}`)
  await expect(page.getByText('1 of 1 cases')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toHaveAttribute('aria-disabled', 'true')
  answerNow()
  await expect(page.getByRole('button', { name: 'Print' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByRole('article')).toContainText('Has any police or other officer')
  await expect(page.getByRole('article')).toContainText(follow)
  await expect(page.getByRole('article')).toContainText(/Workshop workshop_/)
  await inspect(page, 'a case to print')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  for (const format of ['A4', 'Letter']) expect((await page.pdf({ format })).byteLength).toBeGreaterThan(10_000)
  const [{ id }] = await calls.data('ana', 'agency/getMyAgencyList')
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/home/agency/print?agency=${id}`)
  await expect(page.getByRole('article').nth(1)).toBeVisible({ timeout: 40_000 })
  await page.emulateMedia({ media: 'print' })
  const breaks = await page.getByRole('article').evaluateAll((articles) => articles.map((one) => getComputedStyle(one).breakBefore))
  expect(new Set(breaks.slice(1))).toEqual(new Set(['page']))
})

test('saved reasons of the agency are inserted with a shortcut and can be edited; a note is kept with the case', async ({ as, calls }) => {
  const { family, ids } = await newCases(calls, 1)
  const [{ id: agencyId }] = await calls.data('ana', 'agency/getMyAgencyList')
  const kept = await calls.data('ana', 'agency/getReasonList', { agencyId })
  for (const { id } of kept) await calls.data('ana', 'agency/removeReason', { agencyId, id })
  const page = await as('ana')
  await page.goto(`${list}?query=${family}&open=${ids[0]}`)
  await page.getByRole('button', { name: 'Mark as green taxesOwed' }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Plan seen.')
  await page.getByRole('button', { name: 'Keep as a reason of the agency' }).click()
  await expect(page.getByRole('list', { name: 'What your agency often writes' })).toContainText('Plan seen.')
  await page.getByLabel('Reason', { exact: true }).fill('')
  await page.keyboard.press('Alt+1')
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('Plan seen.')
  await page.keyboard.type(' In good standing.')
  await inspect(page, 'a form with reasons')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('“Plan seen. In good standing.”').first()).toBeVisible()
  await page.keyboard.press('8')
  await page.getByRole('textbox', { name: 'Note' }).fill('Brings the court papers on Friday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('heading', { name: 'Notes (1)' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Brings the court papers on Friday.')).toBeVisible()
})
