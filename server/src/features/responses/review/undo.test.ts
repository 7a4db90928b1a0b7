import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana] = [await portico.as('adam'), await portico.as('ana')]
const noon = '2026-11-21T20:00:00Z'
const reason = 'Seen.'
const red = { flag: 'red', reason: 'A conviction in 2011.' } as const

let respondent = { anonymousId: '' }
let email = ''
let cases = 0
beforeEach(async () => {
  portico.setTime(noon)
  email = `undo${(cases += 1)}@respondents.example`
  respondent = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email }) }
})

const info = (who = ana) => who.call.responses.getRespondentAnswerInfo({ respondent })
const flag = async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag
const answerOf = async (identifier: string) => {
  const found = (await info()).answerFlags.flaggedAnswers.find((answer) => answer.identifier === identifier)
  if (!found) throw new Error(`There is no answer ${identifier}`)
  return found
}
const override = async (identifier: string, to: 'red' | 'green', who = ana, basedOn?: number) =>
  who.call.agency.submitAnswerOverride({ answerId: (await answerOf(identifier)).answerId, flag: to, reason, basedOn })
const mark = (status: { flag: 'green' } | typeof red, who = ana, basedOn?: number) =>
  who.call.agency.submitRespondentStatusOverride({ respondent, status, basedOn })
const undo = async (who: 'ana' | 'adam' | 'ben' = 'ana') =>
  // Signs in again, because the clock of these tests runs past the end of any session.
  (await portico.as(who)).rest('agency/undoDecision', { respondent, version: (await info(adam)).version })
const clear = async () => {
  for (const identifier of ['hasGreenCard', 'taxesFiled']) await override(identifier, 'green')
}
const invitations = async () => {
  await portico.drain()
  return portico.outbox.filter(({ to }) => to === email).length
}

describe('a decision based on a version', () => {
  it('is refused with a description of what somebody else decided since', async () => {
    await clear()
    const { version } = await info()
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    expect(await invitations()).toBe(1)
    const stale = await ana.rest('agency/submitRespondentStatusOverride', { respondent, status: red, basedOn: version })
    expect(stale.body).toEqual({
      success: false,
      error_id: 'CASE_CHANGED',
      message: 'Adam Abiodun marked the respondent green. Nothing was saved.',
    })
    expect(await flag()).toMatchObject({ current: 'green' })
    await mark(red, ana, (await info()).version)
    expect(await flag()).toMatchObject({ current: 'red' })
  })

  it('ignores the caller’s own decisions since, and is not checked without a version', async () => {
    await override('hasGreenCard', 'green', ana, 0)
    await override('taxesFiled', 'green', ana, 0)
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status: red })
    await adam.call.responses.withdrawForce({ respondent, reason, basedOn: 2 })
    await mark(red)
    expect((await info()).version).toBe(5)
  })

  it('reports `ALREADY_SET` before `CASE_CHANGED`', async () => {
    await override('taxesFiled', 'green', adam)
    const late = await ana.rest('agency/submitAnswerOverride', {
      answerId: (await answerOf('taxesFiled')).answerId,
      flag: 'green',
      reason,
      basedOn: 0,
    })
    expect(late.body).toMatchObject({ error_id: 'ALREADY_SET' })
  })
})

