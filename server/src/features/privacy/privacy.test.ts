import { describe, expect, it } from 'vitest'
import { linkOf, visitOf } from '../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { recount } from '../../../test/support/recount.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'
import { remindOfRequests } from './jobs.ts'

const { privacyLinkPerNumber, privacyLinkPerMailbox } = defaultRateLimits
const portico = await openPortico({ rateLimits: { privacyLinkPerNumber, privacyLinkPerMailbox } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam] = [await portico.as(), await portico.as('adam')]

let turn = 0
const someone = async (changed: Record<string, string> = {}) => {
  const email = `someone${(turn += 1)}@respondents.example`
  return { email, anonymousId: await buildRespondent(portico, { email, ...changed }) }
}
const about = (anonymousId: string) => ({ respondent: { anonymousId } })
const send = async (anonymousId: string, contact: string, kind = 'see') =>
  (await visitor.rest('privacy/sendLink', { ...about(anonymousId), contact, kind })).body
const mailsTo = async (email: string) => {
  await portico.drain()
  return portico.outbox.filter(({ to, text }) => to === email && text.includes('/yourData#'))
}
const listed = async () =>
  (await adam.call.responses.getAllResponses({ pagination: { offset: 0, count: 100 } })).items.map((item) => item.respondent.anonymousId)
const requestOf = async (anonymousId: string) =>
  (await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })).items.find((item) => item.anonymousId === anonymousId)

describe('requesting a link', () => {
  it('always gets the same response, but sends a link only if number and contact match', async () => {
    const { email, anonymousId } = await someone({ fullName: 'Mai Canary' })
    for (const [number, contact] of [
      [anonymousId, 'somebody@else.example'],
      ['AAAA-AAAA-AAAAA', email],
    ] as const)
      expect(await send(number, contact)).toEqual({ success: true, data: {} })
    expect(await mailsTo(email)).toEqual([])
    expect(await send(anonymousId, email)).toEqual({ success: true, data: {} })
    const [mail] = await mailsTo(email)
    expect(mail?.text).not.toContain('Canary')
  })

  it('sends at most five links an hour, with the same response', async () => {
    const { email, anonymousId } = await someone()
    for (let times = 0; times < privacyLinkPerNumber.hits + 2; times += 1)
      expect(await send(anonymousId, email)).toEqual({ success: true, data: {} })
    expect(await mailsTo(email)).toHaveLength(privacyLinkPerNumber.hits)
  })

  it('sends at most twenty links a day to all variants of a mailbox with a label, and then asks staff to call; the address without one has its own', async () => {
    const addresses = Array.from({ length: 6 }, (_one, place) => `flooded+${place}@respondents.example`)
    for (const email of addresses) {
      const { anonymousId } = await someone({ email })
      for (let times = 0; times < privacyLinkPerNumber.hits; times += 1)
        expect(await send(anonymousId, email)).toEqual({ success: true, data: {} })
    }
    const mails = await Promise.all(addresses.map(mailsTo))
    expect(mails.flat()).toHaveLength(privacyLinkPerMailbox.hits)
    for (const [email, hoursLater, links] of [
      ['flooded@respondents.example', 0, 1],
      ['flooded+sameday@respondents.example', 23, 0],
      ['flooded+nextday@respondents.example', 1, 1],
    ] as const) {
      await portico.sql('update rate_counter set window_start = window_start - make_interval(hours => $1)', [hoursLater])
      const { anonymousId } = await someone({ email })
      expect(await send(anonymousId, email)).toEqual({ success: true, data: {} })
      expect(await mailsTo(email)).toHaveLength(links)
      expect(await requestOf(anonymousId)).toEqual(links === 0 ? expect.objectContaining({ byTelephone: true }) : undefined)
    }
  })

  it('without an e-mail address becomes a request for staff to call', async () => {
    const anonymousId = await buildRespondent(portico, { email: '', phone: '+14085550177' })
    expect(await send(anonymousId, '+1 (408) 555-0177', 'delete')).toEqual({ success: true, data: {} })
    await portico.drain()
    expect(await requestOf(anonymousId)).toMatchObject({
      kind: 'delete',
      byTelephone: true,
      dueAt: '2026-12-21T20:00:00.000Z',
      contact: { phoneNumber: '+14085550177', email: null },
    })
  })
})

