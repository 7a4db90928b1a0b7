import { beforeEach, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, ben] = [await portico.as('adam'), await portico.as('ana'), await portico.as('ben')]
const agencyId = (await ana.call.agency.getMyAgencyList())[0]?.id ?? 0
const bens = (await ben.call.agency.getMyAgencyList())[0]?.id ?? 0
const newCase = async (fullName: string) => ({
  respondent: { anonymousId: await buildRespondent(portico, { ...twoReds, fullName, contactLanguage: 'es' }) },
})
const red = { flag: 'red', reason: 'Needs a full consultation.' } as const

beforeEach(async () => {
  portico.setTime('2026-11-21T20:00:00Z')
  await portico.sql('truncate respondent, respondent_count, contact_language_count cascade')
})

it('getDecidedRespondents lists marked respondents, newest first, with the decision and whether it can be undone', async () => {
  const [first, second, waiting] = [await newCase('First'), await newCase('Second'), await newCase('Waiting')]
  await ana.call.agency.submitRespondentStatusOverride({ ...first, status: red })
  portico.setTime('2026-11-21T21:00:00Z')
  await adam.call.agency.submitRespondentStatusOverride({ ...second, status: red })
  const list = () => ana.call.agency.getDecidedRespondents({ agencyId })
  const page = await list()
  expect(page.meta.count).toBe(2)
  expect(page.items.map(({ respondent, decision }) => [respondent.fullName, decision.by, decision.outsideAgency])).toEqual([
    ['Second', 'Adam Abiodun', true],
    ['First', 'Ana Alvarez', false],
  ])
  expect(page.items[0]?.decision).toMatchObject({ ...red, timestampUTC: '2026-11-21T21:00:00.000Z' })
  const mine = page.items[1]
  expect(mine?.undoable).toBe(true)
  await ana.call.agency.undoDecision({ ...first, version: mine?.version ?? 0 })
  expect((await list()).items.map(({ respondent }) => respondent.fullName)).toEqual(['Second'])
  expect((await ana.call.agency.getAssignedRespondent(waiting)).flag.current).toBe('in-progress')
  portico.setTime('2026-11-23T21:00:00Z')
  expect((await list()).items[0]?.undoable).toBe(false)
})

it('getDecidedRespondents is empty for other agencies and past the last page', async () => {
  await ana.call.agency.submitRespondentStatusOverride({ ...(await newCase('Decided')), status: red })
  expect(await ben.call.agency.getDecidedRespondents({ agencyId })).toMatchObject({ items: [], meta: { count: 0 } })
  const pagination = { offset: 1, count: 1 }
  const { body } = await (await portico.as('ana')).rest('agency/getDecidedRespondents', { agencyId, pagination })
  expect(body.data).toMatchObject({ items: [], pagination: { offset: 1, batchSize: 1, hasMore: false }, meta: { count: 1 } })
})

it('assignRespondents moves respondents to another agency, all or none', async () => {
  const [one, other] = [await newCase('One'), await newCase('Other')]
  const respondents = [one.respondent, other.respondent]
  await expect(
    adam.call.responses.assignRespondents({ respondents: [one.respondent, { anonymousId: 'AAAA-BBBB-CCCCC' }], agencyId: bens }),
  ).rejects.toMatchObject({ cause: { id: 'NOT_FOUND' } })
  expect((await ana.call.agency.getAssignedRespondent(one)).respondent.agency?.id).toBe(agencyId)
  expect(await adam.call.responses.assignRespondents({ respondents, agencyId: bens })).toEqual({ assigned: 2 })
  expect((await (await portico.as('adam')).rest('responses/assignRespondents', { respondents, agencyId: bens })).body.data).toEqual({
    assigned: 0,
  })
  expect((await ben.call.agency.getAssignedRespondent(other)).respondent.agency?.id).toBe(bens)
  const inBens = await adam.call.responses.getAllResponses({ agencyId: bens, includeGreen: false, includeRed: false })
  expect(inBens.items.map(({ respondent }) => respondent.fullName)).toEqual(['Other', 'One'])
})
