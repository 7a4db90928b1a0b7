import { expect, test } from 'vitest'
import { visitOf } from '../calls/privacy.ts'
import { openAnnouncementPortal } from '../support/announcement-portal.ts'
import { buildWorkshop } from '../support/builders.ts'
import { sendMessages } from '../../src/features/messages/outbox.ts'
import { maxAttempts } from '../../src/features/messages/state.ts'

const { portico, texts, at, adam, email, isAnnouncement, arrive, send, sendDue, heard } = await openAnnouncementPortal()

interface Shared {
  readonly anonymousId: string
  readonly shared: string
}
const about = ({ anonymousId }: Shared) => ({ respondent: { anonymousId }, reason: 'As they told us', version: 0 })
const request = async ({ anonymousId, shared }: Shared, kind: 'stop' | 'delete') =>
  (await portico.as()).call.privacy.submitRequest({ visit: await visitOf(portico, anonymousId, shared), kind })
const move = async (person: Shared) => (await adam()).call.corrections.moveRespondent({ ...about(person), workshopName: at.elsewhere })
const moveBack = async (person: Shared) =>
  (await adam()).call.corrections.moveRespondent({ ...about(person), workshopName: at.workshopName, version: 1 })
const corrected = async (person: Shared, answers: Readonly<Record<string, string>>) =>
  (await adam()).call.corrections.correctAnswers({ ...about(person), answers })
const leavings: readonly [how: string, leave: (person: Shared) => Promise<unknown>, alsoTo: readonly string[]][] = [
  ['stays (control)', async () => {}, []],
  ['asks us to stop', (person) => request(person, 'stop'), []],
  ['is deleted', (person) => request(person, 'delete'), []],
  ['is moved', move, []],
  ['gets another address', (person) => corrected(person, { email: email('new') }), ['new']],
  ['gets the address of somebody else', (person) => corrected(person, { email: email('eva') }), []],
]

test.each(leavings)(
  'those who share a mailbox get an announcement once if the first of them %s before it is sent',
  async (_how, leave, alsoTo) => {
    await buildWorkshop(portico, { name: at.elsewhere, isDefault: false })
    const anonymousId = await arrive('shared')
    for (const who of ['shared', 'eva', 'shared']) await arrive(who)
    await portico.drain()
    // 22:00 at the workshop: it waits until 9:00.
    portico.setTime('2026-11-22T06:00:00Z')
    expect((await send()).data).toMatchObject({ respondents: 2 })
    const listed = async () => (await (await adam()).call.announcements.getAnnouncementList())[0]
    expect(await listed()).toMatchObject({ respondents: 2, sent: 0, waiting: 2 })
    await leave({ anonymousId, shared: email('shared') })
    portico.setTime('2026-11-22T18:00:00Z')
    await Promise.all([sendDue(), sendDue()])
    expect(heard().sort()).toEqual(['shared', 'eva', ...alsoTo].map(email).sort())
    const sent = 2 + alsoTo.length
    expect(await listed()).toMatchObject({ respondents: sent, sent, waiting: 0 })
    portico.setTime('2026-11-22T18:10:00Z')
    await portico.drain()
    expect(heard()).toHaveLength(sent)
  },
)

const refusedAtFirst: readonly [how: string, before: (person: Shared) => Promise<unknown>, after: (person: Shared) => Promise<unknown>][] =
  [
    ['stays', async () => {}, async () => {}],
    ['is moved', async () => {}, move],
    ['was moved before and returns', move, moveBack],
  ]
const refusing = () => {
  let tries = 0
  const mailer = async (offered: { readonly subject: string }) => {
    if (isAnnouncement(offered)) tries += 1
    throw new Error('Refused')
  }
  const sendRefused = () => sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
  return { sendRefused, tries: () => tries }
}

test.each(refusedAtFirst)(
  'an announcement to a shared mailbox that the mail server refused at first is sent once if the first person %s',
  async (_how, before, after) => {
    await buildWorkshop(portico, { name: at.elsewhere, isDefault: false })
    const first = { anonymousId: await arrive('shared'), shared: email('shared') }
    await arrive('shared')
    await portico.drain()
    await send()
    await before(first)
    portico.setTime('2026-11-21T20:01:00Z')
    const { sendRefused, tries } = refusing()
    for (let times = 0; times < 3; times += 1) await sendRefused()
    expect(tries(), 'one attempt for the mailbox, not for each person').toBe(1)
    await after(first)
    portico.setTime('2026-11-21T20:02:00Z')
    await sendDue()
    await portico.drain()
    expect(heard()).toEqual([email('shared')])
  },
)

