import type { Page } from '@playwright/test'
import { inspect } from './support/inspection.ts'
import { createStaff } from './support/fixtures.ts'
import { staffPassword } from './support/calls.ts'
import { expectDoorKept } from './support/offline.ts'
import { expect, phones, signIn as giveSession, test } from './support/people.ts'
import { filmQrCode } from './support/qr-video.ts'
import { countHeld, endDay, readOpened, readStored } from './support/door-store.ts'
import { fill, openDoor, scan } from './support/door.ts'

const folder = process.env['PORTICO_E2E_DATA'] ?? ''
const many = process.env['PORTICO_LONG'] === '1' ? 100 : 12
const undoings = Math.floor(many / 10)

test('the check-in list fits six people on a phone', async ({ as, calls }) => {
  const { workshop } = await fill(calls, 15)
  const page = await as('adam', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await openDoor(page, workshop)
  const inSight = () =>
    page
      .getByRole('button', { name: /^Check in Guest/ })
      .evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().bottom <= innerHeight).length)
  expect(await inSight()).toBeGreaterThanOrEqual(6)
})

for (const { phone, width, language, tag } of phones)
  test(`the check-in page on a phone, ${width} px, ${language}`, { tag }, async ({ as, calls }) => {
    const { workshop, ids } = await fill(calls, 14)
    const page = await as('adam', phone)
    await openDoor(page, workshop)
    await inspect(page, 'the door', [phone.viewport])
    await scan(page, ids[1] ?? '', /^Checked in/)
    await scan(page, ids[1] ?? '', /^Already in/)
    await scan(page, ids[0] ?? '', /^Not green, please see the desk$/)
    await page.getByRole('button', { name: /^Not green/ }).click()
    await inspect(page, 'those who are not green', [phone.viewport])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('three offline devices converge on the same check-ins, with each scan sent once', async ({ as, calls }) => {
  test.setTimeout(240_000)
  const { workshop, ids } = await fill(calls, many + 1)
  const guests = ids.slice(1)
  const doors = [await as('adam'), await as('rosa'), await as('adam')] as const
  for (const page of doors) await openDoor(page, workshop)
  for (const page of doors) await page.context().setOffline(true)
  await Promise.all(
    doors.map(async (page) => {
      for (const id of guests) await scan(page, id, /^Checked in/)
    }),
  )
  for (const page of doors) await expect(page.getByText(`Offline, ${guests.length} waiting`)).toBeVisible()
  // The last device undoes some check-ins: only its own, because it has not seen the others'.
  const mistaken = doors[2]
  await mistaken.getByRole('button', { name: /^In \d+$/ }).click()
  for (let undone = 1; undone <= undoings; undone += 1) {
    await mistaken
      .getByRole('button', { name: /^Undo the check-in/ })
      .first()
      .click()
    await expect(mistaken.getByText(`Offline, ${guests.length + undone} waiting`)).toBeVisible()
  }
  for (const page of doors) {
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(/waiting/)).toHaveCount(0)
  }
  for (const page of doors) await expect(page.getByText(`${guests.length} of ${guests.length} in`)).toBeVisible()
  const { people } = await calls.data('adam', 'workshops/getDoorList', { name: workshop })
  const standing = people
    .filter((person: { green: boolean }) => person.green)
    .map((person: { checkIns: unknown[] }) => person.checkIns.length)
  expect(standing.toSorted()).toEqual(guests.map((_id, index) => (index < undoings ? 2 : 3)))
  await expect(mistaken.getByText(/ is still in: .+ had checked them in at /)).toHaveCount(undoings)
})

async function signIn(page: Page, email: string, password = staffPassword, device?: 'shared'): Promise<void> {
  await page.goto('/authentication/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (device) await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Login' }).click()
}

