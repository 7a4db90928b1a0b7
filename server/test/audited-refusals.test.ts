import { describe, expect, it } from 'vitest'
import { auditTrail, newestEntry } from './support/audit-trail.ts'
import { buildRespondent, twoReds, workshopName } from './support/builders.ts'
import { openPortico, type Person } from './support/harness.ts'
import { about, answerIdIn, decide, flagRed, missingId, missingNumber, newCase, openWorld, red } from './calls/world.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const [adam, ana, vera, visitor] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera'), await portico.as()]
const foreign = await buildRespondent(portico, {
  ...twoReds,
  contactLanguage: 'vi',
  fullName: 'Quynh Rarely',
  email: 'rare@respondents.example',
})
const mine = await newCase(portico)
const green = await buildRespondent(portico)
const agencyId = (await ana.call.agency.getMyAgencyList())[0]?.id ?? 0
const bens = (await (await portico.as('ben')).call.agency.getMyAgencyList())[0]?.id ?? 0

// Returns the audit entries since `before`, without the hash of the search query.
async function entriesSince(before: number): Promise<{ action: string; subjects: string[] }[]> {
  return (await auditTrail(portico, before)).map(({ action, subjects }) => ({
    action,
    subjects: subjects.map((subject) => subject.replace(/^query:.{43}$/, 'query')).toSorted(),
  }))
}

async function entriesOf(who: Person, path: string, input: unknown) {
  const newest = await newestEntry(portico)
  const answer = await who.rest(path, input)
  return { answer, entries: await entriesSince(newest) }
}

describe('a search leaves an audit entry with everyone it found', () => {
  const list = 'responses/getAllResponses'
  it.each([
    ['beyond the last page', { query: 'quynh' }, 1_000, ['found:1', `respondent:${foreign}`]],
    ['by e-mail address, beyond the last page', { query: 'rare@respondents.example' }, 1_000, ['found:1', `respondent:${foreign}`]],
    ['on its page', { query: 'quynh' }, 0, [`respondent:${foreign}`]],
    ['that finds nobody', { query: 'nobody-is-called-so' }, 0, ['found:0']],
  ])('%s', async (_what, filter, offset, subjects) => {
    const { answer, entries } = await entriesOf(adam, list, { filter, pagination: { offset, count: 1 } })
    expect(answer.status).toBe(200)
    expect(entries).toEqual([{ action: 'responses.getAllResponses', subjects: ['query', ...subjects].toSorted() }])
  })

  it('with one flag at a time', async () => {
    for (const [flags, subjects] of [
      [{ includeGreen: true, includeRed: false, includeInProgress: false }, ['found:0', 'query']],
      [{ includeGreen: false, includeRed: false, includeInProgress: true }, ['query', `respondent:${foreign}`]],
    ] as const) {
      const input = { ...flags, filter: { query: foreign }, pagination: { offset: 1_000, count: 1 } }
      expect((await entriesOf(adam, list, input)).entries).toMatchObject([{ subjects: expect.arrayContaining([...subjects]) }])
    }
  })

  it('with their number instead, beyond 200', async () => {
    await portico.sql(
      `insert into respondent (anonymous_id, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key,
         sealed_contact, sealed_answers, email_hash, initial_flag, current_flag, initial_reds, current_reds)
       select 'copy ' || copy, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key,
         sealed_contact, sealed_answers, email_hash, 'green', 'green', 0, 0
       from respondent, generate_series(1, 200) as copy where anonymous_id = $1`,
      [foreign],
    )
    const { entries } = await entriesOf(adam, list, {
      filter: { query: 'rare@respondents.example' },
      pagination: { offset: 1_000, count: 1 },
    })
    expect(entries.map(({ subjects }) => subjects)).toEqual([['found:201', 'query']])
    await portico.sql(`delete from respondent where anonymous_id like 'copy %'`)
  })

  it('with the same hash for the same query, and never the query itself', async () => {
    const hashes: string[] = []
    for (const query of ['zqx one', ' ZQX one', 'zqx two']) {
      await adam.rest(list, { filter: { query } })
      const [entry] = await portico.sql<{ subjects: string[] }>('select subjects from audit_entry order by id desc limit 1')
      hashes.push(entry?.subjects.find((subject) => subject.startsWith('query:')) ?? '')
    }
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[0]).not.toBe(hashes[2])
    expect(hashes.join()).not.toContain('zqx')
  })
})

describe('a count leaves an audit entry with the number of respondents counted', () => {
  it("for the list of an agency's decisions, beyond its last page", async () => {
    const decided = await newCase(portico)
    await ana.rest('agency/submitRespondentStatusOverride', decide(decided, red))
    const page = (offset: number) => entriesOf(ana, 'agency/getDecidedRespondents', { agencyId, pagination: { offset, count: 1 } })
    const action = 'agency.getDecidedRespondents'
    expect((await page(1_000)).entries).toEqual([{ action, subjects: ['found:1'] }])
    expect((await page(0)).entries).toEqual([{ action, subjects: [`respondent:${decided}`] }])
  })

  it.each([
    ['responses/getOverview', {}, [/^found:[1-9]\d*$/]],
    ['responses/getOverview', { name: workshopName }, [/^found:[1-9]\d*$/, /^workshop:\d+$/]],
    ['agency/getAgencyDetails', {}, [/^found:[1-9]\d*$/]],
  ])('%s %o', async (path, input, subjects) => {
    const { answer, entries } = await entriesOf(adam, path, input)
    expect(answer.status).toBe(200)
    expect(entries).toEqual([{ action: path.replace('/', '.'), subjects: subjects.map((one) => expect.stringMatching(one)) }])
  })

  it('the reasons of an agency leave an entry with the agency; those of a foreign one are not read', async () => {
    const [own, other] = [
      await entriesOf(ana, 'agency/getReasonList', { agencyId }),
      await entriesOf(ana, 'agency/getReasonList', { agencyId: bens }),
    ]
    expect(own.entries).toEqual([{ action: 'agency.getReasonList', subjects: [`agency:${agencyId}`] }])
    expect([other.answer.body.data, other.entries]).toEqual([[], []])
  })

  it('control: a list without counts of respondents leaves no entry', async () => {
    expect((await entriesOf(adam, 'agency/getAllAgencies', {})).entries).toEqual([])
  })
})

