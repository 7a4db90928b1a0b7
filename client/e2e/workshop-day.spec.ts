import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Answering } from './support/answering.ts'
import { greenAnswers } from './support/answers.ts'
import { inspect } from './support/inspection.ts'
import { answer, openWorkshop, sampleQuestionnaire } from './support/fixtures.ts'
import { expectDoorKept } from './support/offline.ts'
import { expect, test, unique } from './support/people.ts'

const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true, locale: 'en' }

async function openDay(page: Page, workshop: string, view: string): Promise<void> {
  await page.goto(`/home/volunteer/workshop?workshop=${workshop}&view=${view}`)
}

/** Starts the record of a walk-in. */
async function startWalkIn(page: Page, fullName: string, language = 'ar'): Promise<void> {
  await page.getByLabel('Full name').fill(fullName)
  await page.getByLabel('Language', { exact: true }).selectOption(language)
  await page.getByRole('button', { name: 'Start the record' }).click()
}

test('a walk-in answers on their own phone, and the check-in page shows it', async ({ as, visit, calls }) => {
  const workshop = await openWorkshop(calls)
  const page = await as('adam', phone)
  await openDay(page, workshop, '')
  await expect(page.getByText('0 of 0 in')).toBeVisible()
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await inspect(page, 'the form of a walk-in', [phone.viewport])
  await page.getByLabel('Full name').focus()
  for (const name of ['Full name', 'Number', 'Email (optional)'])
    await expect(page.getByRole('textbox', { name, exact: true })).toHaveAttribute('autocomplete', 'off')
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
  await expect.poll(() => guest.evaluate(() => JSON.stringify(localStorage))).toContain('Layla Haddad')
  await expect(guest).not.toHaveURL(/#/)

  // The rest of the questionnaire is covered elsewhere: its answers are sent through the API.
  await answer(calls, workshop, { fullName: 'Layla Haddad', email: `${unique('layla')}@respondents.example` }, 'es', { walkIn: token })
  await expect(page.getByText('Their answers are here.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Next walk-in' }).click()

  await startWalkIn(page, 'Haddad Layla')
  await expect(page.getByRole('heading', { name: 'Is it one of them?' })).toBeVisible()
  await inspect(page, 'likely duplicates', [phone.viewport])
  await page.getByRole('button', { name: 'This is the person' }).click()
  await expect(page.getByRole('button', { name: 'Check in Layla Haddad' })).toBeVisible()
})

test('a walk-in is answered together with staff, and nothing is stored on the device', async ({ as, calls }) => {
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
  const kept = () => questions.evaluate(() => sessionStorage.getItem('portico.walk-in'))
  await questions.reload()
  await expect(questions.getByRole('checkbox')).toBeChecked()
  expect(await kept()).not.toBeNull()
  const { pathname } = new URL(questions.url())
  await questions.goto('/resources')
  await questions.goto(pathname)
  await expect(questions.getByRole('checkbox')).not.toBeChecked()
  expect(await kept()).toBeNull()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Layla Haddad' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Layla Haddad')).toHaveCount(0)
})

