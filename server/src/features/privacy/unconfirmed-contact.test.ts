import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam, ana] = [await portico.as(), await portico.as('adam'), await portico.as('ana')]

const phone = '+14085550100'
let turn = 0
const someone = async () => {
  const email = `owner${(turn += 1)}@respondents.example`
  const anonymousId = await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', fullName: 'Rosa Ruiz', email, phone })
  const respondent = { anonymousId }
  const correct = async (answers: Record<string, string>, who = ana) => {
    const { version } = await adam.call.responses.getRespondentAnswerInfo({ respondent })
    await who.call.corrections.correctAnswers({ respondent, answers, reason: 'She called.', version })
  }
  const linksTo = async (to: string, contact = to) => {
    const before = portico.outbox.length
    expect((await visitor.rest('privacy/sendLink', { respondent, contact, kind: 'delete' })).body).toEqual({ success: true, data: {} })
    await portico.drain()
    return portico.outbox.slice(before).filter((mail) => mail.to === to && mail.text.includes('/yourData#')).length
  }
  const request = async () => {
    const { items } = await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 } })
    return items.find((item) => item.anonymousId === anonymousId)
  }
  return { email, anonymousId, respondent, correct, linksTo, request }
}

const theirs = (from: string) => from.replace('owner', 'other')

// An older version writes the history, but none of the columns about confirmation.
const forgetConfirmation = async (anonymousId: string) => {
  const columns = await portico.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'respondent' and column_name like '%confirmed%'`,
  )
  const emptied = columns.map(({ name }) => `${name} = null`).join()
  await portico.sql(`update respondent set ${emptied} where anonymous_id = $1`, [anonymousId])
}

const withAccount = async (name: string, change: string, restored: string, check: () => Promise<void>) => {
  const email = `${name}@portico.example`
  await portico.sql(`update account set ${change} where email = $1`, [email])
  await check()
  await portico.sql(`update account set ${restored} where email = $1`, [email])
}

describe('contact data changed by an agency', () => {
  it('gets no link, by e-mail address or number, but a request that an admin verifies by telephone', async () => {
    const { email, correct, linksTo, request } = await someone()
    await correct({ email: theirs(email), phone: '+14085550199' })
    expect(await linksTo(theirs(email))).toBe(0)
    expect(await linksTo(theirs(email), '+14085550199')).toBe(0)
    expect(await request()).toMatchObject({ kind: 'delete', byTelephone: true, unconfirmedContactSince: '2026-11-21T20:00:00.000Z' })
    await correct({ email }, ana)
    expect(await linksTo(email), 'after the address is changed back').toBe(0)
  })

  it.each([
    ['the number', { phone: '+14085550199' }, false],
    ['the name', { fullName: 'Rosa María Ruiz' }, true],
  ])('control: the confirmed e-mail address still gets a link after a correction of %s', async (_what, answers, isConfirmed) => {
    const { email, correct, linksTo, request, respondent } = await someone()
    await correct(answers)
    expect(await linksTo(email)).toBe(1)
    await adam.call.privacy.recordRequest({ respondent, kind: 'see' })
    expect((await request())?.unconfirmedContactSince === null).toBe(isConfirmed)
  })

  it('gets a link if an admin made the correction, but not by an admin’s correction of something else', async () => {
    const { email, correct, linksTo } = await someone()
    await correct({ email: theirs(email) })
    await correct({ phone: '+14085550198', fullName: 'Rosa María Ruiz' }, adam)
    expect(await linksTo(theirs(email))).toBe(0)
    await correct({ email: 'third@respondents.example' }, adam)
    expect(await linksTo('third@respondents.example')).toBe(1)
  })

  it('gets no link either if an older version recorded the correction', async () => {
    const [changed, control] = [await someone(), await someone()]
    await changed.correct({ email: theirs(changed.email) })
    await control.correct({ email: theirs(control.email) }, adam)
    for (const { anonymousId } of [changed, control]) await forgetConfirmation(anonymousId)
    expect([await changed.linksTo(theirs(changed.email)), await control.linksTo(theirs(control.email))]).toEqual([0, 1])
    expect((await changed.request())?.unconfirmedContactSince).toBe('2026-11-21T20:00:00.000Z')
    await adam.call.privacy.recordRequest({ respondent: control.respondent, kind: 'see' })
    expect((await control.request())?.unconfirmedContactSince).toBeNull()
  })

  it('depends on whether its author is an admin now', async () => {
    const { email, correct, linksTo } = await someone()
    await correct({ email: theirs(email) }, adam)
    await withAccount('adam', `disabled_at = now()`, `disabled_at = null`, async () => expect(await linksTo(theirs(email))).toBe(1))
    await withAccount('adam', `roles = '{AGENCY}'`, `roles = '{ADMIN_USER}'`, async () => expect(await linksTo(theirs(email))).toBe(0))
  })

  it('gets a link once an admin has confirmed it, until it is changed again', async () => {
    const { email, correct, linksTo, request, respondent } = await someone()
    await correct({ email: theirs(email) })
    const complete = async (confirmed: boolean) => {
      await adam.call.privacy.recordRequest({ respondent, kind: 'correct', text: 'My name is María.' })
      const contact = { fullName: 'María Ruiz', email: theirs(email), phoneNumber: phone }
      await adam.call.privacy.completeRequest({ id: (await request())?.id ?? 0, contact, ...(confirmed && { confirmed }) })
      return linksTo(theirs(email))
    }
    expect([await complete(false), await complete(true)]).toEqual([0, 1])
    await correct({ fullName: 'Rosa María Ruiz' })
    expect(await linksTo(theirs(email)), 'after another name').toBe(1)
    await correct({ email: 'fourth@respondents.example' })
    expect(await linksTo('fourth@respondents.example')).toBe(0)
  })

  it('gets a link once an admin has entered it for a request', async () => {
    const { email, correct, linksTo, request, respondent } = await someone()
    await correct({ email: theirs(email) })
    await adam.call.privacy.recordRequest({ respondent, kind: 'correct', text: 'That is not my address.' })
    const contact = { fullName: 'Rosa Ruiz', email, phoneNumber: phone }
    await adam.call.privacy.completeRequest({ id: (await request())?.id ?? 0, contact })
    expect(await linksTo(email)).toBe(1)
  })

  it('stays unconfirmed when another case is merged into this one', async () => {
    const [kept, merged] = [await someone(), await someone()]
    await kept.correct({ email: theirs(kept.email) })
    const { respondent } = merged
    expect(await merged.linksTo(merged.email), 'control: before').toBe(1)
    await adam.call.corrections.mergeRespondents({ respondent, into: kept.respondent, reason: 'One person.' })
    for (const { linksTo } of [kept, merged]) expect(await linksTo(theirs(kept.email))).toBe(0)
    expect(await merged.linksTo(merged.email)).toBe(0)
  })
})