describe('a refusal leaves an audit entry', () => {
  const respondent = (anonymousId: string) => `respondent:${anonymousId}`
  it.each([
    [
      'a call that the role may not make',
      vera,
      'responses/getResponseForAdmin',
      about(foreign),
      [respondent(foreign), 'refused:FORBIDDEN'],
    ],
    ['a foreign case', ana, 'agency/getAssignedRespondent', about(foreign), [respondent(foreign), 'refused:NOT_FOUND']],
    ['a number that nobody has', ana, 'agency/getAssignedRespondent', about(missingId), [respondent(missingId), 'refused:NOT_FOUND']],
    ['what is no number at all', ana, 'agency/getAssignedRespondent', about('Quynh Rarely'), ['refused:NOT_FOUND']],
    ['somebody who is not green', vera, 'responses/getWorkshopGreenDotAnswerInfo', about(mine), [respondent(mine), 'refused:NOT_FOUND']],
    [
      'a flag that is there already',
      ana,
      'agency/submitRespondentStatusOverride',
      decide(mine, { flag: 'green' }),
      [respondent(mine), 'refused:RED_ANSWERS_REMAIN'],
    ],
    [
      'somebody who is not checked in',
      vera,
      'workshops/undoCheckIn',
      { ...about(green), reason: 'x' },
      [respondent(green), 'refused:NOT_CHECKED_IN'],
    ],
    [
      'a merge into a case that is not there',
      adam,
      'corrections/mergeRespondents',
      { ...about(mine), into: { anonymousId: missingId }, reason: 'x' },
      [respondent(mine), respondent(missingId), 'refused:NOT_FOUND'],
    ],
    ['a check-in at a door', vera, 'workshops/respondentCheckIn', about(mine), [respondent(mine), 'refused:NOT_FOUND']],
  ])('%s', async (_what, who, path, input, subjects) => {
    const { entries } = await entriesOf(who, path, input)
    expect(entries).toEqual([{ action: path.replaceAll('/', '.'), subjects: subjects.toSorted() }])
  })

  it('with every named respondent, if one of several cases to assign is missing', async () => {
    const { answer, entries } = await entriesOf(adam, 'responses/assignRespondents', {
      respondents: [mine, missingId].map((anonymousId) => ({ anonymousId })),
      agencyId,
    })
    expect(answer.body).toMatchObject({ error_id: 'NOT_FOUND' })
    const subjects = ['refused:NOT_FOUND', respondent(mine), respondent(missingId)].toSorted()
    expect(entries).toEqual([{ action: 'responses.assignRespondents', subjects }])
  })

  it('naming at most 200, however many numbers somebody makes up', async () => {
    const respondents = Array.from({ length: 2_000 }, (_, count) => ({
      anonymousId: `AAAA-AAAA-A${String(2222 + count).replaceAll(/[01]/g, 'A')}`,
    }))
    const { entries } = await entriesOf(vera, 'responses/assignRespondents', { respondents, agencyId })
    expect(entries[0]?.subjects.length).toBe(201)
  })

  it('with the respondent of the answer', async () => {
    const [row] = await portico.sql<{ id: number }>('select id::int from respondent where anonymous_id = $1', [foreign])
    const ask = async (answerId: number) => (await entriesOf(ana, 'agency/submitAnswerOverride', flagRed(answerId))).entries
    expect(await ask(await answerIdIn(world, foreign, 'deported'))).toMatchObject([
      { subjects: ['refused:NOT_FOUND', `respondent:#${row?.id}`] },
    ])
    expect(await ask(missingNumber)).toMatchObject([{ subjects: ['refused:NOT_FOUND', expect.stringMatching(/^respondent:#/)] }])
  })

  it('with the respondent of the answer, even without consent to share', async () => {
    const anonymousId = await buildRespondent(portico, { consentToShare: 'no' })
    const override = flagRed(await answerIdIn(world, anonymousId, 'deported'))
    const { entries } = await entriesOf(ana, 'responses/submitWorkshopGreenDotAnswerOverride', override)
    expect(entries).toMatchObject([{ subjects: ['refused:NOT_FOUND', respondent(anonymousId)] }])
  })

  it('but not for the public, or without a respondent in the input', async () => {
    expect((await entriesOf(visitor, 'workshops/respondentCheckIn', about(mine))).entries).toEqual([])
    expect((await entriesOf(ana, 'agency/submitRespondentStatusOverride', { ...decide(mine, red), respondent: 7 })).entries).toEqual([])
  })

  it('but not for calls refused by a rate limit', async () => {
    const limited = await openPortico({ rateLimits: { readsPerAccount: { hits: 1, seconds: 600 } } })
    const person = await limited.as('ana')
    for (const status of [200, 429, 429]) expect((await person.rest('agency/getAssignedRespondent', about(missingId))).status).toBe(status)
    expect(await limited.sql(`select subjects from audit_entry where action = 'agency.getAssignedRespondent'`)).toHaveLength(1)
  })

  it('and a successful call leaves its usual entry', async () => {
    const { entries } = await entriesOf(ana, 'agency/getAssignedRespondent', about(mine))
    expect(entries).toEqual([{ action: 'agency.getAssignedRespondent', subjects: [respondent(mine)] }])
  })
})