const atRcpt = (responseCode: number, response?: string) => ({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response })
const isPlain = (to: string) => !to.includes('+')

test.each([
  ['the first variant of the address is refused', isPlain, atRcpt(550), ['the other']],
  ['the first variant is refused for now', isPlain, atRcpt(450), ['the other']],
  ['the first variant is refused for another reason than the address', isPlain, atRcpt(550, '550 5.4.1 Access denied'), ['the other']],
  ['control: none is refused', () => false, {}, ['the first']],
  ['control: all are refused', () => true, atRcpt(550), []],
  ['control: all are refused for now', () => true, atRcpt(450), []],
  ['control: the first variant may have been taken', isPlain, { code: 'ETIMEDOUT', command: 'DATA' }, []],
])('an announcement reaches a shared mailbox once: %s', async (_how, isRefused, failure, reached) => {
  const first = email('shared')
  await arrive('shared')
  await arrive('shared', { email: first.replace('@', '+label@') })
  await portico.drain()
  await send()
  const offers: string[] = []
  const mailer = async ({ to, ...offered }: { readonly to: string; readonly subject: string }) => {
    if (isRefused(to)) throw Object.assign(new Error('Refused'), failure)
    if (isAnnouncement(offered)) offers.push(to === first ? 'the first' : 'the other')
  }
  for (let minute = 1; minute < 60; minute += 1) {
    portico.setTime(new Date(Date.parse('2026-11-21T20:00:00Z') + minute * 60_000).toISOString())
    await sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
  }
  expect(offers).toEqual(reached)
})

const start = Date.parse('2026-11-21T20:00:00Z')
const refusal = () => Object.assign(new Error('Refused'), atRcpt(550))
const variant = (label: number | string) => email('shared').replace('@', `+${label}@`)

/** Lets a mail server that refuses these addresses be offered what is due at this moment; returns the addresses, and how many messages were tried. */
async function offer(minute: number, isRefused: (to: string) => boolean): Promise<{ offered: string[]; tried: number }> {
  portico.setTime(new Date(start + minute * 60_000).toISOString())
  const offered: string[] = []
  const mailer = async ({ to, ...content }: { readonly to: string; readonly subject: string }) => {
    if (isAnnouncement(content)) offered.push(to)
    if (isRefused(to)) throw refusal()
  }
  const tried = await sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
  return { offered, tried }
}