test('unsent check-ins wait on a device for their own account, and no other account sees or sends them', async ({ visit, calls }) => {
  const { workshop, ids } = await fill(calls, 3)
  const given = { account: 'volunteer', workshopNames: [workshop] } as const
  const [first, second] = [await createStaff(calls, folder, given), await createStaff(calls, folder, given)]
  const left = await visit()
  await signIn(left, first)
  await expect(left.getByText('0 of 2 in')).toBeVisible()
  await expectDoorKept(left)
  await left.context().setOffline(true)
  await left.reload()
  await scan(left, ids[1] ?? '', /^Checked in/)
  await left.close()

  const page = await left.context().newPage()
  await left.context().setOffline(false)
  await signIn(page, first, 'mistyped')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  expect(await page.evaluate(readOpened)).toContain('Guest')

  // Nothing is shown until it is known where the other account works.
  let known = () => {}
  const asked = new Promise<void>((resolve) => (known = resolve))
  await page.route('**/*getWorkshopList*', async (route) => {
    await asked
    await route.continue()
  })
  await signIn(page, second)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.getByText(/Guest/)).toHaveCount(0)
  await expect.poll(() => page.evaluate(readOpened)).not.toContain('Guest')
  expect(await page.evaluate(readOpened)).toContain(ids[1])
  known()
  await expect(page.getByText('0 of 2 in')).toBeVisible()
  await expect(page.getByRole('main').getByText(`Hired ${second}`)).toBeVisible()
  await page.goto('/authentication/sign-out')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toHaveCount(0)

  await signIn(page, first)
  await expect(page.getByText('1 of 2 in')).toBeVisible()
  const checkedInBy = async () => {
    const { people } = await calls.data('adam', 'workshops/getDoorList', { name: workshop })
    return people.flatMap((person: { checkIns: { by: string }[] }) => person.checkIns.map(({ by }) => by))
  }
  await expect.poll(checkedInBy).toEqual([`Hired ${first}`])
})

test('what a volunteer recorded offline is kept when their access ends, and sent once it is granted again', async ({ visit, calls }) => {
  const { workshop, ids } = await fill(calls, 2)
  const email = await createStaff(calls, folder, { account: 'volunteer', workshopNames: [workshop] })
  const narrow = { width: 320, height: 640 }
  const page = await visit({ viewport: narrow, isMobile: true, hasTouch: true })
  await signIn(page, email)
  await expect(page.getByText('0 of 1 in')).toBeVisible()
  await page.context().setOffline(true)
  await scan(page, ids[1] ?? '', /^Checked in/)

  const accounts = await calls.data('rosa', 'admin/getAccountList', { pagination: { offset: 0, count: 10 }, filter: { query: email } })
  const access = { workshopName: workshop, accountIds: [accounts.items[0].id] }
  await calls.data('rosa', 'admin/changeWorkshopAccess', { ...access, granted: false })
  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const notice = page.getByText(/^1 change at .* was not sent before your access ended\.$/)
  await expect(notice).toBeVisible()
  await expect(page.getByText(/Guest/)).toHaveCount(0)
  await inspect(page, 'a door without access', [narrow])
  await page.reload()
  await expect(notice).toBeVisible()

  await calls.data('rosa', 'admin/changeWorkshopAccess', { ...access, granted: true })
  await page.reload()
  const checkedInAt = () => calls.data('adam', 'workshops/isRespondentCheckedIn', { respondent: { anonymousId: ids[1] } })
  await expect.poll(checkedInAt).not.toBeNull()
  await expect(page.getByText('1 of 1 in')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the check-in page opens offline, and its data is deleted with the session', async ({ visit, calls }) => {
  const { workshop, ids } = await fill(calls, 3)
  const email = await createStaff(calls, folder, { account: 'volunteer', workshopNames: [workshop] })
  const page = await visit()
  await signIn(page, email)
  await expect(page.getByText('0 of 2 in')).toBeVisible()
  await expectDoorKept(page)
  const stored = await page.evaluate(readStored)
  expect(stored.text).not.toContain('Guest')
  expect(stored.extractable).toBe(false)

  await page.context().setOffline(true)
  await page.reload()
  await scan(page, ids[1] ?? '', /^Checked in/)
  await expect(page.getByText('Offline, 1 waiting')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Offline, 1 waiting')).toBeVisible()

  await page.context().setOffline(false)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const checkedInAt = () => calls.data('adam', 'workshops/isRespondentCheckedIn', { respondent: { anonymousId: ids[1] } })
  await expect.poll(checkedInAt).not.toBeNull()
  await expect(page.getByText('1 of 2 in')).toBeVisible()
  await expect(page.getByText(/waiting/)).toHaveCount(0)

  const accounts = await calls.data('rosa', 'admin/getAccountList', { pagination: { offset: 0, count: 10 }, filter: { query: email } })
  await calls.data('rosa', 'admin/updateAccount', { id: accounts.items[0].id, disabled: true })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page).toHaveURL('/authentication/sign-in')
  await expect.poll(() => page.evaluate(readStored)).toEqual({ text: '', extractable: null })
})

test('an idle shared device loses its check-in list while offline', async ({ visit, calls }) => {
  const { workshop } = await fill(calls, 2)
  const email = await createStaff(calls, folder, { account: 'volunteer', workshopNames: [workshop] })
  const page = await visit()
  await signIn(page, email, staffPassword, 'shared')
  await expect(page.getByText('0 of 1 in')).toBeVisible()
  await expectDoorKept(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('0 of 1 in')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('portico-last-used', String(Date.now() - 61 * 60_000)))
  await page.reload()
  await expect(page).toHaveURL('/authentication/sign-in')
  expect(await page.evaluate(readStored)).toEqual({ text: '', extractable: null })
})

test('a verdict is signalled by sound and vibration', async ({ as, calls }) => {
  const { workshop, ids } = await fill(calls, 2)
  const page = await as('adam')
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    navigator.vibrate = (pattern) => told.push(`vibrates ${JSON.stringify(pattern)}`) > 0
    globalThis.OscillatorNode = class extends OscillatorNode {
      override start(when?: number): void {
        told.push(`sounds ${this.frequency.value}`)
        super.start(when)
      }
    }
  })
  const told = () => page.evaluate((): unknown => Reflect.get(globalThis, 'told').splice(0))
  await openDoor(page, workshop)
  await scan(page, ids[1] ?? '', /^Checked in/)
  expect(await told()).toEqual(['vibrates [120]', 'sounds 660', 'sounds 990'])
  await scan(page, ids[1] ?? '', /^Already in/)
  expect(await told()).toEqual(['vibrates [80,60,80]', 'sounds 520'])
  await scan(page, ids[0] ?? '', /^Not green/)
  expect(await told()).toEqual(['vibrates [350,120,350]', 'sounds 240', 'sounds 180'])
})

