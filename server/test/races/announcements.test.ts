import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openAnnouncementPortal } from '../support/announcement-portal.ts'
import { buildWorkshop, twoReds } from '../support/builders.ts'
import { openReplica } from '../support/replicas.ts'
import { sendMessages } from '../../src/features/messages/outbox.ts'

const { portico, texts, at, adam, email, announced, arrive, send, sendDue, heard } = await openAnnouncementPortal()
const replica = await openReplica(portico)

test('a respondent moved to another workshop before sending does not get the announcement', async () => {
  const anonymousId = await arrive('ana')
  await arrive('bo')
  await buildWorkshop(portico, { name: at.elsewhere, isDefault: false })
  await send()
  const move = { respondent: { anonymousId }, workshopName: at.elsewhere, reason: 'Lives there', version: 0 }
  await (await adam()).call.corrections.moveRespondent(move)
  portico.setTime('2026-11-21T20:01:00Z')
  await sendDue()
  expect(heard()).toEqual([email('bo')])
})

test('each address of a group gets an announcement once, in its language or in English, after 60 seconds; texts are sealed', async () => {
  await arrive('ana')
  await arrive('luz', { contactLanguage: 'es' })
  await arrive('mai', { contactLanguage: 'vi', ...twoReds })
  await arrive('shared', { email: email('ana') })
  const stopped = await arrive('stopped')
  await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [stopped])
  const draft = { workshopName: at.workshopName, texts, shownIn: 'es' }
  const preview = (await (await adam()).rest('announcements/previewAnnouncement', draft)).body.data
  expect(preview).toMatchObject({ respondents: 3, withoutEmail: 0, subject: texts.es.subject })
  expect(preview.byLanguage).toHaveLength(3)
  const { data } = await send()
  expect(data).toMatchObject({ respondents: 3, undoUntil: '2026-11-21T20:01:00.000Z' })
  await sendDue()
  expect(heard()).toEqual([])
  portico.setTime('2026-11-21T20:01:00Z')
  await sendDue()
  await portico.drain()
  expect(heard().sort()).toEqual([email('ana'), email('luz'), email('mai')].sort())
  const languages = announced().filter(({ to }) => [email('luz'), email('mai')].includes(to))
  expect(languages.map(({ language }) => language).sort()).toEqual(['en', 'es'])
  const [listed] = await (await adam()).call.announcements.getAnnouncementList()
  expect(listed).toMatchObject({
    workshopName: at.workshopName,
    subject: texts.en.subject,
    respondents: 3,
    sent: 3,
    waiting: 0,
    by: 'Adam Abiodun',
  })
  const [row] = await portico.sql<{ plain: string }>('select row_to_json(announcement)::text as plain from announcement limit 1')
  expect(row?.plain).not.toMatch(/ten|diez|respondents\.example/)
  const trail = await portico.sql<{ subjects: string[] }>(
    `select subjects from audit_entry where action = 'announcements.sendAnnouncement'`,
  )
  expect(trail.flatMap(({ subjects }) => subjects)).toContain('found:3')
})

test.each([
  ['flag', { flags: ['green'] }, ['calm', 'luz']],
  ['language', { language: 'es' }, ['luz']],
  ['not checked in', { notCheckedIn: true }, ['luz', 'red']],
])('an announcement to a group by %s', async (_what, filter, expected) => {
  const calm = await arrive('calm')
  await arrive('luz', { contactLanguage: 'es' })
  await arrive('red', twoReds)
  await portico.sql('update respondent set checked_in_at = now() where anonymous_id = $1', [calm])
  await send(filter)
  await portico.drain()
  expect(heard().sort()).toEqual(expected.map(email).sort())
})

test.each([
  ['is marked red', { flags: ['green' as const] }, `current_flag = 'red'`],
  ['is checked in', { notCheckedIn: true }, 'checked_in_at = now()'],
])('an announcement does not reach somebody who %s before it is sent', async (_what, group, change) => {
  const [left, shares] = [await arrive('left'), await arrive('shared')]
  await arrive('shared', { fullName: 'Same Mailbox' })
  await arrive('stays')
  await send(group)
  await send()
  await portico.sql(`update respondent set ${change} where anonymous_id = any($1)`, [[left, shares]])
  portico.setTime('2026-11-21T20:01:00Z')
  await sendDue()
  const everyone = [email('left'), email('shared'), email('stays')]
  expect(heard().sort(), 'one to the group, one to everyone').toEqual([...everyone, email('shared'), email('stays')].sort())
})

