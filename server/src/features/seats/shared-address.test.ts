import { beforeEach, describe, expect, it } from 'vitest'
import { seatTokenOf } from '../../../test/calls/seats.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { viaRest } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { openReplica } from '../../../test/support/replicas.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
const [visitor, adam, vera] = [await portico.as(), await portico.as('adam'), await portico.as('vera')]
const seats = visitor.call.seats

let workshops = 0
beforeEach(() => {
  workshops += 1
})

const ways: [string, (at: number) => Record<string, string>][] = [
  ['a mailbox', (at) => ({ email: `family${workshops}+${at}@respondents.example` })],
  ['a number and have no e-mail address', () => ({ email: '', phone: `+1408555${1_000 + workshops}` })],
]

describe.each(ways)('of respondents who share %s', (_what, contactOf) => {
  /** Creates a workshop with this many seats, six green respondents who share an address, and one with another. */
  async function open(seatCount: number, suffix = '') {
    const workshopName = `slots_${workshops}${suffix}`
    await buildWorkshop(portico, { name: workshopName, isDefault: false })
    await setSeats(workshopName, seatCount)
    const contacts = [...Array.from({ length: 6 }, (_one, at) => contactOf(at)), { email: 'other@respondents.example' }]
    const people: { anonymousId: string; token: string }[] = []
    for (const contact of contacts) {
      const anonymousId = await buildRespondent(portico, contact, { workshopName })
      people.push({ anonymousId, token: await seatTokenOf(portico, anonymousId) })
    }
    const tokens = people.map(({ token }) => token)
    const slotId = (await seats.openSeat({ token: tokens[0] ?? '' })).slots[0]?.slotId ?? 0
    return { workshopName, people, tokens, slotId }
  }

  it.each([
    ['three get a seat through their links when all try at once', false, 0],
    ['control: without locks, more do', true, 1],
  ])('%s', async (_then, withoutLocks, excess) => {
    const { tokens, slotId } = await open(10)
    const replicas = [await openReplica(portico, { withoutLocks }), await openReplica(portico, { withoutLocks })]
    const postAll = (call: string, input: object) =>
      Promise.all(tokens.map((token, at) => viaRest(replicas[at % 2] ?? portico.app, `seats.${call}`, { token, ...input })))
    // Opens their connections, so that nobody is late.
    await postAll('openSeat', {})
    const outcomes = await postAll('takeSeat', { slotId })
    expect(Math.sign(outcomes.slice(0, -1).filter(({ ok }) => ok).length - 3)).toBe(excess)
    expect(outcomes.at(-1)?.ok, 'control: another address').toBe(true)
  })

  it('three have a seat or wait for one; staff assign more, and whoever returns one lets another choose', async () => {
    const { workshopName, people, tokens, slotId } = await open(2)
    const [one = '', two = '', three = '', four = '', five = ''] = tokens
    for (const token of [one, two]) await seats.takeSeat({ token, slotId })
    for (const token of [three, three]) expect((await seats.joinWaitingList({ token })).waiting).toEqual({ ahead: 0 })
    for (const call of ['openSeat', 'joinWaitingList', 'cancelSeat'])
      expect([call, (await visitor.rest(`seats/${call}`, { token: four })).body.error_id]).toEqual([call, 'INVALID_CODE'])
    expect((await seats.joinWaitingList({ token: tokens.at(-1) ?? '' })).waiting, 'control: another address').toEqual({ ahead: 1 })

    await setSeats(workshopName, 3)
    await vera.call.seats.setSeat({ respondent: { anonymousId: people[3]?.anonymousId ?? '' }, slotId })
    expect((await seats.openSeat({ token: four })).seat).toMatchObject({ slotId })
    await seats.cancelSeat({ token: one })
    await expect(seats.openSeat({ token: five })).rejects.toThrow('This link has already been used or has expired')
    await seats.cancelSeat({ token: two })
    expect((await seats.joinWaitingList({ token: five })).waiting).toEqual({ ahead: 2 })
  })

  it('three choose at each workshop', async () => {
    for (const suffix of ['', '_elsewhere']) {
      const { tokens, slotId } = await open(3, suffix)
      for (const token of tokens.slice(0, 3)) expect((await seats.takeSeat({ token, slotId })).seat).toMatchObject({ slotId })
    }
  })
})

async function setSeats(name: string, count: number): Promise<void> {
  await adam.call.seats.saveSlots({ name, slots: [{ time: '09:00', seats: count, languages: [] }] })
}