test('unsent check-ins outlive the day for which the list is kept', async ({ as, calls }) => {
  const { workshop, ids } = await fill(calls, 2)
  const page = await as('adam')
  await openDoor(page, workshop)
  await expectDoorKept(page)
  await page.context().setOffline(true)
  await scan(page, ids[1] ?? '', /^Checked in/)
  await expect(page.getByText('Offline, 1 waiting')).toBeVisible()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto('/privacyPolicy')
  await page.evaluate(endDay)
  await openDoor(page, workshop)
  const checkedInAt = () => calls.data('adam', 'workshops/isRespondentCheckedIn', { respondent: { anonymousId: ids[1] } })
  await expect.poll(checkedInAt).not.toBeNull()
  await expect(page.getByText('1 of 1 in')).toBeVisible()
  await expect.poll(() => page.evaluate(countHeld)).toEqual([1, 0])
})

test('the camera stays open and reads a real code from a film, offline and without BarcodeDetector', async ({
  playwright,
  baseURL,
  calls,
  launchOptions,
}, info) => {
  const { workshop, ids } = await fill(calls, 2)
  const film = info.outputPath('code.y4m')
  await filmQrCode(film, ids[1] ?? '')
  const flags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
  const browser = await playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...flags] })
  try {
    const page = await (await browser.newContext({ baseURL, permissions: ['camera'] })).newPage()
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
    await giveSession(page, 'adam')
    await openDoor(page, workshop)
    await expectDoorKept(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(page.getByRole('alert').getByText(/^Checked in/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Offline, 1 waiting')).toBeVisible()
    await expect(page.getByLabel('What the camera sees')).toBeVisible()
    await page.getByRole('button', { name: 'Close the camera' }).click()
    await expect(page.getByLabel('What the camera sees')).toHaveCount(0)
  } finally {
    await browser.close()
  }
})

test('the first visit to the check-in page stays within its size budget', async ({ visit, calls }, info) => {
  const { workshop } = await fill(calls, 2)
  const page = await visit()
  await giveSession(page, 'adam')
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!/\/(?:api|trpc)\//.test(request.url())) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await openDoor(page, workshop)
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  info.annotations.push({ type: 'first load of the door', description: `${total} bytes, compressed` })
  expect(total).toBeLessThan(150_000)
})
