import { beforeAll, describe, expect, it } from 'vitest'
import { principals, type Principal } from '../../src/api/access.ts'
import { calls } from '../calls/calls.ts'
import { openForeignThings } from '../calls/foreign-things.ts'
import { missingNumber, openWorld } from '../calls/world.ts'
import { viaBoth, type Answer } from '../support/both-transports.ts'
import { buildRespondent, buildWorkshop, twoReds, workshopName } from '../support/builders.ts'
import { openPortico, type Person } from '../support/harness.ts'

const portico = await openPortico()
const world = await openWorld(portico)
const { adam, agencies } = world
const [ana, vera, visitor] = [await portico.as('ana'), await portico.as('vera'), await portico.as()]

const refusals: Partial<Record<string, string>> = { NOT_FOUND: 'Not found.', FORBIDDEN: 'Not authorized for endpoint' }
const foreign = await openForeignThings(world)
const accountOf = async (name: string) => (await portico.sql<{ id: number }>(`select id from account where name = $1`, [name]))[0]?.id

const people: Record<Principal, Person> = {
  anonymous: visitor,
  AGENCY: ana,
  ADMIN_USER: adam,
  ROOT_USER: await portico.as('rosa'),
  VOLUNTEERV1: vera,
  TRANSLATOR: await portico.as('tara'),
}
// Tables that every call may write to, even a refused one.
const traces = ['audit_entry', 'audit_link', 'rate_counter']

/** Returns a digest of all rows of each table. */
async function everything(): Promise<string[]> {
  const tables = await portico.sql<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const found: string[] = []
  for (const { name } of tables.filter((table) => !traces.includes(table.name))) {
    const [row] = await portico.sql<{ rows: string | null }>(
      `select md5(string_agg(t::text, chr(10) order by t::text)) as rows from ${name} t`,
    )
    found.push(`${name} ${row?.rows}`)
  }
  return found
}

const ask = (who: Person, path: string, input: unknown) => viaBoth(portico.app, path, input, { token: who.accessToken })

describe('foreign and missing objects give byte-identical responses over REST and tRPC', () => {
  const bounded = Object.entries(calls).flatMap(([path, { foreign: by = {} }]) =>
    principals.flatMap((who) => {
      const made = by[who]
      return typeof made === 'function' ? [[path, who, made] as const] : []
    }),
  )

  it.each(bounded)('%s for %s', async (path, principal, made) => {
    const { foreign: things, missing: none, refusal } = await made(foreign)
    const before = await everything()
    const nothing = await ask(people[principal], path, none)
    for (const answer of nothing) {
      if (refusal) expect([answer.id, answer.message], answer.text).toEqual([refusal, expect.stringContaining(refusals[refusal] ?? '')])
      else if (refusal === null) expect([answer.ok, answer.data], answer.text).toEqual([true, null])
      else if (Array.isArray(answer.data)) expect(answer.data).toEqual([])
      else expect(answer.data).toMatchObject({ items: [], meta: { count: 0 } })
    }
    for (const [what, input] of Object.entries(things)) {
      const found = await ask(people[principal], path, input)
      expect(
        found.map((answer) => answer.whole),
        what,
      ).toEqual(nothing.map((answer) => answer.whole))
    }
    expect(await everything()).toEqual(before)
  })

  it('for downloads, to those who may create them', async () => {
    for (const path of ['getDownloadListItem', 'getDownloadStatus', 'cancelDownload', 'getDownloadFile']) {
      for (const answer of await ask(adam, `downloads.${path}`, { id: missingNumber })) expect(answer.id).toBe('NOT_FOUND')
      for (const answer of await ask(ana, `downloads.${path}`, { id: world.downloadId })) expect(answer.status).toBe(403)
    }
  })
})

describe('account types beyond the caller’s own', () => {
  it.each(['admin', 'root'])('%s is refused to an admin whether or not the address is known, and accepted from a root', async (account) => {
    for (const email of ['new-person@example.org', 'ana@portico.example']) {
      for (const answer of await ask(adam, 'admin.generateRegistrationLink', { account, email, purpose: '' }))
        expect([answer.status, answer.id, answer.message]).toEqual([403, 'FORBIDDEN', 'Not authorized for endpoint'])
    }
    for (const answer of await ask(people.ROOT_USER, 'admin.generateRegistrationLink', { account, email: 'new-person@example.org' }))
      expect(answer.data).toEqual({ emailSuccess: true })
  })

  it('cannot be reached by changing roles either', async () => {
    const id = await accountOf('Victor Vo')
    for (const answer of await ask(adam, 'admin.updateAccount', { id, roles: ['VOLUNTEERV1', 'ADMIN_USER'] }))
      expect([answer.status, answer.id]).toEqual([403, 'FORBIDDEN'])
  })
})

