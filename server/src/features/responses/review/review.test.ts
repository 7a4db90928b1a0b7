import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, ben, vera, victor] = await Promise.all(
  (['adam', 'ana', 'ben', 'vera', 'victor'] as const).map((member) => portico.as(member)),
)
if (!adam || !ana || !ben || !vera || !victor) throw new Error('A seed account is missing')

let anonymousId = ''
let email = ''
let cases = 0
// A case of Ana's agency, which works in Spanish.
beforeEach(async () => {
  email = `case${(cases += 1)}@respondents.example`
  anonymousId = await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email })
})

const respondent = () => ({ respondent: { anonymousId } })
const answers = async () => (await adam.call.responses.getRespondentAnswerInfo(respondent())).answerFlags.flaggedAnswers
const flag = async () => (await adam.call.responses.getResponseForAdmin(respondent())).flag
const reds = async () => (await answers()).filter((answer) => answer.effectiveFlag === 'red')
const idOf = async (identifier: string) => (await answers()).find((answer) => answer.identifier === identifier)?.answerId ?? 0
const clear = async () => {
  for (const { answerId } of await reds()) await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.' })
}
const failure = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'no failure',
    (error: { cause?: { id?: string } }) => error.cause?.id,
  )
const mark = (status: { flag: 'green' } | { flag: 'red'; reason: string }, who = ana) =>
  who.call.agency.submitRespondentStatusOverride({ ...respondent(), status })

describe('overriding an answer', () => {
  it('reverses its flag, keeps the reason and recounts', async () => {
    const [red] = await reds()
    await ana.call.agency.submitAnswerOverride({ answerId: red?.answerId ?? 0, flag: 'green', reason: 'The card was seen.' })
    const now = (await answers()).find((answer) => answer.answerId === red?.answerId)
    expect(now).toMatchObject({
      initialFlag: 'red',
      effectiveFlag: 'green',
      override: { reason: 'The card was seen.', timestampUTC: '2026-11-21T20:00:00.000Z' },
    })
    expect(await flag()).toMatchObject({ current: 'in-progress', initialRedFlagAnswerCount: 2, currentRedFlagAnswerCount: 1 })
  })

  it('to the initial flag removes the override', async () => {
    const [red] = await reds()
    const answerId = red?.answerId ?? 0
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.' })
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'red', reason: 'It was another card.' })
    expect((await answers()).find((answer) => answer.answerId === answerId)).toMatchObject({ effectiveFlag: 'red', override: null })
    expect(await flag()).toMatchObject({ currentRedFlagAnswerCount: 2 })
  })

  it('distinguishes repeating one’s own decision from another’s, and accepts ids without hyphens', async () => {
    const status = { flag: 'red', reason: 'Needs counsel.' }
    const loosely = { respondent: { anonymousId: anonymousId.replaceAll('-', '').toLowerCase() }, status }
    const mark = async (person: typeof ana) => (await person.rest('agency/submitRespondentStatusOverride', loosely)).body.message
    expect([await mark(ana), await mark(ana), await mark(adam)]).toEqual([undefined, 'Already red: you set it yourself.', 'Already red'])
  })

  it('by the second of two concurrent reviewers throws `ALREADY_SET` and changes nothing', async () => {
    const [red] = await reds()
    const attempts = await Promise.all(
      [1, 2].map((turn) =>
        failure(ana.call.agency.submitAnswerOverride({ answerId: red?.answerId ?? 0, flag: 'green', reason: `Turn ${turn}` })),
      ),
    )
    expect(attempts.toSorted()).toEqual(['ALREADY_SET', 'no failure'])
    expect((await adam.call.responses.getRespondentAnswerInfo(respondent())).history).toHaveLength(1)
  })

  it('is refused for an answer that cannot be flagged', async () => {
    expect(await failure(ana.call.agency.submitAnswerOverride({ answerId: await idOf('fullName'), flag: 'red', reason: 'x' }))).toBe(
      'INVALID_REQUEST',
    )
  })

  it('requires a reason', async () => {
    const answer = await ana.rest('agency/submitAnswerOverride', { answerId: await idOf('taxesFiled'), flag: 'green', reason: '  ' })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: ['reason'], message: 'Required' }] } })
  })

  it('throws the same `NOT_FOUND` for a foreign and a missing answer', async () => {
    const answerId = await idOf('taxesFiled')
    const attempt = (id: number) => ben.rest('agency/submitAnswerOverride', { answerId: id, flag: 'green', reason: 'x' })
    const [foreign, missing, beyond] = await Promise.all([attempt(answerId), attempt(999_999_999), attempt(answerId + 500)])
    expect(foreign.body).toEqual({ success: false, error_id: 'NOT_FOUND', message: 'Not found.' })
    expect([missing.body, beyond.body]).toEqual([foreign.body, foreign.body])
    expect(await reds()).toHaveLength(2)
  })

  it('by an admin is marked as outside the agency', async () => {
    const answerId = await idOf('taxesFiled')
    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Returns seen.' })
    await ana.call.agency.submitAnswerOverride({ answerId: await idOf('hasGreenCard'), flag: 'green', reason: 'Card seen.' })
    const { history } = await ana.call.responses.getRespondentAnswerInfo(respondent())
    expect(history.map(({ by, identifier, outsideAgency }) => [by, identifier, outsideAgency])).toEqual([
      ['Ana Alvarez', 'hasGreenCard', false],
      ['Adam Abiodun', 'taxesFiled', true],
    ])
  })
})

