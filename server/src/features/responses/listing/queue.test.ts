import { beforeAll, describe, expect, it } from 'vitest'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico, { eventDate: '2027-01-16' })
await buildWorkshop(portico, { name: 'sooner', isDefault: false, eventDate: '2026-12-12' })
await buildWorkshop(portico, { name: 'undated', isDefault: false, eventDate: null })
const [adam, ana] = [await portico.as('adam'), await portico.as('ana')]
const agencyId = (await ana.call.agency.getMyAgencyList())[0]?.id ?? 0

/** In order of arrival, from a Monday to the Wednesday of the next week. */
const people = [
  ['2026-11-09', 'Olga Late', 'es', 'citizenship_day', 'olga@respondents.example'],
  ['2026-11-16', 'Berta Undated', 'es', 'undated', 'berta@respondents.example'],
  ['2026-11-17', 'Carlos Soon', 'es', 'sooner', ''],
  ['2026-11-18', 'Zoe Soon', 'pt', 'sooner', 'zoe@respondents.example'],
] as const
const ids = new Map<string, string>()

type Asked = Omit<Parameters<typeof ana.call.agency.getAssignedRespondents>[0], 'agencyId'>
const list = async (asked: Asked = {}) => {
  const page = await ana.call.agency.getAssignedRespondents({ agencyId, ...asked })
  return page.items.map((item) => item.respondent.fullName.split(' ')[0])
}
const about = (name: string) => ({ respondent: { anonymousId: ids.get(name) ?? '' } })

beforeAll(async () => {
  for (const [day, fullName, contactLanguage, workshopName, email] of people) {
    portico.setTime(`${day}T20:00:00Z`)
    const id = await buildRespondent(portico, { ...twoReds, fullName, contactLanguage, email }, { workshopName })
    ids.set(fullName.split(' ')[0] ?? '', id)
    await adam.call.responses.assignRespondent({ respondent: { anonymousId: id }, agencyId }).catch(() => undefined)
  }
  const { answerFlags } = await adam.call.responses.getRespondentAnswerInfo(about('Zoe'))
  for (const { answerId } of answerFlags.flaggedAnswers.filter((answer) => answer.effectiveFlag === 'red'))
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason: 'Seen.' })
  // A Friday.
  portico.setTime('2026-11-20T20:00:00Z')
})

describe('the queue of an agency', () => {
  it.each([
    ['newest', ['Zoe', 'Carlos', 'Berta', 'Olga']],
    ['waiting', ['Olga', 'Berta', 'Carlos', 'Zoe']],
    ['workshop', ['Carlos', 'Zoe', 'Olga', 'Berta']],
    ['flags', ['Zoe', 'Olga', 'Berta', 'Carlos']],
    ['name', ['Berta', 'Carlos', 'Olga', 'Zoe']],
    ['contact', ['Carlos', 'Berta', 'Olga', 'Zoe']],
    ['language', ['Olga', 'Berta', 'Carlos', 'Zoe']],
  ] as const)('is sorted by %s, on single-row pages too', async (order, names) => {
    expect(await list({ order })).toEqual(names)
    const pages = []
    for (let offset = 0; offset < 4; offset += 1) pages.push(...(await list({ order, pagination: { offset, count: 1 } })))
    expect(pages).toEqual(names)
  })

  it('can be reversed, with pages in the reversed order', async () => {
    expect(await list({ order: 'workshop', reverse: true })).toEqual(['Berta', 'Olga', 'Zoe', 'Carlos'])
    expect(await list({ order: 'workshop', reverse: true, pagination: { offset: 2, count: 2 } })).toEqual(['Zoe', 'Carlos'])
    expect(await list({ order: 'newest', reverse: true })).toEqual(['Olga', 'Berta', 'Carlos', 'Zoe'])
  })

  it('is sorted newest first by default', async () => expect(await list()).toEqual(['Zoe', 'Carlos', 'Berta', 'Olga']))

  it.each([
    ['a contact language', { language: 'pt' }, ['Zoe']],
    ['a workshop', { workshopName: 'sooner' }, ['Zoe', 'Carlos']],
    ['an unknown workshop', { workshopName: 'nowhere' }, []],
    ['readiness for a decision', { ready: true }, ['Zoe']],
    ['several criteria', { workshopName: 'sooner', language: 'es' }, ['Carlos']],
    ['a language and a search', { language: 'es', query: 'ca' }, ['Carlos']],
    ['a language and a search for somebody else', { language: 'pt', query: 'ca' }, []],
  ])('filters by %s', async (_what, filter, names) => {
    const page = await ana.call.agency.getAssignedRespondents({ agencyId, filter: { query: '', ...filter } })
    expect(page.items.map((item) => item.respondent.fullName.split(' ')[0])).toEqual(names)
    expect(page.meta.count).toBe(names.length)
  })

  it('filters by cases last read by the caller', async () => {
    await ana.call.agency.claimCase(about('Berta'))
    await ana.call.agency.claimCase(about('Olga'))
    await adam.call.agency.claimCase({ ...about('Olga'), takeOver: true })
    expect(await list({ order: 'workshop', filter: { query: '', mine: true } })).toEqual(['Berta'])
  })

  it('shows business days waited, with a level according to the settings of the agency', async () => {
    const waiting = async () =>
      Object.fromEntries(
        (await ana.call.agency.getAssignedRespondents({ agencyId })).items.map((item) => [item.respondent.fullName, item.waiting]),
      )
    expect(await waiting()).toEqual({
      'Olga Late': { businessDays: 9, level: 'red' },
      'Berta Undated': { businessDays: 4, level: 'amber' },
      'Carlos Soon': { businessDays: 3, level: 'amber' },
      'Zoe Soon': { businessDays: 2, level: 'in-time' },
    })
    const [mine] = await ana.call.agency.getMyAgencyList()
    await adam.call.agency.saveAgency({ id: agencyId, name: mine?.name ?? '', waitingAmberDays: 4, waitingRedDays: 10 })
    expect(await waiting()).toMatchObject({ 'Olga Late': { level: 'amber' }, 'Carlos Soon': { level: 'in-time' } })
  })

  it('shows no waiting time for decided cases', async () => {
    await ana.call.agency.submitRespondentStatusOverride({ ...about('Carlos'), status: { flag: 'red', reason: 'Advised at the desk.' } })
    expect((await ana.call.agency.getAssignedRespondent(about('Carlos'))).waiting).toBeUndefined()
    const { version } = await ana.call.responses.getRespondentAnswerInfo(about('Carlos'))
    await ana.call.agency.undoDecision({ ...about('Carlos'), version })
    expect((await ana.call.agency.getAssignedRespondent(about('Carlos'))).waiting).toBeDefined()
  })

  it('is available to admins over REST, and refuses an unknown order', async () => {
    const { body } = await adam.rest('responses/getAllResponses', { order: 'workshop', filter: { ready: true } })
    expect(body.data.items.map((item: any) => item.respondent.fullName)).toEqual(['Zoe Soon'])
    expect((await adam.rest('responses/getAllResponses', { order: 'luck' })).status).toBe(422)
  })

  it('contains no foreign cases in any order', async () => {
    const ben = await portico.as('ben')
    for (const order of ['workshop', 'name', 'flags'] as const)
      expect(await ben.call.agency.getAssignedRespondents({ agencyId, order })).toMatchObject({ items: [], meta: { count: 0 } })
  })
})
