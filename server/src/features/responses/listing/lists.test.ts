import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import type { Services } from '../../../infra/request-context.ts'
import { openEncryption } from '../../../infra/security/encryption.ts'
import { answerPlaces, sealRespondent } from '../../../infra/security/sealed-respondent.ts'
import { everyone } from '../scope.ts'
import { countContactLanguages } from './count-languages.ts'
import { contactsOf, idsIn } from './contact-cache.ts'
import { search } from './search.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, ben, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('ben'), await portico.as('vera')]

const people = [
  ['Nguyễn Thị Mai', 'vi', {}],
  ['José Peña Ortega', 'es', twoReds],
  ['Joseph Okonkwo', 'en', {}],
  ['Đặng Minh', 'vi', twoReds],
  ['Ana Penagos Jr 1', 'es', twoReds],
] as const
const ids: string[] = []
for (const [index, [fullName, contactLanguage, changed]] of people.entries()) {
  ids.push(
    await buildRespondent(portico, {
      fullName,
      contactLanguage,
      email: `p${index}@respondents.example`,
      phone: `+1408555010${index}`,
      ...changed,
    }),
  )
}
/** Deletes a respondent directly in the database; the next start corrects the counts. */
const deleteByHand = (anonymousId: string) => portico.sql('delete from respondent where anonymous_id = $1', [anonymousId])
const find = async (query: string, who = adam) =>
  (await who.call.responses.getAllResponses({ filter: { query } })).items.map((item) => item.respondent.fullName)

