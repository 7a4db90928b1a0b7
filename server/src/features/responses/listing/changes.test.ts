import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildApiToken } from '../../../../test/support/api-tokens.ts'
import { viaRest } from '../../../../test/support/both-transports.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'elsewhere', isDefault: false })
const adam = await portico.as('adam')
const ana = await portico.as('ana')
const client = new pg.Client({ connectionString: portico.databaseUrl })
await client.connect()
afterAll(() => client.end())

interface Asked {
  readonly cursor?: string
  readonly count?: number
}

/** Returns everybody after a cursor, page by page, and the last cursor. */
async function readAll({ cursor, count = 100 }: Asked = {}) {
  const seen: { anonymousId: string; deleted: boolean }[] = []
  for (;;) {
    const page = await adam.call.responses.getChanges({ count, ...(cursor && { cursor }) })
    seen.push(...page.changes)
    cursor = page.cursor
    if (!page.hasMore) return { ids: seen.map(({ anonymousId }) => anonymousId), seen, cursor }
  }
}

describe('getChanges', () => {
  it('returns everybody once, then only who changed, in pages of any size', async () => {
    const { ids: before } = await readAll()
    const people = [await buildRespondent(portico), await buildRespondent(portico, twoReds), await buildRespondent(portico)]
    const { ids, cursor } = await readAll({ count: 2 })
    expect(ids).toEqual([...before, ...people])
    expect((await readAll({ cursor })).ids).toEqual([])
    const [, red = ''] = people
    await ana.rest('agency/submitRespondentStatusOverride', { respondent: { anonymousId: red }, status: { flag: 'red', reason: 'Seen.' } })
    await adam.rest('workshops/respondentCheckIn', { respondent: { anonymousId: people[0] } })
    const next = await readAll({ cursor })
    expect(next.ids.toSorted()).toEqual([red, people[0] ?? ''].toSorted())
    await portico.sql('update respondent set downloaded_at = now()')
    expect((await readAll({ cursor: next.cursor })).ids).toEqual([])
  })

  it('returns respondents whose need to be telephoned changed', async () => {
    const [one, other] = [await buildRespondent(portico, { email: '' }), await buildRespondent(portico, { email: '' })]
    const { cursor } = await readAll()
    const mustTelephone = async (since: string) => {
      const { changes, cursor: next } = await adam.call.responses.getChanges({ cursor: since, count: 100 })
      return { next, changes: changes.map(({ anonymousId, entry }) => [anonymousId, entry?.respondent.mustTelephone]) }
    }
    await adam.call.agency.recordCall({ respondent: { anonymousId: one }, outcome: 'reached' })
    const called = await mustTelephone(cursor)
    expect(called.changes).toEqual([[one, false]])
    await adam.call.agency.recordCalls({ respondents: [{ anonymousId: one }, { anonymousId: other }], outcome: 'no-answer' })
    expect((await mustTelephone(called.next)).changes.toSorted()).toEqual(
      [
        [one, true],
        [other, true],
      ].toSorted(),
    )
  })

  it('returns a deleted respondent by number only', async () => {
    const gone = await buildRespondent(portico)
    const { cursor } = await readAll()
    await portico.sql('update respondent set wrapped_key = null where anonymous_id = $1', [gone])
    const { seen } = await readAll({ cursor })
    expect(seen).toEqual([{ anonymousId: gone, deleted: true }])
  })

  /** Commits the first of two overlapping changes last, with a read in between, and returns who was seen in the end. */
  async function readBetween() {
    const [slow, quick] = [await buildRespondent(portico), await buildRespondent(portico)]
    const { cursor } = await readAll()
    const change = 'update respondent set must_telephone = not must_telephone where anonymous_id = $1'
    await client.query('begin')
    await client.query(change, [slow])
    await portico.sql(change, [quick])
    const between = await readAll({ cursor })
    expect(between.ids).not.toContain(slow)
    await client.query('commit')
    const after = await readAll({ cursor: between.cursor })
    return { slow, quick, seen: [...between.ids, ...after.ids].toSorted() }
  }

  it('skips nobody whose transaction commits after ones that began later', async () => {
    const { slow, quick, seen } = await readBetween()
    expect(seen).toEqual([slow, quick].toSorted())
  })

  it('control: skips a respondent if changes are not announced', async () => {
    await portico.sql('alter table respondent disable trigger announce_respondent_change')
    const { quick, seen } = await readBetween()
    await portico.sql('alter table respondent enable trigger announce_respondent_change')
    expect(seen).toEqual([quick])
  })

  it('has no gaps under concurrent writes and rollbacks', async () => {
    const { cursor: start } = await readAll()
    const sent: string[] = []
    const seen = new Set<string>()
    let cursor = start
    let writing = true
    const writers = Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let turn = 0; turn < 4; turn += 1) {
          sent.push(await buildRespondent(portico, writer % 2 ? twoReds : {}))
          await portico.sql('begin; update respondent set must_telephone = not must_telephone where id = 1; rollback')
        }
      }),
    ).finally(() => (writing = false))
    const reader = (async () => {
      while (writing) {
        const page = await adam.call.responses.getChanges({ cursor, count: 3 })
        for (const { anonymousId } of page.changes) seen.add(anonymousId)
        cursor = page.cursor
      }
    })()
    await Promise.all([writers, reader])
    for (const id of (await readAll({ cursor })).ids) seen.add(id)
    expect([...seen].toSorted()).toEqual(sent.toSorted())
  })

  it('includes answers only for callers who may read them, and audits everyone', async () => {
    const anonymousId = await buildRespondent(portico)
    const { call } = adam
    const all = await call.responses.getChanges({ includeAnswers: true })
    expect(all.changes.find((one) => one.anonymousId === anonymousId)?.answers).toMatchObject({ email: 'mai@respondents.example' })
    expect((await call.responses.getChanges({})).changes[0]).not.toHaveProperty('answers')
    const entry = (await auditTrail(portico, 0, 'responses.getChanges')).at(-1)
    expect(entry?.subjects).toContain(`respondent:${anonymousId}`)
    const { token } = await buildApiToken(portico, { calls: ['responses/getChanges'] })
    expect((await viaRest(portico.app, 'responses.getChanges', {}, { token })).ok).toBe(true)
    expect((await viaRest(portico.app, 'responses.getChanges', { includeAnswers: true }, { token })).id).toBe('FORBIDDEN')
  })

  it('is limited to the workshops of a token, whose cursor does not affect other readers', async () => {
    const there = await buildRespondent(portico, {}, { workshopName: 'elsewhere' })
    const { token } = await buildApiToken(portico, { calls: ['responses'], workshopNames: ['elsewhere'] })
    const ask = async (input: object) => (await viaRest(portico.app, 'responses.getChanges', input, { token })).data
    const first = await ask({})
    expect(first.changes.map((one: any) => one.anonymousId)).toEqual([there])
    expect((await ask({ cursor: first.cursor })).changes).toEqual([])
    expect((await readAll()).ids).toContain(there)
    expect((await viaRest(portico.app, 'responses.getChanges', { workshopName }, { token })).id).toBe('NOT_FOUND')
    expect((await viaRest(portico.app, 'responses.getChanges', { cursor: 'c1.x' }, { token })).status).toBe(422)
  })
})
