import { describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [ana, ben, adam] = [await portico.as('ana'), await portico.as('ben'), await portico.as('adam')]
const newCase = async () => ({ respondent: { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es' }) } })
const start = Date.parse('2026-11-21T20:00:00Z')
const minutesLater = (minutes: number) => {
  const instant = new Date(start + minutes * 60_000).toISOString()
  portico.setTime(instant)
  return instant
}

describe('claiming a case', () => {
  it('shows others who is reading it for 15 minutes, and renewing extends that', async () => {
    minutesLater(0)
    const about = await newCase()
    const seen = async () => (await adam.call.responses.getResponseForAdmin(about)).claim
    expect(await seen()).toBeUndefined()
    expect(await ana.call.agency.claimCase(about)).toEqual({ by: 'Ana Alvarez', mine: true, until: '2026-11-21T20:15:00.000Z' })
    expect(await seen()).toEqual({ by: 'Ana Alvarez', mine: false, until: '2026-11-21T20:15:00.000Z' })
    minutesLater(10)
    await ana.call.agency.claimCase(about)
    minutesLater(24)
    expect(await seen()).toMatchObject({ by: 'Ana Alvarez' })
    minutesLater(25)
    expect(await seen()).toBeUndefined()
  })

  it('replaces another claim only with `takeOver`', async () => {
    minutesLater(0)
    const about = await newCase()
    await ana.call.agency.claimCase(about)
    expect(await adam.call.agency.claimCase(about)).toMatchObject({ by: 'Ana Alvarez', mine: false })
    expect(await adam.call.agency.claimCase({ ...about, takeOver: true })).toMatchObject({ by: 'Adam Abiodun', mine: true })
    expect(await ana.call.agency.claimCase(about)).toMatchObject({ by: 'Adam Abiodun', mine: false })
  })

  it('is possible once the other claim expired', async () => {
    minutesLater(0)
    const about = await newCase()
    await ana.call.agency.claimCase(about)
    minutesLater(15)
    expect(await adam.call.agency.claimCase(about)).toMatchObject({ mine: true })
  })

  it('ends when the reader releases it; others cannot release it', async () => {
    minutesLater(0)
    const about = await newCase()
    await ana.call.agency.claimCase(about)
    await adam.call.agency.releaseCase(about)
    expect((await adam.call.agency.getAssignedRespondent(about)).claim).toMatchObject({ by: 'Ana Alvarez' })
    await ana.call.agency.releaseCase(about)
    expect((await adam.call.agency.getAssignedRespondent(about)).claim).toBeUndefined()
  })

  it('does not prevent others from deciding', async () => {
    minutesLater(0)
    const about = await newCase()
    await ana.call.agency.claimCase(about)
    await adam.call.agency.submitRespondentStatusOverride({ ...about, status: { flag: 'red', reason: 'Seen at the desk.' } })
    expect((await ana.call.agency.getAssignedRespondent(about)).flag.current).toBe('red')
  })

  it('requires access to the case, over REST too', async () => {
    minutesLater(0)
    const about = await newCase()
    await expect(ben.call.agency.claimCase(about)).rejects.toMatchObject({ cause: { id: 'NOT_FOUND' } })
    expect((await ben.rest('agency/claimCase', about)).body).toMatchObject({ success: false, error_id: 'NOT_FOUND' })
    expect((await ana.rest('agency/claimCase', about)).body).toMatchObject({ success: true, data: { by: 'Ana Alvarez', mine: true } })
    const [mine] = await ana.call.agency.getMyAgencyList()
    const { body } = await ana.rest('agency/getAssignedRespondents', { agencyId: mine?.id })
    const listed = body.data.items.find((item: any) => item.respondent.anonymousId === about.respondent.anonymousId)
    expect(listed.claim).toMatchObject({ by: 'Ana Alvarez', mine: true })
  })

  it('tells its reader, and nobody else, when the case is moved to another agency', async () => {
    minutesLater(0)
    const [left, open] = [await newCase(), await newCase()]
    await ana.call.agency.claimCase(left)
    await ana.call.agency.claimCase(open)
    minutesLater(5)
    await ana.call.agency.releaseCase(left)
    minutesLater(6)
    const [bens] = await ben.call.agency.getMyAgencyList()
    await adam.call.responses.assignRespondent({ ...left, agencyId: bens?.id ?? 0 })
    await adam.call.responses.assignRespondent({ ...open, agencyId: bens?.id ?? 0, reason: 'They speak Vietnamese.' })
    const answersFor = async (who: typeof ana, about: typeof open) => (await who.rest('responses/getRespondentAnswerInfo', about)).body
    const missing = await answersFor(ana, { respondent: { anonymousId: 'AAAA-BBBB-CCCCC' } })
    expect(missing).toMatchObject({ success: false, error_id: 'NOT_FOUND' })
    expect(await answersFor(ana, left)).toEqual(missing)
    const message = expect.stringMatching(
      /^Adam Abiodun moved this case to another agency on Nov 21, 12:06\sPM PST\. Reason: “They speak Vietnamese\.”$/,
    )
    expect(await answersFor(ana, open)).toEqual({ success: false, error_id: 'CASE_MOVED', message })
    await expect(ana.call.responses.getRespondentAnswerInfo(open)).rejects.toMatchObject({ cause: { id: 'CASE_MOVED' } })
    const [mine] = await ana.call.agency.getMyAgencyList()
    const assigned = { by: 'Adam Abiodun', timestampUTC: '2026-11-21T20:06:00.000Z', reason: 'They speak Vietnamese.' }
    expect(await answersFor(ben, open)).toMatchObject({ success: true, data: { assigned } })
    expect(await answersFor(ben, left)).toMatchObject({ data: { assigned: { ...assigned, reason: null } } })
    expect(
      JSON.stringify(
        await portico.sql(
          `select to_jsonb(r) || jsonb_build_object('plain', encode(sealed_assign_reason, 'escape')) row from respondent r`,
        ),
      ),
    ).not.toMatch(/Vietnamese/)
    await adam.call.responses.assignRespondent({ ...open, agencyId: mine?.id ?? 0 })
    expect(await answersFor(ben, open)).toEqual(missing)
  })

  it('ends when the case is moved: the next agency does not see the former reader, who does not see later moves', async () => {
    minutesLater(0)
    const about = await newCase()
    await ana.call.agency.claimCase(about)
    const [mine] = await ana.call.agency.getMyAgencyList()
    const [bens] = await ben.call.agency.getMyAgencyList()
    const third = await adam.call.agency.saveAgency({ name: 'Third agency', languages: ['en'] })
    minutesLater(2)
    await adam.call.responses.assignRespondent({ ...about, agencyId: bens?.id ?? 0, reason: 'They speak Vietnamese.' })
    expect((await ben.call.agency.getAssignedRespondent(about)).claim).toBeUndefined()
    expect((await ana.rest('responses/getRespondentAnswerInfo', about)).body).toMatchObject({ error_id: 'CASE_MOVED' })
    minutesLater(4)
    await adam.call.responses.assignRespondent({ ...about, agencyId: third.id, reason: 'Not for Ana.' })
    expect((await ana.rest('responses/getRespondentAnswerInfo', about)).body).toMatchObject({ error_id: 'NOT_FOUND' })
    await adam.call.responses.assignRespondent({ ...about, agencyId: mine?.id ?? 0 })
  })

  it('by two accounts at once succeeds for one', async () => {
    minutesLater(0)
    const about = await newCase()
    const claims = await Promise.all([ana, adam].map((who) => who.call.agency.claimCase(about)))
    expect(new Set(claims.map((claim) => claim.by)).size).toBe(1)
    expect(claims.filter((claim) => claim.mine)).toHaveLength(1)
  })
})

describe('the contact language', () => {
  it('is shown to staff besides the language of the submission', async () => {
    const about = await newCase()
    expect((await adam.call.responses.getResponseForAdmin(about)).respondent).toMatchObject({ language: 'en', contactLanguage: 'es' })
  })
})