describe('lists of respondents', () => {
  it('are sorted newest first and paged', async () => {
    const page = await adam.call.responses.getAllResponses({ pagination: { offset: 0, count: 2 } })
    expect(page.items.map((item) => item.respondent.anonymousId)).toEqual([ids[4], ids[3]])
    expect(page).toMatchObject({ pagination: { batchSize: 2, offset: 0, hasMore: true }, meta: { count: 5 } })
    const last = await adam.call.responses.getAllResponses({ pagination: { offset: 4, count: 2 } })
    expect(last.items.map((item) => item.respondent.anonymousId)).toEqual([ids[0]])
    expect(last.pagination.hasMore).toBe(false)
    expect((await adam.call.responses.getAllResponses({ pagination: { offset: 500, count: 2 } })).items).toEqual([])
  })

  it('return all rows in order over single-row pages', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < 5; offset += 1)
      seen.push(
        ...(await adam.call.responses.getAllResponses({ pagination: { offset, count: 1 } })).items.map(
          (item) => item.respondent.anonymousId,
        ),
      )
    expect(seen).toEqual(ids.toReversed())
  })

  it.each([
    ['by the beginning of a word, ignoring case', 'JOS', ['Joseph Okonkwo', 'José Peña Ortega']],
    ['an accented name by a query without accents', 'pena', ['Ana Penagos Jr 1', 'José Peña Ortega']],
    ['a name without accents by a query with accents', 'josé', ['Joseph Okonkwo', 'José Peña Ortega']],
    ['by several words in any order', 'ortega jos', ['José Peña Ortega']],
    ['a letter with a stroke by the plain letter', 'dang', ['Đặng Minh']],
    ['by part of a word of at least three letters', 'guyen', ['Nguyễn Thị Mai']],
    ['nobody by two letters inside a word', 'ai', []],
    ['by the whole e-mail address', 'P2@Respondents.example', ['Joseph Okonkwo']],
    ['nobody by part of an e-mail address', 'respondents.example', []],
    ['by the whole phone number', '+14085550101', ['José Peña Ortega']],
    ['by part of the phone number', '555-0102', ['Joseph Okonkwo']],
    [
      'everyone whose phone number contains the digits',
      '0855501',
      ['Ana Penagos Jr 1', 'José Peña Ortega', 'Joseph Okonkwo', 'Nguyễn Thị Mai', 'Đặng Minh'],
    ],
    ['by a formatted phone number', '(408) 555-0101', ['José Peña Ortega']],
    ['nobody by a wildcard', '%', []],
    ['by a name that contains a number', 'jr 1', ['Ana Penagos Jr 1']],
    ['by a number that occurs only in a name', '1', ['Ana Penagos Jr 1']],
  ])('find %s', async (_name, query, names) => {
    expect((await find(query)).toSorted()).toEqual(names.toSorted())
  })

  it('find an anonymousId by its prefix', async () => {
    expect(await find((ids[0] ?? '').slice(0, 9).toLowerCase())).toEqual(['Nguyễn Thị Mai'])
  })

  it('treat a long prefix of an anonymousId only as an id; control: a short one may match a name', async () => {
    const [first = ''] = ids
    const namesake = await buildRespondent(portico, { fullName: first.slice(0, 9), email: 'namesake@respondents.example' })
    expect(await find(first.slice(0, 9))).toEqual(['Nguyễn Thị Mai'])
    expect((await find(first.slice(0, 4))).toSorted()).toEqual(['Nguyễn Thị Mai', first.slice(0, 9)].toSorted())
    await deleteByHand(namesake)
    await countContactLanguages(portico.services)
  })

  it('can be filtered by flag; not-applicable appears only with all flags', async () => {
    const list = async (flags: Record<string, boolean>) => (await adam.call.responses.getAllResponses(flags)).meta.count
    expect(await list({})).toBe(5)
    expect(await list({ includeGreen: true, includeRed: false, includeInProgress: false })).toBe(2)
    expect(await list({ includeGreen: false, includeRed: false, includeInProgress: true })).toBe(3)
    expect(await list({ includeGreen: false, includeRed: false, includeInProgress: false })).toBe(0)
  })

  it('contain no foreign respondents in rows, counts or search results', async () => {
    const [mine] = await ana.call.agency.getMyAgencyList()
    const [theirs] = await ben.call.agency.getMyAgencyList()
    const list = (agencyId: number, query = '') => ana.call.agency.getAssignedRespondents({ agencyId, filter: { query } })
    expect((await list(mine?.id ?? 0)).items.map((item) => item.respondent.fullName)).toEqual(['Ana Penagos Jr 1', 'José Peña Ortega'])
    expect(await list(theirs?.id ?? 0)).toMatchObject({ items: [], meta: { count: 0 } })
    expect(await list(mine?.id ?? 0, 'dang')).toMatchObject({ items: [], meta: { count: 0 } })
    expect(await list(mine?.id ?? 0, ids[3])).toMatchObject({ items: [], meta: { count: 0 } })
    expect(
      (await vera.call.responses.getWorkshopGreenDotResponses({ name: 'citizenship_day', filter: { query: 'jos' } })).items.map(
        (item) => item.respondent.fullName,
      ),
    ).toEqual(['Joseph Okonkwo'])
  })

  it('throw `NOT_FOUND` for an unknown workshop', async () => {
    for (const call of ['getAllResponses', 'getOverview']) {
      const { body } = await adam.rest(`responses/${call}`, { name: 'nowhere' })
      expect(body).toMatchObject({ error_id: 'NOT_FOUND', message: 'There is no workshop of this name.' })
    }
  })

  it('write an audit entry that names everyone shown', async () => {
    await adam.call.responses.getAllResponses({ pagination: { offset: 0, count: 2 } })
    const entry = (await auditTrail(portico, 0, 'responses.getAllResponses')).at(-1)
    expect(entry?.subjects).toEqual([`respondent:${ids[4]}`, `respondent:${ids[3]}`])
  })

  it('fail if the audit entry cannot be written; control: otherwise each page writes one', async () => {
    const count = async () =>
      (await portico.sql<{ entries: number }>('select count(*)::integer as entries from audit_entry'))[0]?.entries ?? 0
    const before = await count()
    await portico.sql('alter table audit_entry add constraint nothing_more check (false) not valid')
    for (const query of ['', 'mai', 'p1@respondents.example']) await expect(find(query)).rejects.toThrow()
    await portico.sql('alter table audit_entry drop constraint nothing_more')
    expect(await count()).toBe(before)
    for (const query of ['', 'mai', 'p1@respondents.example']) await find(query)
    expect(await count()).toBe(before + 3)
  })

  it('are counted by contact language, which no plain column reveals; missing counts are rebuilt at start', async () => {
    const byLanguage = async () => (await adam.call.responses.getOverview({ name: workshopName })).byLanguage
    const wanted = [
      { language: 'es', respondents: 2 },
      { language: 'vi', respondents: 2 },
      { language: 'en', respondents: 1 },
    ]
    await deleteByHand(await buildRespondent(portico, { email: 'gone@respondents.example' }))
    expect(await countContactLanguages(portico.services)).toBe(1)
    expect(new Set(await byLanguage())).toEqual(new Set(wanted))
    expect(await portico.sql('select distinct language from respondent')).toEqual([{ language: 'en' }])
    expect(await countContactLanguages(portico.services)).toBe(0)
    await portico.sql('delete from contact_language_count')
    expect(await countContactLanguages(portico.services)).toBe(1)
    expect(new Set(await byLanguage())).toEqual(new Set(wanted))
    await buildWorkshop(portico, { name: 'nobody_left', isDefault: false })
    await portico.sql(`insert into contact_language_count select id, 'en', 1 from workshop where name = 'nobody_left'`)
    expect(await countContactLanguages(portico.services)).toBe(1)
    expect(new Set(await byLanguage())).toEqual(new Set(wanted))
    expect(await portico.sql('select distinct workshop_id from contact_language_count')).toHaveLength(1)
  })

  it('agree with the overview and with a recount', async () => {
    const overview = await adam.call.responses.getOverview({})
    const [recount] = await portico.sql<{ total: string; progress: string }>(
      `select count(*) total, count(*) filter (where current_flag = 'in-progress') progress from respondent`,
    )
    expect(overview.total).toBe(Number(recount?.total))
    expect(overview.byFlag).toContainEqual({ flag: 'in-progress', respondents: Number(recount?.progress) })
    for (const rows of [overview.byFlag, overview.byLanguage, overview.byAgency, overview.byDay]) {
      expect(rows.reduce((sum, row) => sum + row.respondents, 0)).toBe(overview.total)
    }
  })
})

