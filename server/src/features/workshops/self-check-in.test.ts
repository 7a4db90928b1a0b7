import { expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../test/support/builders.ts'
import { transports } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'

const few = { hits: 3, seconds: 300 }
const portico = await openPortico({ rateLimits: { publicCheckInPerAddress: few, callsPerLink: few } })
await buildQuestionnaire(portico)
await buildWorkshop(portico)

it.each(transports)('over %s, wrong numbers from an address are refused past the limit, and stop no right one', async (name, call) => {
  portico.setTime('2026-11-21T20:00:00Z')
  const green = await buildRespondent(portico)
  portico.setTime('2026-12-19T17:00:00Z')
  const checkIn = (anonymousId: string) =>
    call(portico.app, 'workshops.respondentCheckIn', { respondent: { anonymousId } }, { address: name })
  const wrong: (string | undefined)[] = []
  for (let times = 0; times < 2 * few.hits; times += 1) wrong.push((await checkIn('AAAA-AAAA-AAAAA')).id)
  expect(wrong, 'control').toEqual([...Array(few.hits).fill('NOT_FOUND'), ...Array(few.hits).fill('TOO_MANY_REQUESTS')])
  expect(await checkIn(green)).toMatchObject({ ok: true })
})

it('a right number can be repeated only so often, from whatever address, and stops no other', async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  const [repeated, other] = [await buildRespondent(portico), await buildRespondent(portico)]
  portico.setTime('2026-12-19T17:00:00Z')
  const visitor = await portico.as()
  const checkIn = async (anonymousId: string) =>
    (await visitor.rest('workshops/respondentCheckIn', { respondent: { anonymousId } })).body.error_id
  const spellings = [repeated, repeated.toLowerCase(), repeated.replaceAll('-', '')]
  const answers: unknown[] = []
  for (let times = 0; times < 2 * few.hits; times += 1) answers.push(await checkIn(spellings[times % 3] ?? ''))
  expect(answers).toEqual([...Array(few.hits).fill(undefined), ...Array(few.hits).fill('TOO_MANY_REQUESTS')])
  expect(await checkIn(other), 'control').toBeUndefined()
})
