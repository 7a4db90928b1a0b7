import { describe, expect, it } from 'vitest'
import { buildWorkshop } from '../../../test/support/builders.ts'
import { atRecipient, openRefusingServer, outage } from '../../../test/support/refusing-server.ts'
import { maxAttempts } from './state.ts'

const { portico, minutes, send, invite, refuseFrom, now } = await openRefusingServer()

const mustTelephone = async ({ respondent }: Person) =>
  (await now.adam.call.responses.getResponseForAdmin({ respondent })).respondent.mustTelephone

type Person = Awaited<ReturnType<typeof invite>>

async function changeWorkshop(line1: string): Promise<void> {
  const name = 'citizenship_day'
  await now.adam.call.workshops.saveWorkshop({ name, title: 'Citizenship Day', address: { line1, city: 'San Jose' } })
  await now.adam.call.workshops.sendChangeNotice({ name })
}

async function correct({ respondent }: Person, email: string): Promise<void> {
  const { version } = await now.adam.call.corrections.previewCorrection({ respondent, answers: { email } })
  await now.adam.call.corrections.correctAnswers({ respondent, answers: { email }, reason: 'A typo.', version })
}

/** Everything that was written to somebody about the workshop, oldest first. */
const written = ({ respondent }: Person) =>
  portico.sql<{ kind: string; state: string }>(
    `select kind, case when sent_at is not null then 'sent' when due_at is not null then 'due' else coalesce(delivery, 'held') end as state
     from message where respondent_id = (select id from respondent where anonymous_id = $1) order by id`,
    [respondent.anonymousId],
  )

const changesOfAddress: readonly [how: string, corrected: boolean, withdrawn: boolean, state: string][] = [
  ['a corrected address', true, false, 'due'],
  ['the address of somebody who was withdrawn and returns', false, true, 'due'],
  ['an address that stays (control)', false, false, 'undelivered'],
]
it.each(changesOfAddress)('one refusal does not end a message to %s', async (_how, corrected, withdrawn, state) => {
  const person = await invite('refused')
  await send({})
  await changeWorkshop(`${now.turn} Main Street`)
  await refuseFrom(1, 230)
  const { respondent } = person
  const email = `fresh${now.turn}@respondents.example`
  if (corrected) await correct(person, email)
  if (withdrawn) {
    await now.adam.call.corrections.withdrawRespondent({ respondent, reason: 'By mistake.' })
    await now.adam.call.corrections.returnRespondent({ respondent })
  }
  minutes(250)
  await send({ refused: atRecipient(550), [email]: atRecipient(550) })
  expect((await written(person)).at(-1)).toEqual({ kind: 'workshop-change', state })
})

describe('somebody whose invitation ended', () => {
  it('must still be telephoned after a move, until their address is corrected', async () => {
    const person = await invite('refused')
    await refuseFrom(0, 320)
    expect(await mustTelephone(person)).toBe(true)
    const { respondent } = person
    const { version } = await now.adam.call.responses.getRespondentAnswerInfo({ respondent })
    const workshopName = `evening_${now.turn}`
    await buildWorkshop(portico, { name: workshopName, isDefault: false })
    await now.adam.call.corrections.moveRespondent({ respondent, workshopName, reason: 'Asked.', version })
    expect(await mustTelephone(person)).toBe(true)
    expect(await written(person)).toEqual([{ kind: 'invitation', state: 'undelivered' }])
    const previewOf = async (answers: Readonly<Record<string, string>>) =>
      (await now.adam.call.corrections.previewCorrection({ respondent, answers })).invitation
    const email = `fresh${now.turn}@respondents.example`
    expect([await previewOf({ fullName: 'Another Name' }), await previewOf({ email })]).toEqual(['none', 'goes-out'])
    await correct(person, email)
    expect(await mustTelephone(person)).toBe(false)
    minutes(330)
    await send({})
    expect(await written(person)).toEqual([{ kind: 'invitation', state: 'sent' }])
  })

  it('need not be telephoned, and gets no other invitation, once one that was sent again was taken', async () => {
    const person = await invite('refused')
    const { respondent } = person
    await refuseFrom(0, 320)
    minutes(330)
    const { cursor } = await newestChange()
    await now.adam.call.agency.sendInvitationAgain({ respondent })
    await send({})
    expect(await mustTelephone(person)).toBe(false)
    expect((await changesSince(cursor)).map(({ anonymousId }) => anonymousId)).toContain(respondent.anonymousId)
    minutes(340)
    await now.adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'red', reason: 'By mistake.' } })
    await now.adam.call.responses.withdrawForce({ respondent, reason: 'By mistake.' })
    minutes(350)
    expect(await send({})).not.toContain(person.email)
    expect(await written(person)).toEqual([
      { kind: 'invitation', state: 'undelivered' },
      { kind: 'invitation-again', state: 'sent' },
    ])
  })

  it('is notified of a move if an invitation that was sent again was taken', async () => {
    const person = await invite('refused')
    const { respondent } = person
    await refuseFrom(0, 320)
    minutes(330)
    await now.adam.call.agency.sendInvitationAgain({ respondent })
    await send({})
    const { version } = await now.adam.call.responses.getRespondentAnswerInfo({ respondent })
    const workshopName = `evening_${now.turn}`
    await buildWorkshop(portico, { name: workshopName, isDefault: false })
    await now.adam.call.corrections.moveRespondent({ respondent, workshopName, reason: 'Asked.', version })
    expect((await written(person)).at(-1)).toEqual({ kind: 'workshop-change', state: 'due' })
  })
})

