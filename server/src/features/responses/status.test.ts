import { beforeEach, describe, expect, it } from 'vitest'
import { seatTokenOf } from '../../../test/calls/seats.ts'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { solve } from '../../../test/support/proofs.ts'
import { defaultRateLimits } from '../../infra/security/rate-limits.ts'

const { statusPerNumberAndAddress, statusPerNumber } = defaultRateLimits
const portico = await openPortico({ rateLimits: { statusPerNumberAndAddress, statusPerNumber } })
await buildQuestionnaire(portico)
await buildWorkshop(portico, { titles: { es: 'Día de la Ciudadanía' }, startTime: '09:00', endTime: '13:00' })
const [visitor, ana, adam] = [await portico.as(), await portico.as('ana'), await portico.as('adam')]
const email = 'mai@respondents.example'
const sentAt = '2026-11-21T20:00:00Z'
const nextDay = '2026-11-22T20:00:00Z'
const ask = async (anonymousId: string, contact = email, proof?: string) =>
  (await visitor.rest('responses/getStatus', { respondent: { anonymousId }, contact, proof })).body
const notFound = { success: false, error_id: 'NOT_FOUND', message: 'Not found.' }

beforeEach(() => portico.setTime(sentAt))

describe('the status of a respondent', () => {
  it('is the same for everyone on the day of submission', async () => {
    for (const anonymousId of [await buildRespondent(portico), await buildRespondent(portico, twoReds)])
      expect(await ask(anonymousId)).toEqual({ success: true, data: { status: 'received', workshop: null } })
  })

  it('includes the workshop for green dots, by e-mail address or telephone number, over REST and tRPC', async () => {
    const anonymousId = await buildRespondent(portico, { phone: '+14085550123' })
    portico.setTime(nextDay)
    const invited = {
      status: 'invited',
      workshop: {
        name: 'citizenship_day',
        title: 'Citizenship Day',
        titles: { es: 'Día de la Ciudadanía' },
        eventDate: '2026-12-19',
        startTime: '09:00',
        endTime: '13:00',
        timeZone: 'America/Los_Angeles',
        seat: null,
        address: { line1: '100 Main Street', city: 'San Jose' },
        bring: { standard: ['greenCard', 'photoId', 'history', 'trips', 'papers'], own: [] },
      },
    }
    for (const contact of [email, ' MAI@Respondents.example ', '+14085550123', '+1 (408) 555-0123'])
      expect([contact, await ask(anonymousId, contact)]).toEqual([contact, { success: true, data: invited }])
    expect(await visitor.call.responses.getStatus({ respondent: { anonymousId }, contact: email })).toEqual(invited)
  })

  it('does not reveal the difference between a decided red respondent and an open case, nor the time of a decision', async () => {
    const [decided, open] = [await buildRespondent(portico, twoReds), await buildRespondent(portico, twoReds)]
    const status = { flag: 'red', reason: 'Seen.' } as const
    await adam.call.agency.submitRespondentStatusOverride({ respondent: { anonymousId: decided }, status })
    for (const [time, expected] of [
      [nextDay, 'reading'],
      ['2026-12-12T20:00:00Z', 'call'],
    ] as const) {
      portico.setTime(time)
      for (const anonymousId of [decided, open])
        expect(await ask(anonymousId)).toEqual({ success: true, data: { status: expected, workshop: null } })
    }
  })

  it.each<[string, readonly ('take' | 'wait' | 'cancel' | 'assign')[], { time: string | null } | null]>([
    ['nothing', [], null],
    ['a seat', ['take'], { time: '09:00' }],
    ['a place on the waiting list', ['wait'], { time: null }],
    ['a seat that staff assigned', ['assign'], { time: '09:00' }],
    ['nothing after returning a seat', ['take', 'cancel'], null],
  ])('includes the seat and link only of those who have or wait for one: %s', async (what, steps, expected) => {
    const workshopName = what.replaceAll(' ', '_')
    await buildWorkshop(portico, { name: workshopName, isDefault: false })
    await adam.call.seats.saveSlots({ name: workshopName, slots: [{ time: '09:00', seats: 1, languages: [] }] })
    const [anonymousId, other] = [
      await buildRespondent(portico, {}, { workshopName }),
      await buildRespondent(portico, {}, { workshopName }),
    ]
    const token = await seatTokenOf(portico, anonymousId)
    const slotId = (await visitor.call.seats.openSeat({ token })).slots[0]?.slotId ?? 0
    const actions = {
      take: () => visitor.call.seats.takeSeat({ token, slotId }),
      wait: async () => {
        await adam.call.seats.setSeat({ respondent: { anonymousId: other }, slotId })
        await visitor.call.seats.joinWaitingList({ token })
      },
      cancel: () => visitor.call.seats.cancelSeat({ token }),
      assign: () => adam.call.seats.setSeat({ respondent: { anonymousId }, slotId }),
    }
    for (const step of steps) await actions[step]()
    portico.setTime(nextDay)
    const { data } = await ask(anonymousId)
    expect(data).toMatchObject({ status: 'invited', workshop: { seat: expected && { ...expected, token } } })
  })

  it('writes one audit entry, and none when refused', async () => {
    const anonymousId = await buildRespondent(portico)
    const entries = () => auditTrail(portico, 0, 'responses.getStatus')
    const before = (await entries()).length
    await ask(anonymousId)
    await ask(anonymousId, 'somebody@else.example')
    expect((await entries()).slice(before)).toMatchObject([{ subjects: [`respondent:${anonymousId}`] }])
  })
})

describe('refused status requests', () => {
  it('get the same answer, whatever is wrong', async () => {
    const [green, red, deleted] = [await buildRespondent(portico), await buildRespondent(portico, twoReds), await buildRespondent(portico)]
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [deleted])
    portico.setTime(nextDay)
    for (const anonymousId of [green, red, 'AAAA-AAAA-AAAAA', 'nothing'])
      for (const contact of ['ana@respondents.example', '+14085559999', 'x', '@', '0'])
        expect([anonymousId, contact, await ask(anonymousId, contact)]).toEqual([anonymousId, contact, notFound])
    expect(await ask(deleted)).toEqual(notFound)
    expect((await ask(green)).success).toBe(true)
  })

  it('lead to a challenge for the number and address, which the respondent passes with a proof', async () => {
    const anonymousId = await buildRespondent(portico)
    await portico.sql('delete from rate_counter')
    for (let tries = 0; tries < statusPerNumberAndAddress.hits; tries += 1) expect(await ask(anonymousId, 'x@y.example')).toEqual(notFound)
    const slowed = await ask(anonymousId)
    expect(slowed).toMatchObject({ error_id: 'TOO_MANY_REQUESTS', challenge: expect.any(String) })
    expect((await ask('AAAA-AAAA-AAAAA')).error_id).toBe('NOT_FOUND')
    expect(await ask(anonymousId, email, solve(slowed.challenge))).toMatchObject({ success: true })
    expect(await ask(anonymousId)).toMatchObject({ success: true })
  })

  it('by staff are answered like those of anyone else', async () => {
    const anonymousId = await buildRespondent(portico)
    const answer = (contact: string) => ana.rest('responses/getStatus', { respondent: { anonymousId }, contact })
    expect((await answer('x@y.example')).body).toEqual(notFound)
    expect((await answer(email)).body.success).toBe(true)
  })
})
