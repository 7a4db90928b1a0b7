import { beforeAll, expect, test } from 'vitest'
import {
  buildAnswers,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  twoReds,
  workshopName,
} from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { recount } from '../../../../test/support/recount.ts'

const portico = await openPortico()
const tried = 'rehearsal'
const everything = { includeGreen: true, includeRed: true, includeInProgress: true } as const
let real: string
let green: string
let red: string

beforeAll(async () => {
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  await buildWorkshop(portico, { name: tried, title: 'Rehearsal', test: true, isDefault: false })
  await portico.sql(
    `insert into webhook (name, key_id, wrapped_key, sealed, events, maker_id, created_at, is_test)
     select kind, 'k', '', '', '{respondent.submitted}', (select min(id) from account), now(), kind = 'test' from unnest('{test,real}'::text[]) as kind`,
  )
  real = await buildRespondent(portico, { ...twoReds, email: 'real@respondents.example' })
  green = await buildRespondent(portico, { email: 'green@respondents.example' }, { workshopName: tried })
  red = await buildRespondent(portico, twoReds, { workshopName: tried })
})

const idsOf = (page: { items: readonly { respondent: { anonymousId: string } }[] }) =>
  page.items.map(({ respondent }) => respondent.anonymousId)

test('a test workshop takes only submissions that name it, and is in no public list', async () => {
  const visitor = await portico.as()
  expect((await visitor.call.workshops.getOpenWorkshopList()).map(({ name }) => name)).toEqual([workshopName])
  const adam = await portico.as('adam')
  await adam.call.workshops.saveWorkshop({ name: workshopName, title: 'Citizenship Day', registrationOpen: false })
  const answers = await buildAnswers()
  await expect(visitor.call.responses.addNewQuestionnaireResponse({ name: questionnaireName, language: 'en', answers })).rejects.toThrow(
    'Registration',
  )
  await adam.call.workshops.saveWorkshop({ name: workshopName, title: 'Citizenship Day', registrationOpen: true })
})

test('respondents of a test workshop appear, marked, only in lists, counts and changes that name it', async () => {
  const adam = await portico.as('adam')
  expect(idsOf(await adam.call.responses.getAllResponses(everything))).toEqual([real])
  expect(idsOf(await adam.call.responses.getAllResponses({ ...everything, filter: { query: red.slice(0, 4) } }))).toEqual([])
  expect((await adam.call.responses.getOverview({})).total).toBe(1)
  expect((await adam.call.responses.getOverview({})).byLanguage).toEqual([{ language: 'en', respondents: 1 }])
  expect((await adam.call.responses.getChanges({})).changes.map(({ anonymousId }) => anonymousId)).toEqual([real])
  const details = await adam.call.agency.getAgencyDetails()
  expect(details.reduce((sum, { openCases }) => sum + openCases, 0)).toBe(1)

  const named = await adam.call.responses.getAllResponses({ ...everything, name: tried })
  expect(idsOf(named)).toEqual([red, green])
  expect(named.items.map(({ respondent }) => respondent.test)).toEqual([true, true])
  expect((await adam.call.responses.getOverview({ name: tried })).total).toBe(2)
  expect((await adam.call.responses.getChanges({ workshopName: tried })).changes).toHaveLength(2)
  expect((await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: red } })).respondent.test).toBe(true)
  const list = await adam.call.workshops.getWorkshopList()
  const both = list.filter(({ name }) => [tried, workshopName].includes(name))
  expect(both.map(({ name, test: isTest }) => [name, isTest])).toEqual([
    [tried, true],
    [workshopName, undefined],
  ])
  expect(await recount(portico)).toEqual([])
})

test('an agency finds test cases only when it filters by the workshop', async () => {
  const [{ agency_id: agencyId } = { agency_id: 0 }] = await portico.sql<{ agency_id: number }>(
    'select agency_id from respondent where anonymous_id = $1',
    [red],
  )
  const adam = await portico.as('adam')
  expect(idsOf(await adam.call.agency.getAssignedRespondents({ ...everything, agencyId }))).not.toContain(red)
  expect(
    idsOf(await adam.call.agency.getAssignedRespondents({ ...everything, agencyId, filter: { query: '', workshopName: tried } })),
  ).toEqual([red])
})

test('respondents of a test workshop get no e-mails, and only test webhooks receive their events', async () => {
  await portico.drain()
  expect(portico.outbox.filter(({ to }) => to === 'green@respondents.example')).toEqual([])
  const told = await portico.sql(
    `select name, data ->> 'anonymousId' as id from webhook_delivery join webhook on webhook.id = webhook_id
     where data ->> 'anonymousId' = any($1) order by webhook_delivery.id`,
    [[real, green, red]],
  )
  expect(told).toEqual([
    { name: 'real', id: real },
    { name: 'test', id: green },
    { name: 'test', id: red },
  ])
})

test('a workshop with respondents cannot switch between test and real, and a test is never the default', async () => {
  const adam = await portico.as('adam')
  const save = (name: string, changed: object) => adam.call.workshops.saveWorkshop({ name, title: 'Day', ...changed })
  await expect(save(tried, { test: false })).rejects.toThrow('Somebody has answered for this workshop: it stays a test.')
  await expect(save(workshopName, { test: true, isDefault: false })).rejects.toThrow('it stays a real one')
  await expect(save(tried, { isDefault: true })).rejects.toThrow('cannot be the default')
  expect((await save(tried, { test: true })).test).toBe(true)
  expect((await save('empty', { test: true })).test).toBe(true)
  expect((await save('empty', { test: false })).test).toBeUndefined()
})

test('an admin deletes a test workshop entirely by its name, never a real one, and the audit trail keeps the count', async () => {
  const adam = await portico.as('adam')
  const left = async () => [
    await portico.sql('select anonymous_id from respondent order by id'),
    await portico.sql('select name from workshop order by id'),
  ]
  const before = await left()
  const name = 'dress'
  await buildWorkshop(portico, { name, title: 'Dress rehearsal', test: true, isDefault: false })
  for (const answers of [{}, twoReds]) await buildRespondent(portico, answers, { workshopName: name })
  await adam.call.downloads.enqueueDownload({ workshop: { name }, configuration: { flavor: 'all' } })
  await portico.drain()
  await adam.call.workshops.startWalkIn({ name, fullName: 'Lucia Mora', language: 'es' })
  const remove = (which: string, confirm: string) => adam.call.workshops.deleteTestWorkshop({ name: which, confirm })
  await expect(remove(workshopName, workshopName)).rejects.toThrow('Only a test workshop can be deleted.')
  await expect(remove(name, 'dresss')).rejects.toThrow('Type dress to delete it.')
  expect(await remove(name, name)).toEqual({ respondents: 2 })
  expect(await left()).toEqual(before)
  expect(await portico.sql('select from download')).toEqual([])
  expect(await recount(portico)).toEqual([])
  const [entry] = await portico.sql<{ subjects: string[] }>(
    `select subjects from audit_entry where action = 'workshops.deleteTestWorkshop' and 'found:2' = any(subjects)`,
  )
  expect(entry?.subjects).toContainEqual(expect.stringMatching(/^workshop:\d+$/))
})