test('a whole walk-in through the interface, from registration to check-in', { tag: '@long' }, async ({ as, calls }) => {
  test.setTimeout(240_000)
  const workshop = await openWorkshop(calls)
  const page = await as('adam', phone)
  await openDay(page, workshop, '')
  await page.getByRole('button', { name: 'Walk-in' }).click()
  await startWalkIn(page, 'Layla Haddad', 'en')
  await page.getByRole('button', { name: 'Together, here' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the questions' }).click()
  const input = { name: sampleQuestionnaire, languageCode: 'en' }
  const { questions } = await calls.data('visitor', 'questionnaires/getQuestionnaireByNameAndLanguageCode', input)
  const answering = new Answering(await opening, questions, 'en')
  // One question is already answered: their name.
  await answering.goOn()
  await answering.answerAll({ ...greenAnswers, fullName: 'Layla Haddad', email: `${unique('layla')}@respondents.example` })
  await answering.send()
  const number = await answering.number()
  await expect(page.getByText('Their answers are here.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Next walk-in' }).click()
  await page.getByRole('button', { name: 'Door', exact: true }).click()
  await page.getByRole('button', { name: 'Check in Layla Haddad' }).click()
  await expect(page.getByRole('alert').getByText(/^Checked in/)).toBeVisible()
  expect(await calls.data('adam', 'workshops/isRespondentCheckedIn', { respondent: { anonymousId: number } })).not.toBeNull()
})

/** Returns today's date in the workshop's time zone. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date())
}

test('people check themselves in by scanning the poster, which reveals nothing else', async ({ visit, calls }) => {
  const workshop = await openWorkshop(calls, { eventDate: today() })
  const email = () => `${unique('guest')}@respondents.example`
  const green = await answer(calls, workshop, { fullName: 'Mai Nguyen', email: email() })
  const red = await answer(calls, workshop, { fullName: 'Lucia Mora', email: email(), deported: 'yes' })
  const page = await visit({ ...phone, locale: 'ar' })
  await page.goto(`/workshops/${workshop}/check-in`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const submit = page.getByRole('button', { name: 'سجّلوا حضوركم الآن' })
  await expect(submit).toBeVisible()
  await inspect(page, 'self check-in', [phone.viewport])
  await submit.click()
  await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox')).toBeFocused()
  const said: string[] = []
  for (const number of [red, '2222-2222-22222']) {
    await page.getByRole('textbox').fill(number)
    await submit.click()
    await expect(page.getByRole('heading', { name: 'من فضلكم توجهوا إلى مكتب الاستقبال' })).toBeVisible()
    said.push((await page.getByRole('main').textContent()) ?? '')
    await page.getByRole('button', { name: 'الشخص التالي' }).click()
  }
  expect(said[0]).toBe(said[1])
  await page.getByRole('textbox').fill(green.toLowerCase())
  await submit.click()
  await expect(page.getByRole('heading', { name: 'تم تسجيل حضوركم' })).toBeVisible()
  await inspect(page, 'checked in by oneself', [phone.viewport])
  await expect(page.getByText('Mai Nguyen')).toHaveCount(0)
  const checkedInAt = await calls.data('adam', 'workshops/isRespondentCheckedIn', { respondent: { anonymousId: green } })
  expect(checkedInAt).not.toBeNull()
})

/** Returns the pages that the browser would print, as [width, height] in mm. */
async function printed(page: Page): Promise<[number, number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  return boxes.map(([, width, height]) => [Math.round((Number(width) / 72) * 25.4), Math.round((Number(height) / 72) * 25.4)])
}

test('name labels, a check-in list and the poster are printed at the right size', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const names = ['Mai Nguyen', 'محمد الأحمد', 'ਹਰਪ੍ਰੀਤ ਕੌਰ', '王小明', ...Array.from({ length: 7 }, (_, index) => `Guest ${index}`)]
  for (const fullName of names) await answer(calls, workshop, { fullName, email: `${unique('guest')}@respondents.example` })
  await answer(calls, workshop, { fullName: 'Lucia Mora', email: `${unique('guest')}@respondents.example`, deported: 'yes' })
  const page = await as('adam')
  await openDay(page, workshop, 'print')
  await expect(page.getByText('محمد الأحمد')).toHaveCSS('direction', 'rtl')
  await inspect(page, 'name labels')
  await expect(page.getByText('Lucia Mora')).toHaveCount(0)
  await page.getByLabel('Labels', { exact: true }).selectOption({ label: 'Letter, 10 labels (Avery 5163)' })
  expect(await printed(page)).toEqual([
    [216, 279],
    [216, 279],
  ])
  await page.getByLabel('Labels', { exact: true }).selectOption({ label: 'A4, 21 labels (Avery L7160)' })
  expect(await printed(page)).toEqual([[210, 297]])
  await page.getByLabel('Labels', { exact: true }).selectOption({ label: 'Label printer, 62 mm roll (62 × 29 mm)' })
  expect(await printed(page)).toEqual(names.map(() => [62, 29]))
  await page.getByLabel('What to print').selectOption({ label: 'Door list' })
  await expect(page.getByRole('row')).toHaveCount(names.length + 2)
  await expect(page.getByRole('row', { name: /Lucia Mora/ })).toContainText('Not green, please see the desk')
  await inspect(page, 'the door list on paper')
  await page.getByLabel('What to print').selectOption({ label: 'Poster for self check-in' })
  await expect(page.locator('.poster li[lang=ar]')).toHaveText('امسحوا هذا الرمز بهاتفكم وسجّلوا حضوركم.')
  await inspect(page, 'the poster')
  expect(await printed(page)).toHaveLength(1)
})

test('one scan moves a person on, offline too; the board shows no names; the report opens the lists behind its figures', async ({
  as,
  calls,
}) => {
  const workshop = await openWorkshop(calls, {
    stations: [
      { station: 'intake', seats: 1 },
      { station: 'check-out', seats: 1 },
    ],
  })
  const ids: string[] = []
  for (const fullName of ['Mai Nguyen', 'Lucia Mora', 'Absent Anna'])
    ids.push(await answer(calls, workshop, { fullName, email: `${unique('guest')}@respondents.example` }))
  for (const anonymousId of ids.slice(0, 2)) await calls.data('adam', 'workshops/respondentCheckIn', { respondent: { anonymousId } })

  const page = await as('adam', phone)
  await openDay(page, workshop, 'stations')
  await expect(page.getByRole('heading', { name: 'Waiting, 1' })).toBeVisible()
  await inspect(page, 'a station', [phone.viewport])
  const board = await as('adam')
  await openDay(board, workshop, 'board')
  const intake = board.getByRole('listitem').filter({ has: board.getByRole('heading', { name: 'Intake' }) })
  await expect(intake).toContainText('1 waiting · 1 of 1 seat')
  await expect(intake).toContainText(ids[1]?.slice(-5) ?? '?')
  await expect(board.getByText(/Mai|Lucia/)).toHaveCount(0)
  await inspect(board, 'the board')

  await expectDoorKept(page)
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill(ids[0] ?? '')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('alert').getByText('Check-out')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByText('Offline, 1 waiting')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting, 0' })).toBeVisible()
  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(/Offline|1 waiting/)).toHaveCount(0)
  await expect(intake).toContainText('0 waiting · 1 of 1 seat', { timeout: 20_000 })
  await page.getByLabel('This device stands at').selectOption({ label: 'Check-out' })
  await page.getByRole('button', { name: 'Left: Mai Nguyen' }).click()
  await expect(page.getByRole('alert').getByText('Left')).toBeVisible()

  await page.getByRole('alert').click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Report' }).click()
  await inspect(page, 'the report of a day', [phone.viewport])
  const figure = (name: string) => page.getByRole('button', { name })
  await expect(figure('Everybody: invited, 3')).toBeVisible()
  await figure('Everybody: came, 2').click()
  const list = page.getByRole('region', { name: 'Everybody: came, 2' })
  await expect(list.getByRole('listitem')).toHaveText([/Mai Nguyen/, /Lucia Mora/])
  await figure('Left from Check-out, 1').click()
  await expect(page.getByRole('region', { name: 'Left from Check-out, 1' }).getByRole('listitem')).toHaveText([/Mai Nguyen/])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const rows = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  expect(rows.slice(1).filter((row) => row.split(',')[3] !== '')).toHaveLength(2)
})

test('an admin adds stations to a workshop', async ({ as, calls }) => {
  const workshop = await openWorkshop(calls)
  const page = await as('adam')
  await page.goto(`/home/admin/workshops?workshop=${workshop}`)
  await page.getByLabel('Intake').fill('0')
  await page.getByRole('button', { name: 'Save workshop' }).click()
  await expect(page.getByText('Enter a number from 1 to 500, or nothing').first()).toBeVisible()
  await page.getByLabel('Intake').fill('4')
  await page.getByLabel('Copies').fill('1')
  await page.getByRole('button', { name: 'Save workshop' }).click()
  await expect(page.getByText('is saved.')).toBeVisible()
  const { stations } = await calls.data('adam', 'workshops/getWorkshop', { name: workshop })
  expect(stations).toEqual([
    { station: 'intake', seats: 4 },
    { station: 'copies', seats: 1 },
  ])
})