describe('lists of thousands of respondents', () => {
  let size = 3_200
  const nameOf = (place: number) => `Nobody ${place.toString(36)}`
  const fresh = () => ({ ...portico.services, encryption: openEncryption(join(portico.dataDir, 'keyring.json'), false) })
  const openAll = (services: Services) =>
    inTransaction(services, 'test', async (ctx) => contactsOf(ctx, await idsIn(ctx, await everyone(ctx, 'crowded'))))
  const swapContacts = (one: number, other: number) =>
    portico.sql(
      `update respondent set sealed_contact = (select sealed_contact from respondent as other where other.id <> respondent.id and other.anonymous_id = any($1))
       where anonymous_id = any($1)`,
      [[`crowd-${one}`, `crowd-${other}`]],
    )

  beforeAll(async () => {
    await portico.sql(`insert into workshop (name, title, time_zone) values ('crowded', 'Crowded', 'UTC')`)
    const crowd = Array.from({ length: size }, (_, index) => {
      const contact = { fullName: nameOf(index + 1), email: null, phoneNumber: null, contactLanguage: 'en' }
      return sealRespondent(portico.services.encryption, `crowd-${index + 1}`, contact, { places: answerPlaces([]), answers: [] })
    })
    await portico.sql(
      `
      insert into respondent (anonymous_id, workshop_id, questionnaire_id, language, submitted_at, submitted_on, key_id, wrapped_key,
        sealed_contact, sealed_answers, initial_flag, current_flag, initial_reds, current_reds)
      select 'crowd-' || place, workshop.id, questionnaire.id, 'en', now(), current_date, key_id, key, contact, '', 'green', 'green', 0, 0
      from workshop, questionnaire, unnest($1::text[], $2::bytea[], $3::bytea[]) with ordinality as people (key_id, key, contact, place)
      where workshop.name = 'crowded' order by place`,
      [crowd.map((one) => one.keyId), crowd.map((one) => one.wrappedKey), crowd.map((one) => one.sealedContact)],
    )
  })
  afterAll(() => portico.sql(`delete from respondent where anonymous_id like 'crowd-%'`))

  it('return the same rows on every page, from whichever end it is read', async () => {
    for (const offset of [0, 1_000, 1_001, 1_599, 1_601, size - 7, size]) {
      const { items, meta } = await adam.call.responses.getAllResponses({ name: 'crowded', pagination: { offset, count: 10 } })
      const expected = Array.from({ length: Math.min(10, size - offset) }, (_, index) => `crowd-${size - offset - index}`)
      expect([offset, meta.count, items.map((item) => item.respondent.anonymousId)]).toEqual([offset, size, expected])
    }
  })

  it('return the right rows after a respondent has left since the last page', async () => {
    const lastPage = async (all: number) =>
      adam.call.responses.getAllResponses({ name: 'crowded', pagination: { offset: all - 3, count: 3 } })
    expect((await lastPage(size)).items.map((item) => item.respondent.anonymousId)).toEqual(['crowd-3', 'crowd-2', 'crowd-1'])
    await portico.sql(`delete from respondent where anonymous_id = 'crowd-${size}'`)
    size -= 1
    expect((await lastPage(size)).items.map((item) => item.respondent.anonymousId)).toEqual(['crowd-3', 'crowd-2', 'crowd-1'])
  })

  it('are decrypted by two threads without mixing up names', async () => {
    const services = fresh()
    const names = [...(await openAll(services)).values()].map(({ fullName }) => fullName)
    expect(names.toSorted()).toEqual(Array.from({ length: size }, (_, index) => nameOf(index + 1)).toSorted())
    const last = await inTransaction(services, 'test', async (ctx) => search(ctx, await everyone(ctx, 'crowded'), nameOf(size)))
    expect(last.map(({ anonymousId }) => anonymousId)).toEqual([`crowd-${size}`])
  })

  it.each([1, 701])('fail to decrypt if contact data was swapped between respondents: number %i', async (place) => {
    await swapContacts(place, 702)
    await expect(openAll(fresh())).rejects.toThrow('authenticate')
    await swapContacts(place, 702)
    expect((await openAll(fresh())).size).toBe(size)
  })
})