const mailboxes: readonly [how: string, labels: readonly string[], offered: readonly string[]][] = [
  ['in many variants', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'], ['1', '2', '3']],
  ['as one address', ['1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1'], ['1']],
  ['as one address and a variant', ['1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '1', '2'], ['1', '2']],
]
test.each(mailboxes)(
  'a refused mailbox that many gave %s is offered an announcement in three variants at most, and nobody gets it',
  async (_how, labels, expected) => {
    for (const label of labels) await arrive('shared', { email: variant(label) })
    await portico.sql('update message set due_at = null')
    await send()
    const [offers, tried] = [new Set<string>(), { soon: 0, all: 0 }]
    // A pass begins half a second after the last one, and later ones are as far apart as retries.
    for (let minute = 1; minute < 420; minute += minute < 2 ? 1 / 120 : 10) {
      if (minute >= 2 && (minute - 2) % 50 < 10) await arrive('other', { email: `other${minute}${email('shared')}` })
      const pass = await offer(minute, (to) => !to.startsWith('other'))
      for (const to of pass.offered) offers.add(to)
      if (minute < 2) tried.soon += pass.tried
      tried.all += pass.tried
    }
    expect([...offers].sort()).toEqual(expected.map(variant).sort())
    expect(tried.soon, 'the first minute').toBeLessThan(labels.length + 10)
    expect(tried.all / labels.length, 'looked at, each').toBeLessThan(60)
    const { items } = await (await adam()).call.messages.getMessageList({ kind: 'announcement' })
    expect(items.slice(0, labels.length).map(({ state }) => state)).toEqual(labels.map(() => 'undelivered'))
    const [listed] = await (await adam()).call.announcements.getAnnouncementList()
    expect(listed).toMatchObject({ respondents: 1, sent: 0, waiting: 0, undelivered: 1 })
  },
)

test.each([
  ['the first address was refused to several people', ['1', '1', '1', '1', '2'], '2'],
  ['the first two were refused', ['1', '2', '3'], '3'],
])('an announcement reaches another variant of a mailbox if %s', async (_how, labels, reached) => {
  for (const label of labels) await arrive('shared', { email: variant(label) })
  await portico.sql('update message set due_at = null')
  await send()
  const taken: string[] = []
  const isRefused = (to: string) => to !== variant(reached)
  for (let minute = 1; minute < 60; minute += 1) taken.push(...(await offer(minute, isRefused)).offered.filter((to) => !isRefused(to)))
  expect(taken).toEqual([variant(reached)])
  const [listed] = await (await adam()).call.announcements.getAnnouncementList()
  expect(listed).toMatchObject({ sent: 1, waiting: 0, undelivered: 0 })
})

test.each([
  ['the address without a label, though it was given later', ['+a', '+b', ''], ''],
  ['the address without a label (control: it was given first)', ['', '+a', '+b'], ''],
  ['the first variant, if all have labels', ['+b', '+a'], '+b'],
])('an announcement to a shared mailbox goes to %s, in its language', async (_how, labels, reached) => {
  const labelled = (label: string) => email('shared').replace('@', `${label}@`)
  for (const label of labels) await arrive('shared', { email: labelled(label), contactLanguage: label === reached ? 'es' : 'en' })
  await portico.sql('update message set due_at = null')
  await send()
  expect((await offer(1, () => false)).offered).toEqual([labelled(reached)])
  expect((await offer(30, () => false)).offered, 'nobody else later').toEqual([])
  const { byLanguage } = await (await adam()).call.announcements.previewAnnouncement({ workshopName: at.workshopName, texts })
  expect(byLanguage).toMatchObject([{ respondents: 1, language: 'es' }])
})

test('a shared mailbox gets an announcement once if a variant that was refused is retried while another is handed over', async () => {
  const [, second] = [await arrive('shared', { email: variant('1') }), await arrive('shared', { email: variant('2') })]
  await portico.sql('update message set due_at = null')
  await send()
  // Otherwise, the first pass may offer both, one after the other.
  await portico.sql(
    `update message set due_at = '2026-11-21T20:05:00Z'
     where announcement_id is not null and respondent_id = (select id from respondent where anonymous_id = $1)`,
    [second],
  )
  await offer(1, () => true)
  const taken: string[] = []
  const mailer = async ({ to }: { readonly to: string }) => {
    // Meanwhile another process makes the retry.
    if (to === variant('2')) {
      await portico.sql(`update message set due_at = created_at where announcement_id is not null and attempts > 0 and due_at is not null`)
      taken.push(...(await offer(30, () => false)).offered)
    }
    taken.push(to)
  }
  await portico.sql(
    `update message set due_at = '2026-11-22T03:00:00Z' where announcement_id is not null and attempts > 0 and due_at is not null`,
  )
  portico.setTime(new Date(start + 30 * 60_000).toISOString())
  await sendMessages({ ...portico.services, mailer }, new AbortController().signal, false)
  expect(taken).toEqual([variant('2')])
})

test('an announcement to a shared mailbox that was given up is not tried again for each person', async () => {
  for (let people = 0; people < 3; people += 1) await arrive('shared')
  await portico.drain()
  await send()
  await portico.sql(`update message set attempts = $1 where announcement_id is not null and due_at is not null`, [maxAttempts - 1])
  portico.setTime('2026-11-21T20:01:00Z')
  const { sendRefused, tries } = refusing()
  for (let times = 0; times < 3; times += 1) await sendRefused()
  portico.setTime('2026-11-21T21:00:00Z')
  await sendDue()
  expect([tries(), heard()]).toEqual([1, []])
  const [listed] = await (await adam()).call.announcements.getAnnouncementList()
  expect(listed).toMatchObject({ respondents: 1, sent: 0, waiting: 0, undelivered: 1 })
})

test('nobody who shares a mailbox gets an announcement again next morning', async () => {
  for (let people = 0; people < 3; people += 1) await arrive('shared')
  await portico.drain()
  portico.setTime('2026-11-22T03:58:00Z')
  await send()
  await portico.sql(
    `update message set due_at = '2026-11-22T05:00:00Z'
     where announcement_id is not null and due_at is not null and id > (select min(id) from message where announcement_id is not null and due_at is not null)`,
  )
  portico.setTime('2026-11-22T03:59:30Z')
  await sendDue()
  expect(heard()).toHaveLength(1)
  expect((await (await adam()).call.announcements.getAnnouncementList())[0]).toMatchObject({ respondents: 1, sent: 1, waiting: 0 })
  portico.setTime('2026-11-22T18:00:00Z')
  await sendDue()
  expect(heard()).toHaveLength(1)
})