test('an announcement can be cancelled as a whole until it is sent, but not afterwards', async () => {
  await arrive('ana')
  const { data } = await send()
  const cancel = async () => (await (await adam()).rest('announcements/cancelAnnouncement', { id: data.id })).body
  expect(await cancel()).toMatchObject({ success: true })
  portico.setTime('2026-11-21T20:05:00Z')
  await portico.drain()
  expect(heard()).toEqual([])
  const { data: later } = await send()
  portico.setTime('2026-11-21T20:06:00Z')
  const late = await (await adam()).rest('announcements/cancelAnnouncement', { id: later.id })
  expect(late.body).toMatchObject({ error_id: 'UNDO_REFUSED' })
})

test('an idempotency key identifies one announcement: it is refused with other content, or after a cancellation', async () => {
  await arrive('ana')
  await buildWorkshop(portico, { name: at.elsewhere, isDefault: false })
  const key = randomUUID()
  const { data } = await send({ key, flags: ['green'] })
  expect((await send({ key, flags: ['green'] })).data).toEqual(data)
  const others = [{}, { flags: ['green'], texts: { en: texts.es } }, { flags: ['green'], workshopName: at.elsewhere }]
  for (const other of others) expect(await send({ key, ...other })).toMatchObject({ success: false, error_id: 'IDEMPOTENCY_KEY_REUSED' })
  await (await adam()).call.announcements.cancelAnnouncement({ id: data.id })
  expect(await send({ key, flags: ['green'] })).toMatchObject({ success: false, error_id: 'IDEMPOTENCY_KEY_REUSED' })
})

test("no announcement is sent between 20:00 and 9:00 in the workshop's time zone, not even if it is late", async () => {
  await arrive('ana')
  portico.setTime('2026-11-22T03:58:00Z')
  const inTime = (await send()).data
  expect(inTime.undoUntil).toBe('2026-11-22T03:59:00.000Z')
  portico.setTime('2026-11-22T04:00:00Z')
  await portico.drain()
  expect(heard()).toEqual([])
  expect((await send()).data.undoUntil).toBe('2026-11-22T17:00:00.000Z')
  portico.setTime('2026-11-22T17:00:00Z')
  await sendDue()
  expect(heard()).toHaveLength(2)
})

test('two replicas that get the same announcement and send at once write to nobody twice', async () => {
  for (const who of ['ana', 'ben', 'eva']) await arrive(who)
  const body = { workshopName: at.workshopName, texts, key: randomUUID() }
  const person = await adam()
  const other = replica.inject({
    method: 'POST',
    url: '/api/announcements/sendAnnouncement',
    headers: { authorization: `Bearer ${person.accessToken}` },
    payload: body,
  })
  const [one, two] = await Promise.all([person.rest('announcements/sendAnnouncement', body), other])
  expect(two.json().data).toEqual(one.body.data)
  portico.setTime('2026-11-21T20:01:00Z')
  await Promise.all([sendDue(), sendDue(), sendDue()])
  await portico.drain()
  expect(heard().sort()).toEqual([email('ana'), email('ben'), email('eva')])
})

test('if the process dies after the mail server accepted an announcement, it is sent again with the same id', async () => {
  await arrive('ana')
  await send()
  portico.setTime('2026-11-21T20:01:00Z')
  const ids: string[] = []
  const dying = async ({ id }: { id: string }) => {
    ids.push(id)
    throw new Error('killed')
  }
  await sendMessages({ ...portico.services, mailer: dying }, new AbortController().signal, false)
  portico.setTime('2026-11-21T20:02:00Z')
  await sendDue()
  const [sent, ...more] = announced().filter(({ to }) => to === email('ana'))
  expect(more).toEqual([])
  expect(ids).toContain(sent?.id)
})

test("an announcement without a text in the recipient's language requires an English one", async () => {
  const { es } = texts
  expect(
    (await (await adam()).rest('announcements/sendAnnouncement', { workshopName: at.workshopName, texts: { es }, key: randomUUID() }))
      .status,
  ).toBe(422)
  await arrive('luz', { contactLanguage: 'es' })
  expect(await send({ texts: { es }, language: 'es' })).toMatchObject({ success: true })
})

test('a test workshop does not write to anyone, and is deleted with its announcements', async () => {
  await portico.sql('update workshop set is_test = true where name = $1', [at.workshopName])
  await arrive('ana')
  expect(await send()).toMatchObject({ success: true })
  await portico.drain()
  expect(heard()).toEqual([])
  const deleted = await (await adam()).rest('workshops/deleteTestWorkshop', { name: at.workshopName, confirm: at.workshopName })
  expect(deleted.body).toMatchObject({ success: true })
})