describe('somebody whose invitation was given up', () => {
  const failures: readonly [how: string, failure: object][] = [
    ['refused for now', atRecipient(450)],
    ['refused with a status that is not about the address', { ...atRecipient(550), response: '550 5.4.1 Access denied' }],
    ['not taken by a server that could not be reached', outage],
  ]
  /** Lets the next attempt to send what waits be the last one, or the one before. */
  const failAt = async (attempt: number, failure: object) => {
    await portico.sql('update message set attempts = $1 where due_at is not null', [attempt - 1])
    await send({ refused: failure })
  }
  const seen = async ({ respondent }: Person) => {
    const { contact, respondent: entry } = await now.adam.call.responses.getResponseForAdmin({ respondent })
    const [newest] = (await now.adam.call.agency.getContactLog({ respondent })).messages
    return [contact?.invitation, newest?.state, entry.mustTelephone]
  }

  it.each(failures)('must be telephoned until an e-mail is taken, if it was %s', async (_how, failure) => {
    const person = await invite('refused')
    await failAt(maxAttempts - 1, failure)
    expect(await seen(person), 'control: one attempt is left').toEqual(['waiting', 'waiting', false])
    minutes(15)
    const { cursor } = await newestChange()
    await failAt(maxAttempts, failure)
    expect(await seen(person)).toEqual(['none', 'given-up', true])
    expect((await changesSince(cursor)).map(({ anonymousId }) => anonymousId)).toContain(person.respondent.anonymousId)
    await now.adam.call.agency.sendInvitationAgain({ respondent: person.respondent })
    await send({})
    expect(await seen(person)).toEqual(['sent', 'sent', false])
  })

  it('must still be telephoned after another answer is corrected, until their address is', async () => {
    const person = await invite('refused')
    await failAt(maxAttempts, outage)
    const { respondent } = person
    const { version } = await now.adam.call.corrections.previewCorrection({ respondent, answers: { fullName: 'Another Name' } })
    await now.adam.call.corrections.correctAnswers({ respondent, answers: { fullName: 'Another Name' }, reason: 'A typo.', version })
    expect(await seen(person)).toEqual(['none', 'given-up', true])
    await correct(person, `fresh${now.turn}@respondents.example`)
    expect(await seen(person)).toEqual(['waiting', 'waiting', false])
    minutes(10)
    await send({})
    expect(await seen(person)).toEqual(['sent', 'sent', false])
  })

  it('is telephoned like somebody whose notice of a change was given up', async () => {
    const person = await invite('refused')
    await send({})
    await changeWorkshop(`${now.turn} Main Street`)
    await failAt(maxAttempts, outage)
    expect(await seen(person)).toEqual(['sent', 'given-up', true])
  })
})

async function changesSince(cursor: string) {
  return (await now.adam.call.responses.getChanges({ cursor, count: 100 })).changes
}

async function newestChange(): Promise<{ cursor: string }> {
  let { cursor, hasMore } = await now.adam.call.responses.getChanges({ count: 100 })
  while (hasMore) ({ cursor, hasMore } = await now.adam.call.responses.getChanges({ cursor, count: 100 }))
  return { cursor }
}

it('somebody who was reached, and must be telephoned again because a later message ended, is reported as changed', async () => {
  const person = await invite('refused')
  await send({})
  await changeWorkshop(`${now.turn} First Street`)
  await refuseFrom(1, 320)
  await now.adam.call.agency.recordCall({ respondent: person.respondent, outcome: 'reached' })
  expect(await mustTelephone(person)).toBe(false)
  minutes(330)
  await changeWorkshop(`${now.turn} Second Street`)
  const { cursor } = await newestChange()
  await refuseFrom(331, 660)
  expect(await mustTelephone(person)).toBe(true)
  expect((await changesSince(cursor)).map(({ anonymousId }) => anonymousId)).toContain(person.respondent.anonymousId)
})

it('staff see which e-mail was refused, and no invitation that is on its way', async () => {
  const person = await invite('refused')
  const { respondent } = person
  const seen = async () => ({
    invitation: (await now.adam.call.responses.getResponseForAdmin({ respondent })).contact?.invitation,
    messages: (await now.adam.call.agency.getContactLog({ respondent })).messages.map(({ kind, state }) => `${kind} ${state}`),
  })
  expect(await seen()).toEqual({ invitation: 'waiting', messages: ['invitation waiting'] })
  await refuseFrom(0, 320)
  expect(await seen()).toEqual({ invitation: 'none', messages: ['invitation undelivered'] })
  minutes(330)
  await now.adam.call.agency.sendInvitationAgain({ respondent })
  await send({})
  await changeWorkshop(`${now.turn} Main Street`)
  await refuseFrom(331, 660)
  expect(await seen()).toEqual({
    invitation: 'sent',
    messages: ['workshop-change undelivered', 'invitation-again sent', 'invitation undelivered'],
  })
})