describe('lists do not reveal foreign rows', () => {
  const lists: readonly (readonly [string, Person, string, unknown])[] = [
    ['an agency’s cases', ana, 'agency.getAssignedRespondents', { agencyId: agencies.ana }],
    ['a page beyond the end', ana, 'agency.getAssignedRespondents', { agencyId: agencies.ana, pagination: { offset: 50, count: 5 } }],
    ['a page of one', ana, 'agency.getAssignedRespondents', { agencyId: agencies.ana, pagination: { offset: 0, count: 1 } }],
    ['the green dots of an agency', ana, 'responses.getWorkshopGreenDotResponses', { name: workshopName }],
    ['the green dots of a volunteer', vera, 'responses.getWorkshopGreenDotResponses', { name: workshopName }],
    [
      'the last page of a volunteer',
      vera,
      'responses.getWorkshopGreenDotResponses',
      { name: workshopName, pagination: { offset: 1, count: 1 } },
    ],
    ['the workshops of an agency', ana, 'workshops.getWorkshopList', {}],
    ['the workshops of a volunteer', vera, 'workshops.getWorkshopList', {}],
    ['the agencies of an agency', ana, 'agency.getMyAgencyList', {}],
  ]
  const before: string[][] = []

  beforeAll(async () => {
    for (const [, who, path, input] of lists) before.push((await ask(who, path, input)).map((answer) => answer.whole))
    await buildWorkshop(portico, { name: 'further_away', isDefault: false, agencyIds: [agencies.ben] })
    await portico.sql(`delete from workshop_access using workshop where workshop.id = workshop_id and name <> $1`, [workshopName])
    await buildRespondent(portico, { fullName: 'Unheard Of', email: 'unheard@respondents.example' }, { workshopName: 'further_away' })
    await buildRespondent(portico, twoReds, { workshopName: 'elsewhere' })
    await buildRespondent(portico, { ...twoReds, contactLanguage: 'vi', fullName: 'Unheard Either', phone: '+14085550999' })
    await adam.call.agency.saveAgency({ name: 'Unheard Agency' })
  })

  it.each(lists.map(([what], index) => [what, index] as const))('%s: not in rows, counts or paging', async (_what, index) => {
    const [, who, path, input] = lists[index] ?? ['', visitor, '', {}]
    expect((await ask(who, path, input)).map((answer) => answer.whole)).toEqual(before[index])
  })

  it.each([
    ['a name', 'unheard'],
    ['a name of several words', 'either unheard'],
    ['an e-mail address', 'unheard@respondents.example'],
    ['a telephone number', '+14085550999'],
    ['an anonymousId', foreign.case],
    ['the beginning of an anonymousId', foreign.caseElsewhere.slice(0, 9)],
  ])('not in a search for %s', async (_what, query) => {
    const search = (filter: object) => [
      ask(ana, 'agency.getAssignedRespondents', { agencyId: agencies.ana, filter }),
      ask(ana, 'responses.getWorkshopGreenDotResponses', { name: workshopName, filter }),
      ask(vera, 'responses.getWorkshopGreenDotResponses', { name: workshopName, filter }),
    ]
    const whole = async (asked: Promise<Answer[]>[]) => (await Promise.all(asked)).flat().map((answer) => answer.whole)
    expect(await whole(search({ query }))).toEqual(await whole(search({ query: 'zzqx zzqx' })))
    expect((await adam.call.responses.getAllResponses({ filter: { query } })).meta.count).toBeGreaterThan(0)
  })

  it("workshops and agencies are limited to the caller's own", async () => {
    const names = async (who: Person) => (await who.call.workshops.getWorkshopList()).map((workshop) => workshop.name)
    expect(await names(vera)).toEqual([workshopName])
    expect(await names(ana)).not.toContain('elsewhere')
    expect(await names(await portico.as('victor'))).toEqual([])
  })
})
