import { expect, it } from 'vitest'
import { seatTokenOf } from '../../../test/calls/seats.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { offerSeats } from './offer-seats.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const [visitor, adam] = [await portico.as(), await portico.as('adam')]

it('a seat that is offered to a respondent and then assigned by staff is told; controls: another seat is, the same again is not', async () => {
  portico.setTime('2026-12-10T18:00:00Z')
  await buildWorkshop(portico)
  const slots = ['09:00', '10:00'].map((time) => ({ time, seats: 1, languages: [] }))
  await adam.call.seats.saveSlots({ name: workshopName, slots })
  const people = await Promise.all(['a', 'b', 'c'].map((who) => buildRespondent(portico, { email: `${who}@respondents.example` })))
  const [one = '', other = '', waiting = ''] = people
  const token = await seatTokenOf(portico, waiting)
  const [early = 0, late = 0] = (await visitor.call.seats.openSeat({ token })).slots.map(({ slotId }) => slotId)
  const assign = (anonymousId: string, slotId: number | null) => adam.call.seats.setSeat({ respondent: { anonymousId }, slotId })
  await assign(one, early)
  await assign(other, late)
  await visitor.call.seats.joinWaitingList({ token })
  await assign(one, null)
  await offerSeats(portico.services)
  expect((await visitor.call.seats.openSeat({ token })).seat).toMatchObject({ slotId: early, offeredUntil: expect.any(String) })
  await portico.drain()
  const news = async () => {
    await portico.drain()
    return portico.outbox.filter(({ to, subject }) => to === 'c@respondents.example' && subject.startsWith('Changed: ')).length
  }

  expect((await assign(waiting, early)).seat).toMatchObject({ slotId: early, offeredUntil: null })
  expect(await news()).toBe(1)
  await assign(waiting, early)
  expect(await news()).toBe(1)
  await assign(other, null)
  await assign(waiting, late)
  expect(await news()).toBe(2)
})

it('a seat whose offer expires while it is accepted is refused, not taken for accepted; control: an offer that lasts is accepted', async () => {
  const name = 'expiring'
  portico.setTime('2026-12-10T18:00:00Z')
  await buildWorkshop(portico, { name, isDefault: false })
  await adam.call.seats.saveSlots({ name, slots: [{ time: '09:00', seats: 1, languages: [] }] })
  const anonymousId = await buildRespondent(portico, { email: 'late@respondents.example' }, { workshopName: name })
  const token = await seatTokenOf(portico, anonymousId)
  const slotId = (await visitor.call.seats.openSeat({ token })).slots[0]?.slotId ?? 0
  const offer = async () => {
    await adam.call.seats.setSeat({ respondent: { anonymousId }, slotId })
    await portico.sql(`update seat set offered_until = '2026-12-11T18:00:00Z' where slot_id = $1`, [slotId])
  }
  const accept = async () => (await visitor.rest('seats/takeSeat', { token, slotId })).body

  await offer()
  const expiry = await holdLock(portico, 'update seat set respondent_id = null, offered_until = null where slot_id = $1', [slotId])
  const refused = accept()
  await expiry.untilWaiting(1)
  await expiry.release()
  expect(await refused).toMatchObject({ error_id: 'SLOT_NOT_FREE' })
  await offer()
  expect((await accept()).data.seat).toMatchObject({ slotId, offeredUntil: null })
})
