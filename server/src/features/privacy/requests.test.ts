import { describe, expect, it } from 'vitest'
import { visitOf } from '../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { recount } from '../../../test/support/recount.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [visitor, adam] = [await portico.as(), await portico.as('adam')]

const phoneNumber = '+14085550100'
let turn = 0
const someone = async () => {
  const email = `asker${(turn += 1)}@respondents.example`
  return { email, respondent: { anonymousId: await buildRespondent(portico, { fullName: 'Mai Nguyen', email, phone: phoneNumber }) } }
}
type Someone = Awaited<ReturnType<typeof someone>>
const requestsOf = async ({ respondent }: Someone, open = true) =>
  (await adam.call.privacy.getRequestList({ pagination: { offset: 0, count: 100 }, open })).items.filter(
    ({ anonymousId }) => anonymousId === respondent.anonymousId,
  )
const ask = async (one: Someone, kind: 'correct' | 'delete' | 'see' | 'stop', text?: string) => {
  await adam.call.privacy.recordRequest({ respondent: one.respondent, kind, ...(text && { text }) })
  return (await requestsOf(one)).find((request) => request.kind === kind)?.id ?? 0
}
const complete = async (input: object) => (await adam.rest('privacy/completeRequest', input)).body
const contactOf = async ({ respondent }: Someone) => (await adam.call.responses.getResponseForAdmin({ respondent })).respondent
const done = { success: true, data: {} }

describe('completing a correction', () => {
  it('is refused if the contact data was corrected since the admin read it', async () => {
    const one = await someone()
    const id = await ask(one, 'correct', 'My name is María.')
    const [shown] = await requestsOf(one)
    const answers = { email: 'newer@respondents.example' }
    await adam.call.corrections.correctAnswers({ respondent: one.respondent, answers, reason: 'She wrote.', version: 0 })
    const contact = { fullName: 'María Nguyen', email: one.email, phoneNumber }
    expect(await complete({ id, contact, replaces: shown?.contact })).toMatchObject({ error_id: 'CASE_CHANGED' })
    expect(await contactOf(one)).toMatchObject({ fullName: 'Mai Nguyen', email: answers.email })
    const [again] = await requestsOf(one)
    expect(await complete({ id, contact: { ...contact, email: answers.email }, replaces: again?.contact })).toEqual(done)
    expect(await contactOf(one)).toMatchObject({ fullName: 'María Nguyen', email: answers.email })
  })

  it('control: is not refused after a correction of other answers', async () => {
    const one = await someone()
    const id = await ask(one, 'correct', 'My name is María.')
    const [shown] = await requestsOf(one)
    const answers = { zipCode: '94087' }
    await adam.call.corrections.correctAnswers({ respondent: one.respondent, answers, reason: 'She wrote.', version: 0 })
    const contact = { fullName: 'María Nguyen', email: one.email, phoneNumber }
    expect(await complete({ id, contact, replaces: shown?.contact })).toEqual(done)
  })

  it('of a merged case applies to the kept case too, whose contact data the list shows', async () => {
    const [kept, middle, merged] = [await someone(), await someone(), await someone()]
    const id = await ask(merged, 'correct', 'My name is María.')
    const merge = async (one: Someone, into: Someone) =>
      adam.call.corrections.mergeRespondents({ respondent: one.respondent, into: into.respondent, reason: 'One person.' })
    await merge(merged, middle)
    await merge(middle, kept)
    const [shown] = await requestsOf(merged)
    expect(shown).toMatchObject({ text: 'My name is María.', contact: { email: kept.email } })
    const contact = { fullName: 'María Nguyen', email: 'one@respondents.example', phoneNumber }
    expect(await complete({ id, contact, replaces: shown?.contact })).toEqual(done)
    expect(await contactOf(kept)).toMatchObject({ fullName: 'María Nguyen', email: 'one@respondents.example' })
    await visitor.call.privacy.sendLink({ respondent: merged.respondent, contact: merged.email, kind: 'delete' })
    await portico.drain()
    expect(portico.outbox.filter(({ to, text }) => to === merged.email && text.includes('#delete'))).toEqual([])
    expect(await recount(portico)).toEqual([])
  })
})

