import { beforeEach, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { holdLock } from '../../../../test/support/held-lock.ts'
import { recount } from '../../../../test/support/recount.ts'
import { mayBeShared } from './assignment.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)

let workshops = 0
let workshopName = ''
beforeEach(async () => {
  workshopName = `workshop_${(workshops += 1)}`
  await buildWorkshop(portico, { name: workshopName, isDefault: false, agencyIds: [] })
})
const arrive = (changed: Readonly<Record<string, string>>) => buildRespondent(portico, changed, { workshopName })
const agenciesJoin = () => buildWorkshop(portico, { name: workshopName, isDefault: false })

it('a case that arrives while the first agency joins the workshop is assigned, and audited', async () => {
  // Blocks all commits, because every change writes its audit entry first.
  const held = await holdLock(portico, 'lock table audit_entry in share row exclusive mode')
  const arriving = arrive(twoReds)
  await held.untilWaiting(1)
  const joining = agenciesJoin()
  await held.untilWaiting(2)
  // The arriving submission needs the workshop row next, so the transaction waiting for it must not hold that row.
  await portico.sql('select from workshop for key share nowait')
  await held.release()
  const [anonymousId] = await Promise.all([arriving, joining])
  const adam = await portico.as('adam')
  const { respondent } = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
  expect(respondent.agency).not.toBeNull()
  const entry = (await auditTrail(portico, 0, 'workshops.saveWorkshop')).at(-1)
  expect(entry?.subjects).toContain(`respondent:${anonymousId}`)
})

it('a review of a waiting case and the first agency to join do not deadlock', async () => {
  const adam = await portico.as('adam')
  const anonymousId = await arrive(twoReds)
  const held = await holdLock(portico, 'select from respondent where anonymous_id = $1 for update', [anonymousId])
  const status = { flag: 'red' as const, reason: 'Seen' }
  const reviewing = adam.call.agency.submitRespondentStatusOverride({ respondent: { anonymousId }, status })
  await held.untilWaiting(1)
  const joining = agenciesJoin()
  await held.untilWaiting(2)
  // The review needs the workshop row once it has the case, so the transaction waiting for the case must not hold that row.
  await portico.sql('select from workshop for key share nowait')
  await held.release()
  await Promise.all([reviewing, joining])
  const { respondent, flag } = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
  expect([respondent.agency, flag.current]).toEqual([expect.anything(), 'red'])
})

it('a respondent who refuses sharing is assigned to no agency until an admin does so', async () => {
  const adam = await portico.as('adam')
  await agenciesJoin()
  const agencyOf = async (anonymousId: string) =>
    (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).respondent.agency
  const atOnce = await arrive({ ...twoReds, consentToShare: 'no' })
  expect(await agencyOf(atOnce)).toBeNull()
  expect(await agencyOf(await arrive({ ...twoReds, consentToShare: 'yes' }))).not.toBeNull()
  const later = await arrive({ consentToShare: 'no' })
  await adam.call.agency.submitRespondentStatusOverride({ respondent: { anonymousId: later }, status: { flag: 'red', reason: 'Seen' } })
  expect(await agencyOf(later)).toBeNull()
  await agenciesJoin()
  expect([await agencyOf(atOnce), await agencyOf(later)]).toEqual([null, null])
  expect(await recount(portico)).toEqual([])
  const [agency] = await adam.call.agency.getAllAgencies()
  await adam.call.responses.assignRespondent({ respondent: { anonymousId: atOnce }, agencyId: agency?.id ?? 0 })
  expect((await agencyOf(atOnce))?.id).toBe(agency?.id)
})

it('a respondent who asked us to stop is not assigned until they return', async () => {
  const adam = await portico.as('adam')
  const people = [await arrive({ ...twoReds, consentToShare: 'no' }), await arrive({ ...twoReds, consentToShare: 'yes' })]
  const ask = async (anonymousId: string, kind: 'stop' | 'resume') => {
    await adam.call.privacy.recordRequest({ respondent: { anonymousId }, kind })
    const { items } = await adam.call.privacy.getRequestList({ pagination: { count: 100 } })
    await adam.call.privacy.completeRequest({ id: items.find((item) => item.anonymousId === anonymousId && !item.doneAt)?.id ?? 0 })
  }
  const agencies = () => portico.sql('select agency_id from respondent where anonymous_id = any($1) order by id', [people])
  for (const anonymousId of people) await ask(anonymousId, 'stop')
  await agenciesJoin()
  expect(await agencies()).toEqual([{ agency_id: null }, { agency_id: null }])
  for (const anonymousId of people) await ask(anonymousId, 'resume')
  expect(await agencies()).toEqual([{ agency_id: null }, { agency_id: expect.anything() }])
  expect(await recount(portico)).toEqual([])
})

it('an agency checks in a respondent who refuses sharing without seeing their answers', async () => {
  await agenciesJoin()
  const unshared = { respondent: { anonymousId: await arrive({ consentToShare: 'no' }) } }
  const shared = { respondent: { anonymousId: await arrive({ consentToShare: 'yes' }) } }
  const [ana, vera, adam] = [await portico.as('ana'), await portico.as('vera'), await portico.as('adam')]
  const read = async (who: typeof ana, about: typeof shared) =>
    (await who.rest('responses/getWorkshopGreenDotAnswerInfo', about)).body.error_id ?? 'shown'
  expect(await read(ana, shared)).toBe('shown')
  expect([await read(ana, unshared), await read(vera, unshared), await read(adam, unshared)]).toEqual(['NOT_FOUND', 'shown', 'shown'])
  const mark = { ...unshared, status: { flag: 'red' as const, reason: 'Seen' } }
  await expect(ana.call.responses.submitWorkshopGreenDotRespondentStatusOverride(mark)).rejects.toMatchObject({
    cause: { id: 'NOT_FOUND' },
  })
  expect((await ana.call.responses.getWorkshopGreenDotRespondent(unshared)).respondent).toMatchObject(unshared.respondent)
  await ana.call.workshops.respondentCheckIn({ ...unshared })
  expect((await adam.call.responses.getResponseForAdmin(unshared)).checkedInAt).toEqual(expect.any(String))
})

it('an agency sees of a respondent who refuses sharing that they are green, but not that they once were red', async () => {
  await agenciesJoin()
  const [ana, vera, adam] = [await portico.as('ana'), await portico.as('vera'), await portico.as('adam')]
  const flagsFor = async (who: typeof ana, consentToShare: string) => {
    const about = { respondent: { anonymousId: await arrive({ ...twoReds, consentToShare }) } }
    const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(about)
    for (const { answerId, effectiveFlag } of answerFlags.flaggedAnswers)
      if (effectiveFlag === 'red') await adam.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen' })
    await adam.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'green' } })
    const { items } = await who.call.responses.getWorkshopGreenDotResponses({ name: workshopName })
    const listed = items.find(({ respondent }) => respondent.anonymousId === about.respondent.anonymousId)
    return [listed?.flag, (await who.call.responses.getWorkshopGreenDotRespondent(about)).flag]
  }
  const green = { initial: 'green', current: 'green', initialRedFlagAnswerCount: 0, currentRedFlagAnswerCount: 0, forceInfo: null }
  const onceRed = { initial: 'red', initialRedFlagAnswerCount: 2, forceInfo: { flag: 'green' } }
  expect(await flagsFor(ana, 'no')).toEqual([green, green])
  expect(await flagsFor(ana, 'yes'), 'control: shared').toMatchObject([onceRed, onceRed])
  expect(await flagsFor(vera, 'no'), 'control: a volunteer').toMatchObject([onceRed, onceRed])
})