describe('a privacy link', () => {
  it("opens once and shows the person's data without flags", async () => {
    const { email, anonymousId } = await someone({ ...twoReds, fullName: 'Rosa Ruiz' })
    const token = await linkOf(portico, anonymousId, email)
    const { body } = await visitor.rest('privacy/openLink', { token })
    expect(body.data.data).toMatchObject({ anonymousId, contact: { fullName: 'Rosa Ruiz', email }, workshop: { title: 'Citizenship Day' } })
    expect(body.data.data.answers).toContainEqual(
      expect.objectContaining({ identifier: 'taxesFiled', value: 'no', label: expect.any(String) }),
    )
    expect(JSON.stringify(body)).not.toMatch(/"flag|red"/i)
    expect((await visitor.rest('privacy/openLink', { token })).body).toMatchObject({ success: false, error_id: 'INVALID_CODE' })
  })

  it.each([
    ['does not list an invitation that was held back because the person turned red', true, ['privacy-link']],
    ['control: lists one that was sent', false, ['privacy-link', 'invitation']],
  ])('%s', async (_what, isRed, kinds) => {
    const { email, anonymousId } = await someone()
    if (isRed) await adam.call.agency.submitRespondentStatusOverride({ ...about(anonymousId), status: { flag: 'red', reason: 'Court' } })
    const { data } = await visitor.call.privacy.openLink({ token: await linkOf(portico, anonymousId, email) })
    expect(data.messages.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('expires, and is invalidated by the next one', async () => {
    const { email, anonymousId } = await someone()
    const first = await linkOf(portico, anonymousId, email)
    const second = await linkOf(portico, anonymousId, email)
    expect((await visitor.rest('privacy/openLink', { token: first })).body.error_id).toBe('INVALID_CODE')
    portico.setTime('2026-11-21T21:00:01Z')
    expect((await visitor.rest('privacy/openLink', { token: second })).body.error_id).toBe('INVALID_CODE')
    portico.setTime('2026-11-21T20:00:00Z')
  })

  it('cannot be used as the visit it starts, nor a visit as a link', async () => {
    const { email, anonymousId } = await someone()
    const token = await linkOf(portico, anonymousId, email)
    expect((await visitor.rest('privacy/submitRequest', { visit: token, kind: 'delete' })).body.error_id).toBe('INVALID_CODE')
    const visit = (await visitor.call.privacy.openLink({ token })).visit
    expect((await visitor.rest('privacy/openLink', { token: visit })).body.error_id).toBe('INVALID_CODE')
    expect(await listed()).toContain(anonymousId)
  })
})

describe('a person who asks us to stop', () => {
  it('is immediately in no list, count, case or export, and returns when they ask to resume', async () => {
    const { email, anonymousId } = await someone(twoReds)
    await visitor.call.privacy.sendLink({ ...about(anonymousId), contact: email, kind: 'stop' })
    await portico.drain()
    const visit = await visitOf(portico, anonymousId, email)
    const before = (await adam.call.responses.getOverview({})).total
    await adam.call.agency.claimCase(about(anonymousId))
    const { data } = await visitor.call.privacy.submitRequest({ visit, kind: 'stop' })
    expect(data?.stoppedAt).not.toBeNull()
    expect(await listed()).not.toContain(anonymousId)
    expect((await adam.call.responses.getOverview({})).total).toBe(before - 1)
    expect((await adam.call.responses.getAllResponses({})).meta.count).toBe(before - 1)
    await expect(adam.call.responses.getResponseForAdmin(about(anonymousId))).rejects.toThrow('Not found.')
    await expect(adam.call.responses.getRespondentAnswerInfo(about(anonymousId))).rejects.toThrow('Not found.')
    const changes = (await adam.call.responses.getChanges({ count: 100 })).changes
    expect(changes.find((change) => change.anonymousId === anonymousId)).toEqual({ anonymousId, deleted: true })
    expect(await recount(portico)).toEqual([])
    await visitor.call.privacy.submitRequest({ visit, kind: 'resume' })
    expect(await listed()).toContain(anonymousId)
    expect((await adam.call.responses.getResponseForAdmin(about(anonymousId))).claim).toBeUndefined()
    expect((await adam.call.responses.getOverview({})).total).toBe(before)
    expect(await recount(portico)).toEqual([])
  })
})

describe('an invitation and privacy requests', () => {
  it('sends an invitation that became due while the person had stopped once they resume, and only once', async () => {
    const { email, anonymousId } = await someone()
    const ask = async (kind: 'stop' | 'resume') => {
      await adam.call.privacy.recordRequest({ ...about(anonymousId), kind })
      await adam.call.privacy.completeRequest({ id: (await requestOf(anonymousId))?.id ?? 0 })
      await portico.drain()
      return portico.outbox.filter(({ to }) => to === email).length
    }
    expect([await ask('stop'), await ask('resume'), await ask('stop'), await ask('resume')]).toEqual([0, 1, 1, 1])
  })

  const sentAfterCorrection = async (anonymousId: string, email: string) => {
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'correct', text: 'That is not me.' })
    const contact = { fullName: 'Mai Nguyen', email, phoneNumber: null }
    await adam.call.privacy.completeRequest({ id: (await requestOf(anonymousId))?.id ?? 0, contact })
    portico.setTime('2026-11-21T20:01:00Z')
    await portico.drain()
    portico.setTime('2026-11-21T20:00:00Z')
    return portico.outbox.filter(({ to }) => to === email).length
  }

  it('sends the invitation once an admin adds the missing address', async () => {
    expect(await sentAfterCorrection(await buildRespondent(portico, { email: '' }), 'at.last@respondents.example')).toBe(1)
  })

  it('sends none after a corrected name if the person was imported and never invited', async () => {
    const { email, anonymousId } = await someone()
    await portico.sql('delete from message where respondent_id = (select id from respondent where anonymous_id = $1)', [anonymousId])
    expect(await sentAfterCorrection(anonymousId, email)).toBe(0)
    expect((await adam.call.responses.getResponseForAdmin(about(anonymousId))).respondent.fullName).toBe('Mai Nguyen')
    expect(await sentAfterCorrection(anonymousId, 'elsewhere@respondents.example'), 'by another address').toBe(1)
  })
})

describe('a correction request', () => {
  it('is due in five days and updates the contact that an admin enters', async () => {
    const { email, anonymousId } = await someone({ fullName: 'Anh Tran' })
    await listed()
    const visit = await visitOf(portico, anonymousId, email)
    await visitor.call.privacy.submitRequest({ visit, kind: 'correct', text: 'My name is Anh Trần.' })
    const request = await requestOf(anonymousId)
    expect(request).toMatchObject({ kind: 'correct', text: 'My name is Anh Trần.', dueAt: '2026-11-26T20:00:00.000Z' })
    const contact = { fullName: 'Anh Trần', email: 'anh@respondents.example', phoneNumber: null }
    const stop = async () => (await visitor.rest('privacy/submitRequest', { visit, kind: 'stop' })).body.error_id
    portico.setTime('2026-11-21T20:30:00Z')
    expect(await stop()).toBe('INVALID_CODE')
    portico.setTime('2026-11-21T20:00:00Z')
    await adam.call.privacy.completeRequest({ id: request?.id ?? 0, contact })
    // The old mailbox, which was not theirs.
    expect(await stop()).toBe('INVALID_CODE')
    expect((await adam.call.responses.getResponseForAdmin(about(anonymousId))).respondent).toMatchObject({
      fullName: 'Anh Trần',
      email: 'anh@respondents.example',
    })
    const found = await adam.call.responses.getAllResponses({ filter: { query: 'anh@respondents.example' } })
    expect(found.items.map((item) => item.respondent.anonymousId)).toEqual([anonymousId])
    expect((await adam.call.responses.getAllResponses({ filter: { query: email } })).items).toEqual([])
  })
})

describe('deleting a person', () => {
  it('keeps a record that they existed in the changes and in the list of requests', async () => {
    const { email, anonymousId } = await someone(twoReds)
    const visit = await visitOf(portico, anonymousId, email)
    expect(await visitor.call.privacy.submitRequest({ visit, kind: 'delete' })).toEqual({ data: null })
    expect(await listed()).not.toContain(anonymousId)
    const { changes } = await adam.call.responses.getChanges({ count: 100 })
    expect(changes.at(-1)).toEqual({ anonymousId, deleted: true })
    const record = (await adam.call.privacy.getRequestList({ open: false })).items.find((item) => item.anonymousId === anonymousId)
    expect(record).toMatchObject({ kind: 'delete', contact: null, text: null, doneAt: expect.any(String) })
    expect(await recount(portico)).toEqual([])
  })

  it('is not undone by a device that resends the same answers', async () => {
    const idempotencyKey = '5f0e7a0c-3f37-4a55-8d6c-7b8f9f9f1a11'
    const anonymousId = await buildRespondent(portico, { email: 'again@respondents.example' }, { idempotencyKey })
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'delete' })
    await adam.call.privacy.completeRequest({ id: (await requestOf(anonymousId))?.id ?? 0 })
    expect(await buildRespondent(portico, { email: 'again@respondents.example' }, { idempotencyKey })).toBe(anonymousId)
    expect(await portico.sql('select id from respondent where anonymous_id = $1', [anonymousId])).toEqual([])
  })
})

describe('admins with open privacy requests', () => {
  it('are notified once, and then daily in the last two days', async () => {
    const { anonymousId } = await someone()
    await adam.call.privacy.recordRequest({ ...about(anonymousId), kind: 'stop' })
    const told = async () => {
      await portico.drain()
      portico.outbox.length = 0
      await remindOfRequests(portico.services)
      await portico.drain()
      return portico.outbox.map(({ to, subject }) => `${to}: ${subject}`).toSorted()
    }
    expect(await told()).toEqual([expect.stringMatching(/^adam@.*privacy request/), expect.stringMatching(/^rosa@.*privacy request/)])
    expect(await told()).toEqual([])
    portico.setTime('2026-11-30T21:00:00Z')
    expect(await told()).toHaveLength(2)
    expect(await told()).toEqual([])
    await portico.sql(`update account set disabled_at = now() where name = 'Rosa Ruiz'`)
    portico.setTime('2026-12-01T21:00:00Z')
    expect(await told()).toEqual([expect.stringContaining('adam@')])
    await portico.sql(`update account set disabled_at = null where name = 'Rosa Ruiz'`)
    portico.setTime('2026-11-21T20:00:00Z')
  })
})