describe('open requests of a person who is deleted', () => {
  it.each([
    ['an admin', async (one: Someone) => void (await complete({ id: await ask(one, 'delete') })), 'Adam Abiodun'],
    [
      'the person',
      async (one: Someone) => {
        const visit = await visitOf(portico, one.respondent.anonymousId, one.email)
        await visitor.call.privacy.submitRequest({ visit, kind: 'delete' })
      },
      null,
    ],
  ])('are closed when %s deletes them', async (_who, remove, doneBy) => {
    const [one, other] = [await someone(), await someone()]
    for (const kind of ['see', 'correct', 'stop'] as const) await ask(one, kind)
    await ask(other, 'see')
    await remove(one)
    expect([(await requestsOf(one)).length, (await requestsOf(other)).length]).toEqual([0, 1])
    const closed = await requestsOf(one, false)
    expect(closed.map((request) => request.doneBy)).toEqual([doneBy, doneBy, doneBy, doneBy])
    expect(closed.every(({ doneAt }) => doneAt === '2026-11-21T20:00:00.000Z')).toBe(true)
  })

  it('can be closed by an admin if an older version left them open', async () => {
    const one = await someone()
    const id = await ask(one, 'see')
    await portico.sql('update privacy_request set respondent_id = null where id = $1', [id])
    expect(await complete({ id })).toEqual(done)
    expect(await requestsOf(one)).toEqual([])
    expect(await complete({ id })).toMatchObject({ error_id: 'ALREADY_SET' })
  })
})

describe('several requests to correct', () => {
  it('are listed and completed one by one, whenever they arrive; a repeated one is listed once', async () => {
    const one = await someone()
    const visit = await visitOf(portico, one.respondent.anonymousId, one.email)
    const submit = (text: string) => visitor.call.privacy.submitRequest({ visit, kind: 'correct', text })
    await submit('My name is María.')
    const [read] = await requestsOf(one)
    await submit('I live in Fresno.')
    await submit('My name is María. ')
    expect((await requestsOf(one)).map(({ text }) => text)).toEqual(['My name is María.', 'I live in Fresno.'])
    expect(await complete({ id: read?.id })).toEqual(done)
    expect((await requestsOf(one)).map(({ text }) => text)).toEqual(['I live in Fresno.'])
    await submit('My name is María.')
    expect(await requestsOf(one)).toHaveLength(2)
  })

  it('control: a repeated request of another kind is listed once', async () => {
    const one = await someone()
    expect(await ask(one, 'see')).toBe(await ask(one, 'see'))
    expect(await requestsOf(one)).toHaveLength(1)
  })
})

describe('a visit to personal data whose mailbox turns out to be somebody else’s', () => {
  const open = async () => {
    const one = await someone()
    const visit = await visitOf(portico, one.respondent.anonymousId, one.email)
    const id = await ask(one, 'correct', 'That mailbox is not mine.')
    const right = `right.${one.email}`
    const correct = () => complete({ id, contact: { fullName: 'Mai Nguyen', email: right, phoneNumber } })
    const submit = (kind: 'delete' | 'stop' | 'correct') => visitor.rest('privacy/submitRequest', { visit, kind, text: 'Please.' })
    return { ...one, right, correct, submit }
  }

  it.each(['delete', 'stop', 'correct'] as const)(
    'changes nothing by a request to %s that waited for the corrected address',
    async (kind) => {
      const one = await open()
      const lock = await holdLock(portico, 'select id from respondent where anonymous_id = $1 for update', [one.respondent.anonymousId])
      const correcting = one.correct()
      await lock.untilWaiting(1)
      const submitting = one.submit(kind)
      await lock.untilWaiting(2)
      await lock.release()
      expect(await correcting).toEqual(done)
      expect((await submitting).body).toMatchObject({ error_id: 'INVALID_CODE' })
      expect(await contactOf(one)).toMatchObject({ email: one.right })
    },
  )

  it('control: changes what it asks for before', async () => {
    const one = await open()
    expect((await one.submit('stop')).body).toMatchObject({ success: true })
  })
})