describe('undoing', () => {
  it('an override restores the previous flag and reason, and keeps both in the history', async () => {
    await override('taxesFiled', 'green')
    expect((await undo()).body).toEqual({ success: true, data: {} })
    expect(await answerOf('taxesFiled')).toMatchObject({ effectiveFlag: 'red', override: null })
    expect(await flag()).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 2 })
    await override('taxesFiled', 'green')
    await override('taxesFiled', 'red')
    await undo()
    expect(await answerOf('taxesFiled')).toMatchObject({ effectiveFlag: 'green', override: { reason } })
    expect((await info()).history).toHaveLength(5)
  })

  it('a red answer restores the force-green that it revoked', async () => {
    await clear()
    await mark({ flag: 'green' })
    await override('deported', 'red')
    expect(await flag()).toMatchObject({ current: 'in-progress', forceInfo: null })
    await undo('adam')
    expect(await flag()).toMatchObject({ current: 'green', forceInfo: { flag: 'green' } })
    expect(await answerOf('deported')).toMatchObject({ effectiveFlag: 'green', override: null })
    await undo('adam')
    expect(await flag(), 'an undo of the undo').toMatchObject({ current: 'in-progress', forceInfo: null })
    expect(await answerOf('deported')).toMatchObject({ effectiveFlag: 'red', override: { reason } })
  })

  it('a force-green before its invitation leaves prevents the invitation; the next one is sent once', async () => {
    await clear()
    await mark({ flag: 'green' })
    expect((await info()).undoable).toBe(true)
    await undo()
    expect(await invitations()).toBe(0)
    await mark({ flag: 'green' })
    expect(await invitations()).toBe(1)
  })

  it('an agency’s own force-red is possible for 24 hours, after which an admin has to withdraw it with a reason', async () => {
    await mark(red)
    portico.setTime('2026-11-22T20:00:00Z')
    expect((await undo()).body.success).toBe(true)
    expect(await flag()).toMatchObject({ current: 'in-progress', forceInfo: null })
    await mark(red)
    portico.setTime('2026-11-23T20:00:01Z')
    expect((await info()).undoable).toBe(false)
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED', message: 'It was decided more than 24 hours ago.' })
    await adam.call.responses.withdrawForce({ respondent, reason })
  })

  it('a force after an invitation was sent requires an admin', async () => {
    await clear()
    await mark({ flag: 'green' })
    expect(await invitations()).toBe(1)
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED', message: 'A message went out since. An admin can undo it.' })
    expect((await info(adam)).undoable).toBe(true)
    expect((await undo('adam')).body.success).toBe(true)
  })

  it('a force after an invitation was sent again requires an admin', async () => {
    await clear()
    await mark({ flag: 'green' })
    expect(await invitations()).toBe(1)
    expect((await undo('adam')).body.success).toBe(true)
    portico.setTime(new Date(portico.services.clock().getTime() + 60_000).toISOString())
    await mark({ flag: 'green' })
    await ana.call.agency.sendInvitationAgain({ respondent })
    expect(await invitations()).toBe(2)
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED', message: 'A message went out since. An admin can undo it.' })
  })

  it('a force after an invitation that may have arrived as a text requires an admin', async () => {
    await clear()
    await mark({ flag: 'green' })
    expect((await info()).undoable).toBe(true)
    await portico.sql('update message set handed_over_at = $1 where respondent_id = (select id from respondent where anonymous_id = $2)', [
      portico.services.clock(),
      respondent.anonymousId,
    ])
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED', message: 'A message went out since. An admin can undo it.' })
  })

  it('a force after an announcement was sent requires an admin', async () => {
    await clear()
    await mark({ flag: 'green' })
    expect(await invitations()).toBe(1)
    expect((await undo('adam')).body.success).toBe(true)
    portico.setTime(new Date(portico.services.clock().getTime() + 60_000).toISOString())
    await mark({ flag: 'green' })
    const texts = { en: { subject: 'We start at ten', text: 'At ten.' } }
    await adam.call.announcements.sendAnnouncement({ workshopName, key: randomUUID(), texts })
    portico.setTime(new Date(portico.services.clock().getTime() + 120_000).toISOString())
    expect(await invitations()).toBe(2)
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED', message: 'A message went out since. An admin can undo it.' })
  })

  it('is refused to an agency for an admin’s decision, and to other agencies for the case', async () => {
    await mark(red, adam)
    expect((await undo()).body).toMatchObject({ error_id: 'UNDO_REFUSED' })
    expect((await undo('ben')).body).toMatchObject({ error_id: 'NOT_FOUND', message: 'Not found.' })
    expect(await flag()).toMatchObject({ current: 'red' })
  })

  it('is refused when repeated or after somebody else’s decision', async () => {
    await mark(red)
    const { version } = await info()
    const attempt = () => ana.rest('agency/undoDecision', { respondent, version })
    expect((await attempt()).body.success).toBe(true)
    expect((await attempt()).body).toMatchObject({ error_id: 'CASE_CHANGED' })
  })
})
