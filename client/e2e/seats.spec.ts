import { answer, openWorkshop } from './support/fixtures.ts'
import { inspect } from './support/inspection.ts'
import { emailsTo } from './support/outbox.ts'
import { dataDir, expect, phones, test, unique } from './support/people.ts'
import { say } from './support/words.ts'

test('an admin sets slots, people choose one or join the waiting list, and staff see and change seats', async ({ as, visit, calls }) => {
  const workshop = await openWorkshop(calls, { startTime: '09:00', endTime: '13:00' })
  const page = await as('adam', { viewport: { width: 1280, height: 860 } })
  await page.goto(`/home/admin/workshops/${workshop}`)
  await page.getByRole('button', { name: 'Set times' }).click()
  await page.getByLabel('Last time').fill('10:00')
  await page.getByLabel('Every … minutes').fill('60')
  await page.getByLabel('Seats each').fill('1')
  await page.getByRole('button', { name: 'Interpreters', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Arabic' }).check()
  await inspect(page, 'setting times')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const times = page.getByRole('region', { name: 'Times and seats' })
  await expect(times.getByText('0 of 2 seats are taken. Nobody waits.')).toBeVisible()
  for (const width of [390, 768, 1280]) await inspect(page, 'times of a workshop', [{ width, height: 860 }])

  for (const { phone, language } of phones.slice(0, 1)) {
    const email = `${unique('person')}@respondents.example`
    const number = await answer(calls, workshop, { email, fullName: 'Mai Nguyen', contactLanguage: language }, 'en')
    const link = await seatLink(email)
    const person = await visit(phone)
    const at = [phone.viewport]
    const take = (clock: string) => person.getByRole('button', { name: `${say(language, 'seat.take')}: ${clock}`, exact: true }).click()
    const heading = person.getByRole('heading', { level: 2 })
    await person.goto(link)
    await expect(heading.first()).toHaveText(say(language, 'seat.choose'))
    await inspect(person, `choosing a time in ${language}`, at)
    await expect(person).toHaveURL('/yourSeat')
    await person.reload()
    await expect(person.getByText(say(language, 'seat.openAgain'))).toBeVisible()
    await inspect(person, `after leaving in ${language}`, at)
    await person.goto(link)
    await take(shown('09:00', language))
    await expect(person.getByText(say(language, 'seat.saved'))).toBeVisible()
    await take(shown('10:00', language))
    await expect(heading.first()).toHaveText(say(language, 'seat.at', { time: shown('10:00', language) }))
    await inspect(person, `a time in ${language}`, at)

    // Other respondents take both slots.
    await person.getByRole('button', { name: say(language, 'seat.cancel') }).click()
    await inspect(person, `before cancelling in ${language}`, at)
    await person.getByRole('button', { name: say(language, 'seat.cancelYes') }).click()
    await expect(person.getByText(say(language, 'seat.cancelled'))).toBeVisible()
    const { slots } = await calls.data('adam', 'seats/getSeat', { respondent: { anonymousId: number } })
    for (const { slotId } of slots) {
      const anonymousId = await answer(calls, workshop, { email: `${unique('other')}@respondents.example` })
      await calls.data('adam', 'seats/setSeat', { respondent: { anonymousId }, slotId })
    }
    await take(shown('09:00', language))
    await expect(person.getByText(say(language, 'seat.justTaken'))).toBeVisible()
    await expect(heading.first()).toHaveText(say(language, 'seat.full'))
    await inspect(person, `full in ${language}`, at)
    await person.getByRole('button', { name: say(language, 'seat.join') }).click()
    await expect(heading.first()).toHaveText(say(language, 'seat.waiting'))
    await inspect(person, `waiting in ${language}`, at)
  }

  await page.goto(`/home/admin/response-overview/green?workshop=${workshop}&query=Mai`)
  await page.getByRole('button', { name: /View/ }).first().click()
  await expect(page.getByText('On the waiting list, 0 before them')).toBeVisible()
  await page.getByRole('button', { name: 'Give a seat' }).click()
  await inspect(page, 'giving a seat')

  await page.goto(`/home/volunteer/workshop?workshop=${workshop}`)
  await page.getByRole('button', { name: 'No seat: change the seat of Mai Nguyen' }).click()
  await expect(page.getByRole('option', { name: '09:00, 0 free' })).toBeDisabled()
  await page.getByLabel('Seat at').selectOption('Off the waiting list')
  await inspect(page, 'a seat at the door', [{ width: 320, height: 640 }])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The person has no seat now.')).toBeVisible()
  await inspect(page, 'the door with seats', [{ width: 320, height: 640 }])
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('No seat')).toBeVisible()
  await expect(page.getByRole('button', { name: /change the seat/ })).toHaveCount(0)
})

/** Returns the link to choose a slot that was sent to this address. */
async function seatLink(address: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => (link = (await emailsTo(dataDir(), address)).flatMap(({ text }) => /\/yourSeat#\S+/.exec(text) ?? [])[0]), {
      timeout: 20_000,
    })
    .toBeDefined()
  return link ?? ''
}

function shown(time: string, language: string): string {
  const style = { timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' } as const
  return new Intl.DateTimeFormat(language, style).format(new Date(`1970-01-01T${time}:00Z`))
}
