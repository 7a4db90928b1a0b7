import { beforeEach, describe, expect, it } from 'vitest'
import { linkOf, visitOf } from '../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam, ana] = [await portico.as(), await portico.as('adam'), await portico.as('ana')]

let turn = 0
const someone = async () => {
  const [email, phone] = [`person${(turn += 1)}@respondents.example`, `+1408555${String(1_000 + turn)}`]
  return { email, phone, respondent: { anonymousId: await buildRespondent(portico, { email, phone }) } }
}
type Someone = Awaited<ReturnType<typeof someone>>

const merge = (one: Someone, into: Someone) =>
  adam.call.corrections.mergeRespondents({ respondent: one.respondent, into: into.respondent, reason: 'One person.' })
const separate = ({ respondent }: Someone) => adam.call.corrections.returnRespondent({ respondent })
const correct = async ({ respondent }: Someone, answers: Record<string, string>, who = adam) => {
  const { version } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
  await who.call.corrections.correctAnswers({ respondent, answers, reason: 'She called.', version })
}
/** Asks for a link and returns the addresses that get one. */
const linksAfter = async ({ respondent }: Someone, contact: string) => {
  const before = portico.outbox.length
  expect((await visitor.rest('privacy/sendLink', { respondent, contact, kind: 'delete' })).body).toEqual({ success: true, data: {} })
  await portico.drain()
  return portico.outbox
    .slice(before)
    .filter(({ text }) => text.includes('/yourData#'))
    .map(({ to }) => to)
}
const requestsOf = async (...people: Someone[]) => {
  const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
  return items.filter(({ anonymousId }) => people.some(({ respondent }) => respondent.anonymousId === anonymousId))
}
const exist = async (...people: Someone[]) => {
  const numbers = people.map(({ respondent }) => respondent.anonymousId)
  return (await portico.sql('select from respondent where anonymous_id = any($1)', [numbers])).length
}

const newCases = async () => ({ kept: await someone(), middle: await someone(), merged: await someone() })
let { kept, middle, merged } = await newCases()
beforeEach(async () => {
  ;({ kept, middle, merged } = await newCases())
})

describe('the number of a merged case', () => {
  beforeEach(async () => {
    await merge(merged, middle)
    await merge(middle, kept)
  })

  it('gets a link only with the contact of the kept case, and at its address', async () => {
    expect(await linksAfter(merged, merged.email)).toEqual([])
    expect(await linksAfter(merged, middle.email)).toEqual([])
    expect(await linksAfter(merged, merged.phone)).toEqual([])
    expect(await requestsOf(kept, middle, merged)).toEqual([])
    expect(await linksAfter(merged, kept.email)).toEqual([kept.email])
    expect(await linksAfter(middle, kept.phone)).toEqual([kept.email])
  })

  it('opens the kept case, and deletes all of them', async () => {
    const { visit, data } = await visitor.call.privacy.openLink({ token: await linkOf(portico, merged.respondent.anonymousId, kept.email) })
    expect(data).toMatchObject({ ...kept.respondent, contact: { email: kept.email } })
    await visitor.call.privacy.submitRequest({ visit, kind: 'delete' })
    expect(await exist(kept, middle, merged)).toBe(0)
  })

  it('follows the kept case when its address is corrected', async () => {
    const right = `right.${kept.email}`
    await correct(kept, { email: right })
    expect(await linksAfter(merged, kept.email)).toEqual([])
    expect(await linksAfter(merged, right)).toEqual([right])
  })

  it('gets no link while the contact of the kept case is unconfirmed, but a call', async () => {
    const entered = `entered.${kept.email}`
    await adam.call.responses.assignRespondent({ respondent: kept.respondent, agencyId: await agencyOfAna() })
    await correct(kept, { email: entered }, ana)
    expect(await linksAfter(merged, entered)).toEqual([])
    expect(await requestsOf(kept, merged)).toMatchObject([{ ...kept.respondent, kind: 'delete', byTelephone: true }])
  })

  it('belongs to its own contact again once the cases are separated', async () => {
    await separate(merged)
    expect(await linksAfter(merged, kept.email)).toEqual([])
    expect(await linksAfter(merged, merged.email)).toEqual([merged.email])
    const visit = await visitOf(portico, merged.respondent.anonymousId, merged.email)
    await visitor.call.privacy.submitRequest({ visit, kind: 'delete' })
    expect([await exist(merged), await exist(kept, middle)]).toEqual([0, 2])
  })
})

describe('what a person began before their case was merged', () => {
  const openLink = async (token: string) => (await visitor.rest('privacy/openLink', { token })).body.error_id
  const submit = async (visit: string, kind: string) => (await visitor.rest('privacy/submitRequest', { visit, kind })).body.error_id

  it.each<[string, () => Promise<unknown>, string | undefined]>([
    ['does not open or change anything', () => merge(merged, kept), 'INVALID_CODE'],
    ['control: still does after another merger', () => merge(middle, kept), undefined],
    ['control: still does if another case was merged into theirs', () => merge(middle, merged), undefined],
  ])('%s', async (_what, change, error) => {
    const visit = await visitOf(portico, merged.respondent.anonymousId, merged.email)
    const token = await linkOf(portico, merged.respondent.anonymousId, merged.email)
    await change()
    expect([await submit(visit, 'stop'), await openLink(token)]).toEqual([error, error])
    expect((await adam.rest('responses/getResponseForAdmin', { respondent: kept.respondent })).body.success).toBe(true)
  })

  it('is for staff to verify by telephone, with the contact of the kept case', async () => {
    for (const one of [merged, kept]) {
      const visit = await visitOf(portico, one.respondent.anonymousId, one.email)
      await visitor.call.privacy.submitRequest({ visit, kind: 'correct', text: 'My address is new@respondents.example.' })
    }
    await merge(merged, kept)
    const shown = async (one: Someone) => (await requestsOf(one)).map(({ byTelephone, contact }) => [byTelephone, contact?.email])
    expect(await shown(merged)).toEqual([[true, kept.email]])
    expect(await shown(kept), 'control').toEqual([[false, kept.email]])
  })
})

async function agencyOfAna(): Promise<number> {
  const [found] = await portico.sql<{ id: number }>(
    `select agency_id as id from agency_member join account on account.id = account_id where account.name like 'Ana %'`,
  )
  return found?.id ?? 0
}