describe('deciding on a respondent', () => {
  it('green is refused while red answers remain, and then invites once', async () => {
    expect(await failure(mark({ flag: 'green' }))).toBe('RED_ANSWERS_REMAIN')
    await clear()
    await portico.drain()
    portico.outbox.length = 0
    await mark({ flag: 'green' })
    expect(await failure(mark({ flag: 'green' }))).toBe('ALREADY_SET')
    await portico.drain()
    expect(portico.outbox.map(({ to }) => to)).toEqual([email])
    expect(await flag()).toMatchObject({ initial: 'red', current: 'green', forceInfo: { flag: 'green', reason: '' } })
  })

  it('red requires a reason and blocks green until it is withdrawn', async () => {
    await clear()
    await mark({ flag: 'red', reason: 'A conviction in 2011.' })
    expect(await flag()).toMatchObject({
      current: 'red',
      forceInfo: { flag: 'red', reason: 'A conviction in 2011.', timeStampUTC: '2026-11-21T20:00:00.000Z' },
    })
    expect(await failure(mark({ flag: 'red', reason: 'Again.' }))).toBe('ALREADY_SET')
    expect(await failure(mark({ flag: 'green' }))).toBe('MARKED_FULLY_RED')
    await adam.call.responses.withdrawForce({ ...respondent(), reason: 'Mixed up with another case.' })
    expect(await flag()).toMatchObject({ current: 'in-progress', forceInfo: null })
    expect(await failure(adam.call.responses.withdrawForce({ ...respondent(), reason: 'x' }))).toBe('NOT_FORCED')
    await mark({ flag: 'green' })
  })

  it('green is revoked by an override that makes an answer red', async () => {
    await clear()
    await mark({ flag: 'green' })
    await ana.call.agency.submitAnswerOverride({ answerId: await idOf('deported'), flag: 'red', reason: 'Said so at check-in.' })
    expect(await flag()).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 1, forceInfo: null })
  })

  it('repeated green sends no second invitation', async () => {
    await clear()
    await mark({ flag: 'green' })
    await adam.call.responses.withdrawForce({ ...respondent(), reason: 'Look again.' })
    await mark({ flag: 'green' })
    const [count] = await portico.sql<{ n: string }>(
      `select count(*) n from message m join respondent r on r.id = m.respondent_id where r.anonymous_id = $1`,
      [anonymousId],
    )
    expect(Number(count?.n)).toBe(1)
  })

  it('is refused to other agencies and volunteers, and for unknown ids', async () => {
    expect(await failure(mark({ flag: 'red', reason: 'x' }, ben))).toBe('NOT_FOUND')
    const unknown = ben.call.agency.submitRespondentStatusOverride({
      respondent: { anonymousId: 'AAAA-BBBB-CCCCC' },
      status: { flag: 'red', reason: 'x' },
    })
    expect(await failure(unknown)).toBe('NOT_FOUND')
    expect(
      (await vera.rest('agency/submitRespondentStatusOverride', { ...respondent(), status: { flag: 'red', reason: 'x' } })).status,
    ).toBe(403)
  })

  it('is possible for another agency once an admin reassigns the case', async () => {
    const [bens] = await ben.call.agency.getMyAgencyList()
    expect(await failure(ben.call.agency.getAssignedRespondent(respondent()))).toBe('NOT_FOUND')
    await adam.call.responses.assignRespondent({ ...respondent(), agencyId: bens?.id ?? 0 })
    expect((await ben.call.agency.getAssignedRespondent(respondent())).respondent.agency).toEqual(bens)
    expect(await failure(ana.call.agency.getAssignedRespondent(respondent()))).toBe('NOT_FOUND')
    expect(await failure(adam.call.responses.assignRespondent({ ...respondent(), agencyId: bens?.id ?? 0 }))).toBe('ALREADY_SET')
    expect(await failure(adam.call.responses.assignRespondent({ ...respondent(), agencyId: 987_654 }))).toBe('NOT_FOUND')
  })
})

