import { expect, it } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { buildAnswers, buildQuestionnaire, buildRespondent, buildWorkshop, questionnaireName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { signedEntry } from '../../infra/security/audit/audit-signature.ts'
import { listAffected, type Breach } from './breach-list.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const adam = await portico.as('adam')
const respondent = (n: number, workshopName = 'citizenship_day') =>
  buildRespondent(portico, { email: `p${n}@respondents.example`, fullName: `Person ${n}` }, { workshopName })
const one = await respondent(1)
const two = await respondent(2)
await buildWorkshop(portico, { name: 'second_day', isDefault: false })
const three = await respondent(3, 'second_day')
const affected = async (breach: Breach) => (await listAffected(portico.services, breach)).people.map((person) => person.anonymousId)

it('the breach list contains everyone of a workshop, including people who asked us to stop, with their contact data', async () => {
  await adam.call.privacy.recordRequest({ respondent: { anonymousId: two }, kind: 'stop' })
  const { items } = await adam.call.privacy.getRequestList({})
  await adam.call.privacy.completeRequest({ id: items[0]?.id ?? 0 })
  expect(await affected({ workshopName: 'citizenship_day' })).toEqual([one, two])
  const { people } = await listAffected(portico.services, {})
  expect(people).toHaveLength(3)
  expect(people[1]).toEqual({
    anonymousId: two,
    fullName: 'Person 2',
    email: 'p2@respondents.example',
    phoneNumber: expect.any(String),
    language: expect.any(String),
    workshop: 'citizenship_day',
  })
  expect(people[2]?.anonymousId).toBe(three)
  await expect(affected({ workshopName: 'nowhere' })).rejects.toThrow('There is no workshop nowhere')
})

it('the breach list contains the people whom an account viewed in a period, and is itself audited', async () => {
  portico.setTime('2026-11-22T08:00:00Z')
  await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: one } })
  portico.setTime('2026-11-22T09:00:00Z')
  await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: three } })
  const account = 'adam@portico.example'
  const between = (from: string, to: string) => affected({ account, from: new Date(from), to: new Date(to) })
  expect(await between('2026-11-22T07:59:00Z', '2026-11-22T08:01:00Z')).toEqual([one])
  expect(await between('2026-11-22T07:59:00Z', '2026-11-22T09:01:00Z')).toEqual([one, three])
  expect(await affected({ account: 'vera@portico.example' })).toEqual([])
  const entries = await auditTrail(portico, 0, 'privacy.breachList')
  expect(entries.map((entry) => entry.subjects)).toContainEqual([`respondent:${one}`, `respondent:${three}`])
})

it('the breach list counts the audit entries that do not name anybody', async () => {
  portico.setTime('2026-11-23T08:00:00Z')
  await adam.call.responses.getOverview({})
  expect(await listAffected(portico.services, { account: 'adam@portico.example', from: new Date('2026-11-23T07:00:00Z') })).toEqual({
    people: [],
    unnamed: 1,
    changed: 0,
    unsigned: 0,
  })
})

it('the breach list contains the people of entries of earlier versions, which name them in the clear', async () => {
  portico.setTime('2026-11-24T08:00:00Z')
  const at = portico.services.clock()
  const content = { at, accountId: null, action: 'earlier', subjects: [`respondent:${two}`], sealedSubjects: null, requestId: 'r' }
  const { signature } = signedEntry(portico.services.encryption, content)
  await portico.sql(`insert into audit_entry (at, action, subjects, request_id, signature) values ($1, 'earlier', $2, 'r', $3)`, [
    at,
    content.subjects,
    signature,
  ])
  expect(await affected({ from: at })).toEqual([two])
})

it.each([
  ['what is sealed in them', `sealed_subjects = sealed_subjects || '\\x00'`],
  ['that anything is sealed in them', 'sealed_subjects = null'],
  ['what they name in the clear', `subjects = '{workshop:1}'`],
])('the breach list counts entries in which somebody changed %s', async (_what, change) => {
  portico.setTime('2026-11-25T08:00:00Z')
  await portico.sql(`delete from audit_entry where at >= '2026-11-25T00:00:00Z'`)
  const period = { account: 'adam@portico.example', from: portico.services.clock() }
  for (const anonymousId of [one, three]) await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
  await portico.sql(`update audit_entry set ${change} where id = (select max(id) from audit_entry)`)
  expect(await listAffected(portico.services, period)).toMatchObject({ people: [{ anonymousId: one }], unnamed: 0, changed: 1 })
})

it.each([
  ['without what was sealed in them', 'sealed_subjects = null', []],
  ['that name people in the clear, whom it contains', `sealed_subjects = null, subjects = array['respondent:${two}']`, [two]],
])('the breach list counts entries without a signature %s', async (_what, change, named) => {
  portico.setTime('2026-11-26T08:00:00Z')
  await portico.sql(`delete from audit_entry where at >= '2026-11-26T00:00:00Z'`)
  const period = { account: 'adam@portico.example', from: portico.services.clock() }
  for (const anonymousId of [one, three]) await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
  await portico.sql(`update audit_entry set signature = null, ${change} where id = (select max(id) from audit_entry)`)
  const { people, ...counts } = await listAffected(portico.services, period)
  expect(people.map((person) => person.anonymousId)).toEqual([one, ...named])
  expect(counts).toEqual({ unnamed: 0, changed: 0, unsigned: 1 })
})

it('the breach list of a workshop contains whoever was moved to another one', async () => {
  const moved = await respondent(4)
  const move = { respondent: { anonymousId: moved }, workshopName: 'second_day', reason: 'Asked for it.', version: 0 }
  await adam.call.corrections.moveRespondent(move)
  expect(await affected({ workshopName: 'citizenship_day' })).toEqual([one, two, moved])
  expect(await affected({ workshopName: 'second_day' })).toEqual([three, moved])
})

it('the breach list of an account contains people registered at the door, and counts the entries about those who never answered', async () => {
  portico.setTime('2026-12-19T17:00:00Z')
  const period = { account: 'adam@portico.example', from: portico.services.clock() }
  const vera = await portico.as('vera')
  const register = (fullName: string) =>
    vera.call.workshops.startWalkIn({ name: 'citizenship_day', fullName, phoneNumber: '+14085550177', language: 'es' })
  const { walkInId } = await register('Lucía Mora')
  const show = () => adam.call.workshops.getDoorList({ name: 'citizenship_day' })
  expect((await show()).walkIns).toHaveLength(1)
  expect(await listAffected(portico.services, period)).toMatchObject({ people: [{ anonymousId: one }], unnamed: 1 })
  const { token } = await vera.call.workshops.createWalkInLink({ walkInId, together: false })
  const answers = await buildAnswers({ fullName: 'Lucía Mora' })
  const visitor = await portico.as()
  const { anonymousId } = await visitor.call.responses.addNewQuestionnaireResponse({
    name: questionnaireName,
    language: 'es',
    workshopName: 'citizenship_day',
    answers,
    walkIn: token,
  })
  expect(await listAffected(portico.services, period)).toMatchObject({
    people: [{ anonymousId: one }, { anonymousId, fullName: 'Lucía Mora' }],
    unnamed: 0,
  })
  await register('Tomás Gil')
  await show()
  expect(await listAffected(portico.services, period)).toMatchObject({ people: [{ anonymousId: one }, { anonymousId }], unnamed: 1 })
})
