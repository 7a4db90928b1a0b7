import { beforeEach, expect, test } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const adam = await portico.as('adam')

let workshops = 0
let name = ''
beforeEach(async () => {
  name = `workshop_${(workshops += 1)}`
  await buildWorkshop(portico, { name, isDefault: false })
})

const outdated = async () =>
  (await adam.call.workshops.getOutdatedInvitations()).find((workshop) => workshop.name === name)?.respondents ?? 0
const move = async (line1: string) => {
  const { title } = await adam.call.workshops.getWorkshop({ name })
  await adam.call.workshops.saveWorkshop({ name, title, address: { line1, city: 'San Jose' } })
}
const emailsTo = (address: string) => portico.outbox.filter(({ to }) => to === address)
let turn = 0
const invited = async (contactLanguage: string) => {
  const email = `moved${(turn += 1)}@respondents.example`
  const anonymousId = await buildRespondent(portico, { contactLanguage, email }, { workshopName: name })
  await portico.drain()
  return { email, anonymousId }
}

test('respondents with an outdated place are counted until notified, once each, in their language', async () => {
  const [mai, luz] = [await invited('vi'), await invited('es')]
  const before = await outdated()
  expect(before).toBe(0)
  await move('2 New Street')
  expect(await outdated()).toBe(2)
  const { body } = await adam.rest('workshops/previewChangeNotice', { name, language: 'vi' })
  expect(body.data.byLanguage).toEqual([
    { language: 'es', respondents: 1 },
    { language: 'vi', respondents: 1 },
  ])
  expect(body.data.text).toContain('2 New Street')
  const sent = await Promise.all([adam.rest('workshops/sendChangeNotice', { name }), adam.rest('workshops/sendChangeNotice', { name })])
  expect(sent.map((answer) => answer.body.data.respondents).sort()).toEqual([0, 2])
  expect(await outdated()).toBe(0)
  await portico.drain()
  expect(await adam.call.workshops.sendChangeNotice({ name })).toEqual({ respondents: 0 })
  await portico.drain()
  for (const [person, language] of [[mai, 'vi'] as const, [luz, 'es'] as const]) {
    const [, notice, ...more] = emailsTo(person.email)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ language })
    expect(notice?.text).toContain('2 New Street')
    expect(notice?.text).toContain(person.anonymousId)
  }
  const trail = await portico.sql<{ subjects: string[] }>(`select subjects from audit_entry where action = 'workshops.sendChangeNotice'`)
  expect(trail.some(({ subjects }) => subjects.includes('found:2'))).toBe(true)
})

test('a respondent whose invitation already contains the newest place is not outdated', async () => {
  await move('3 Other Street')
  await adam.call.workshops.sendChangeNotice({ name })
  await portico.drain()
  await invited('ko')
  expect(await outdated()).toBe(0)
})

test('a respondent who is no longer green when the e-mail would leave gets none', async () => {
  const person = await invited('en')
  await move('4 Last Street')
  await adam.call.workshops.sendChangeNotice({ name })
  await portico.sql(`update respondent set current_flag = 'red' where anonymous_id = $1`, [person.anonymousId])
  await portico.drain()
  expect(emailsTo(person.email)).toHaveLength(1)
})

test('respondents are not counted once the workshop is over, or when only its title changed', async () => {
  await invited('en')
  const { title } = await adam.call.workshops.getWorkshop({ name })
  await adam.call.workshops.saveWorkshop({ name, title: `${title}!` })
  expect(await outdated()).toBe(0)
  await adam.call.workshops.saveWorkshop({ name, title, eventDate: '2026-11-01' })
  expect(await outdated()).toBe(0)
  await adam.call.workshops.saveWorkshop({ name, title, eventDate: '2031-01-04' })
  expect(await outdated()).toBe(1)
})

test('a pending announcement does not keep respondents from being notified of a change', async () => {
  const { email } = await invited('en')
  const before = await outdated()
  const texts = { en: { subject: 'Parking', text: 'Park behind the school.' } }
  await adam.call.announcements.sendAnnouncement({ workshopName: name, texts, key: crypto.randomUUID() })
  await move('6 School Street')
  expect(await outdated()).toBeGreaterThan(before)
  await adam.call.workshops.sendChangeNotice({ name })
  expect(await outdated()).toBe(0)
  await portico.drain()
  expect(emailsTo(email).filter(({ text }) => text.includes('6 School Street'))).toHaveLength(1)
})

test('respondents who asked us to stop are neither counted nor notified', async () => {
  const person = await invited('pt')
  await move('5 Quiet Street')
  const before = await outdated()
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [person.anonymousId])
  expect(await outdated()).toBe(before - 1)
  const { respondents } = await adam.call.workshops.sendChangeNotice({ name })
  expect(respondents).toBe(before - 1)
})

test('only the newest message counts, and another workshop with the same date and place is kept apart', async () => {
  await invited('en')
  await move('7 Twin Street')
  await adam.call.workshops.sendChangeNotice({ name })
  await portico.drain()
  const { eventDate, address } = await adam.call.workshops.getWorkshop({ name })
  await buildWorkshop(portico, { name: 'twin', isDefault: false, eventDate, address })
  expect(await outdated()).toBe(0)
  const before = await portico.sql('select id from message where told is not null')
  const respondents = await portico.sql('select distinct respondent_id from message where told is not null')
  expect(before).toHaveLength(respondents.length)
})

test('at most three of those who share an address are notified, and then nobody counts as outdated', async () => {
  const email = 'family@respondents.example'
  for (const day of [21, 22]) {
    portico.setTime(`2026-11-${day}T20:00:01Z`)
    for (let times = 0; times < 3; times += 1) await buildRespondent(portico, { email }, { workshopName: name })
    await portico.drain()
  }
  expect(emailsTo(email), 'control: all were invited').toHaveLength(6)
  await move('8 Shared Street')
  expect(await outdated()).toBe(3)
  const { byLanguage } = await adam.call.workshops.previewChangeNotice({ name, language: 'en' })
  expect(byLanguage).toEqual([{ language: 'en', respondents: 3 }])
  expect(await adam.call.workshops.sendChangeNotice({ name })).toEqual({ respondents: 3 })
  await portico.drain()
  expect(await outdated()).toBe(0)
  expect(await adam.call.workshops.sendChangeNotice({ name })).toEqual({ respondents: 0 })
  await portico.drain()
  expect(emailsTo(email)).toHaveLength(9)
})
