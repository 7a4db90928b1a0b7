import { describe, expect, it } from 'vitest'
import { twoReds } from '../../../../test/support/builders.ts'
import { newNumber, openTextPortal } from '../../../../test/support/text-portal.ts'

const { portico, gateway, here, arrive, textsTo, logOf, reply } = await openTextPortal()

describe('a text reply', () => {
  it('is stored as one sealed line on every case of its number, however often it is delivered', async () => {
    const number = newNumber()
    const people = [await arrive(number), await arrive(number, { ...twoReds })]
    const form = { MessageSid: 'MM-same', From: number, Body: 'Can I bring my daughter?', NumMedia: '1' }
    const send = () => gateway.tell(`${here}/texts/reply`, `${portico.services.publicUrl}/texts/reply`, form)
    const answers = await Promise.all([send(), send(), send()])
    for (const answer of answers) expect(await answer.text()).toContain('<Response></Response>')
    for (const anonymousId of people)
      expect((await logOf(anonymousId)).replies).toEqual([
        { text: 'Can I bring my daughter?', attachments: 1, receivedAt: '2026-11-21T20:00:00.000Z' },
      ])
    const [row] = await portico.sql<{ sealed: Buffer }>('select sealed from text_reply order by id desc limit 1')
    expect(row?.sealed.includes('daughter')).toBe(false)
  })

  it.each([
    ['-3', 0],
    ['9'.repeat(400), 99],
    ['many', 0],
  ])('with %s pictures by the word of its gateway has %i', async (NumMedia, attachments) => {
    const number = newNumber()
    const person = await arrive(number)
    const form = { MessageSid: `MM-${number}`, From: number, Body: 'Hello', NumMedia }
    await gateway.tell(`${here}/texts/reply`, `${portico.services.publicUrl}/texts/reply`, form)
    expect((await logOf(person)).replies).toMatchObject([{ text: 'Hello', attachments }])
  })

  it('is recorded on at most 20 cases of its number, the most recently texted first', async () => {
    const number = newNumber()
    const texted = await arrive(number)
    await portico.drain()
    const noted = async () => (await portico.sql('select from text_reply')).length
    const before = await noted()
    // More cases than the limit give the same number afterwards.
    for (let others = 0; others < 20; others += 1) await arrive(number)
    await reply(number, 'I come')
    expect([(await noted()) - before, (await logOf(texted)).replies.length]).toEqual([20, 1])
  })

  it('is shown only to the person who was texted, not to others who gave the same number', async () => {
    const number = newNumber()
    const texted = await arrive(number)
    await portico.drain()
    const other = await arrive(number, { email: `other${number.slice(1)}@respondents.example` })
    await portico.drain()
    await reply(number, 'My husband is in court that day')
    const { call } = await portico.as('adam')
    await call.privacy.recordRequest({ respondent: { anonymousId: texted }, kind: 'correct', text: 'I have an e-mail address now' })
    const [request] = (await call.privacy.getRequestList({ pagination: { offset: 0 } })).items
    const contact = { fullName: 'Mai', email: `texted${number.slice(1)}@respondents.example`, phoneNumber: number }
    await call.privacy.completeRequest({ id: request?.id ?? 0, contact })
    const shownTo = async (anonymousId: string, email: string) => {
      const visitor = await portico.as()
      await visitor.call.privacy.sendLink({ respondent: { anonymousId }, contact: email, kind: 'see' })
      await portico.drain()
      const mailed = portico.outbox.findLast(({ to, text }) => to === email && text.includes('/yourData#see='))
      const token = /#see=([\w-]+)/.exec(mailed?.text ?? '')?.[1] ?? ''
      return (await visitor.call.privacy.openLink({ token })).data.replies.map(({ text }) => text)
    }
    expect(await shownTo(texted, contact.email)).toEqual(['My husband is in court that day'])
    expect(await shownTo(other, `other${number.slice(1)}@respondents.example`)).toEqual([])
  })

  it('with STOP in any language ends texts to its number, with START resumes them, with HELP says who we are', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number, { contactLanguage: 'vi' })
    await portico.drain()
    expect(await (await reply(number, 'Dung lai')).text()).toContain('<Message>Quý vị sẽ không nhận tin nhắn của Portico nữa.')
    expect(await logOf(anonymousId)).toMatchObject({ textsStopped: true, replies: [{ text: 'Dung lai' }] })
    await arrive(number, { contactLanguage: 'vi' })
    await portico.drain()
    expect(textsTo(number)).toHaveLength(1)
    expect(await (await reply(number, 'help')).text()).toContain('<Message>Portico nhắn tin')
    // The gateway has already answered this one.
    expect(await (await reply(number, 'START', { OptOutType: 'START' })).text()).toContain('<Response></Response>')
    await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toHaveLength(2)
  })

  it('from an unknown number has no effect except for STOP, and START after it', async () => {
    const number = newNumber()
    const count = async () => (await portico.sql('select from text_reply')).length
    const before = await count()
    expect((await reply(number, 'Who is this?')).status).toBe(200)
    expect(await count()).toBe(before)
    await reply(number, 'stop')
    const stopped = await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toEqual([])

    // With the only case deleted, the number is unknown again.
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [stopped])
    await reply(number, 'START', { OptOutType: 'START' })
    await arrive(number)
    await portico.drain()
    expect(textsTo(number)).toHaveLength(1)
  })

  it('is recorded and answered at most thirty times an hour per number; STOP is always applied', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    const answers: string[] = []
    for (let sent = 0; sent < 32; sent += 1) answers.push(await (await reply(number, 'HELP')).text())
    expect(answers.filter((answer) => answer.includes('<Message>'))).toHaveLength(30)
    const entries = async () => (await portico.sql(`select from audit_entry where action = 'texts.takeReply'`)).length
    const before = await entries()
    for (const _time of [1, 2]) expect(await (await reply(number, 'STOP')).text()).toContain('<Response></Response>')
    expect((await entries()) - before).toBe(1)
    const { replies, textsStopped } = await logOf(anonymousId)
    expect([replies.length, textsStopped]).toEqual([30, true])
  })

  it('with a wrong or missing signature is rejected, as is such a delivery report', async () => {
    const number = newNumber()
    const anonymousId = await arrive(number)
    await portico.drain()
    const reportTo = textsTo(number)[0]?.reportTo ?? ''
    const there = (address: string) => address.replace(portico.services.publicUrl, here)
    const answers = await Promise.all([
      reply(number, 'STOP', {}, 'another token'),
      fetch(`${here}/texts/reply`, { method: 'POST', body: new URLSearchParams({ From: number, Body: 'STOP', MessageSid: 'X' }) }),
      gateway.tell(there(reportTo), `${reportTo}0`, { MessageStatus: 'delivered' }),
      fetch(there(reportTo), { method: 'POST', body: new URLSearchParams({ MessageStatus: 'delivered' }) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(
      (await fetch(`${here}/texts/reply`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415)
    expect(await logOf(anonymousId)).toMatchObject({ messages: [{ state: 'sent' }], replies: [], textsStopped: false })
  })
})