it('an agency does not see of a respondent who refuses sharing whose case they were, or that a call replaces their invitation', async () => {
  await agenciesJoin()
  const [ana, vera, adam] = [await portico.as('ana'), await portico.as('vera'), await portico.as('adam')]
  const [, bensAgency] = await adam.call.agency.getAllAgencies()
  const seenBy = async (who: typeof ana, consentToShare: string) => {
    const about = { respondent: { anonymousId: await arrive({ consentToShare }) } }
    await adam.call.responses.assignRespondent({ ...about, agencyId: bensAgency?.id ?? 0 })
    await portico.sql('update respondent set must_telephone = true where anonymous_id = $1', [about.respondent.anonymousId])
    const { items } = await who.call.responses.getWorkshopGreenDotResponses({ name: workshopName })
    const { respondent } = await who.call.responses.getWorkshopGreenDotRespondent(about)
    const listed = items.find((item) => item.respondent.anonymousId === about.respondent.anonymousId)?.respondent
    return [listed, respondent].map((seen) => [seen?.agency?.id ?? null, seen?.mustTelephone])
  }
  const all = [bensAgency?.id, true]
  expect(await seenBy(ana, 'no')).toEqual([
    [null, false],
    [null, false],
  ])
  expect(await seenBy(ana, 'yes'), 'control: shared').toEqual([all, all])
  expect(await seenBy(vera, 'no'), 'control: a volunteer').toEqual([all, all])
})

it('mayBeShared recognizes a refusal however the choice is spelled', () => {
  const shared = ['yes', 'no', 'No', 'NO', ''].map((value) => mayBeShared([{ identifier: 'consentToShare', value }]))
  expect(shared).toEqual([true, false, false, false, true])
})

it('an agency does not see of a respondent who refuses sharing that they must be called again', async () => {
  await agenciesJoin()
  const [ana, adam] = [await portico.as('ana'), await portico.as('adam')]
  const seenBy = async (who: typeof ana, consentToShare: string) => {
    const about = { respondent: { anonymousId: await arrive({ email: '', consentToShare }) } }
    await adam.call.agency.recordCall({ ...about, outcome: 'reached' })
    await portico.sql(`update respondent set telephone_since = '2030-01-01' where anonymous_id = $1`, [about.respondent.anonymousId])
    return (await who.call.responses.getWorkshopGreenDotRespondent(about)).respondent.mustTelephone
  }
  expect(await seenBy(ana, 'no')).toBe(false)
  expect(await seenBy(ana, 'yes'), 'control: shared').toBe(true)
  expect(await seenBy(adam, 'no'), 'control: an admin').toBe(true)
})