describe('at check-in', () => {
  const green = () => buildRespondent(portico, { email: 'green@respondents.example' })
  const override = (who: typeof vera, answerId: number, to: 'red' | 'green') =>
    who.call.responses.submitWorkshopGreenDotAnswerOverride({ answerId, flag: to, reason: 'Said so at check-in.' })

  it('a volunteer can hold a green dot back and undo that, but not undo others’ overrides', async () => {
    anonymousId = await green()
    const answerId = await idOf('deported')
    await override(vera, answerId, 'red')
    expect(await flag()).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 1 })
    expect(await failure(vera.call.responses.getWorkshopGreenDotRespondent(respondent()))).toBe('NOT_FOUND')
    await override(vera, answerId, 'green')
    expect(await flag()).toMatchObject({ current: 'green' })

    await adam.call.agency.submitAnswerOverride({ answerId, flag: 'red', reason: 'Reviewed.' })
    expect(await failure(override(vera, answerId, 'green'))).toBe('NOT_FOUND')
    expect(await flag()).toMatchObject({ current: 'in-progress' })
  })

  it('a volunteer can mark a green dot red, but never green', async () => {
    anonymousId = await green()
    const decide = (status: { flag: 'green' } | { flag: 'red'; reason: string }) =>
      vera.call.responses.submitWorkshopGreenDotRespondentStatusOverride({ ...respondent(), status })
    await decide({ flag: 'red', reason: 'Asked to talk to a lawyer.' })
    expect(await flag()).toMatchObject({ current: 'red' })
    expect(await failure(decide({ flag: 'green' }))).toBe('FORBIDDEN')
  })

  it('a volunteer without a grant sees nobody and learns nothing', async () => {
    anonymousId = await green()
    const list = (name: string) => victor.rest('responses/getWorkshopGreenDotResponses', { name })
    expect((await list('citizenship_day')).body).toMatchObject({
      error_id: 'VOLUNTEER_CANT_ACCESS_WORKSHOP',
      message: 'You dont yet have access to the workshop green dots',
    })
    expect((await list('no_such_workshop')).body).toEqual((await list('citizenship_day')).body)
    expect(await failure(victor.call.responses.getWorkshopGreenDotRespondent(respondent()))).toBe('NOT_FOUND')
    expect(await failure(override(victor, await idOf('deported'), 'red'))).toBe('NOT_FOUND')
  })

  it('a revoked or expired grant stops applying at once', async () => {
    const rows = async () => (await vera.rest('responses/getWorkshopGreenDotResponses', { name: 'citizenship_day' })).body.error_id
    expect(await rows()).toBeUndefined()
    for (const [column, value] of [
      ['revoked_at', `'2026-11-21T19:00:00Z'`],
      ['expires_at', `'2026-11-21T20:00:00Z'`],
    ]) {
      await portico.sql(`update workshop_access set ${column} = ${value}`)
      expect(await rows()).toBe('VOLUNTEER_CANT_ACCESS_WORKSHOP')
      await portico.sql(`update workshop_access set ${column} = null`)
    }
  })

  it('a respondent who is not green now is never shown', async () => {
    const items = (await vera.call.responses.getWorkshopGreenDotResponses({ name: 'citizenship_day' })).items
    expect(items.every((item) => item.flag.current === 'green')).toBe(true)
    expect(await failure(vera.call.responses.getWorkshopGreenDotAnswerInfo(respondent()))).toBe('NOT_FOUND')
  })
})
