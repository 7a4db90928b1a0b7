import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  buildAnswers,
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  twoReds,
  workshopName,
} from '../../../../test/support/builders.ts'
import { visitOf } from '../../../../test/calls/privacy.ts'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { holdLock } from '../../../../test/support/held-lock.ts'
import { advisoryLocks } from '../../../infra/postgres/locks.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
const [adam, ana, visitor] = [await portico.as('adam'), await portico.as('ana'), await portico.as()]

const send = async (changed: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  visitor.rest(
    'responses/addNewQuestionnaireResponse',
    { name: questionnaireName, language: 'en', answers: await buildAnswers(), ...changed },
    headers,
  )
const flagOf = async (anonymousId: string) => (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).flag
const countOf = async (table: string) => Number((await portico.sql<{ n: string }>(`select count(*) n from ${table}`))[0]?.n)

describe('a submission', () => {
  it('is flagged by the questionnaire’s rules', async () => {
    expect(await flagOf(await buildRespondent(portico))).toMatchObject({ initial: 'green', current: 'green', initialRedFlagAnswerCount: 0 })
    expect(await flagOf(await buildRespondent(portico, twoReds))).toMatchObject({
      initial: 'red',
      current: 'in-progress',
      initialRedFlagAnswerCount: 2,
      currentRedFlagAnswerCount: 2,
      forceInfo: null,
    })
  })

  it('reveals no flags to the respondent', async () => {
    const answer = await send({ answers: await buildAnswers(twoReds) })
    expect(Object.keys(answer.body.data)).toEqual(['anonymousId'])
  })

  it.each([
    ['a required answer is missing', { fullName: '' }, 'fullName', 'Required'],
    ['the phone number has no plus', { phone: '4085551234' }, 'phone', 'Improperly formatted phone number'],
    ['the ZIP code is too short', { zipCode: '951' }, 'zipCode', 'Invalid zip code'],
    ['a choice is not in the list', { hasGreenCard: 'maybe' }, 'hasGreenCard', 'Choose one of the answers.'],
    ['an identifier is unknown', { favouriteColour: 'blue' }, 'favouriteColour', 'This questionnaire has no such question.'],
    ['the respondent is under 16', { dateOfBirth: '2011-01-01' }, 'dateOfBirth', 'You must be at least 16.'],
    ['the birthday is in the future', { dateOfBirth: '2031-01-01' }, 'dateOfBirth', 'This date is not possible here.'],
  ])('is refused at its field when %s, and changes nothing', async (_name, changed, identifier, message) => {
    const before = await countOf('respondent')
    const answer = await send({ answers: await buildAnswers(changed as never) })
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toContainEqual(expect.objectContaining({ path: ['answers', identifier], message }))
    expect(await countOf('respondent')).toBe(before)
  })

  it.each([
    ['under 18, with the consent of a parent', '2009-06-01', true, true],
    ['under 18, without the consent of a parent', '2009-06-01', undefined, false],
    ['18 today, although the form states consent', '2008-11-21', true, undefined],
  ])('shows reviewers and the respondent whether a parent consented: %s', async (_name, dateOfBirth, parentConsent, known) => {
    const answers = await buildAnswers({ dateOfBirth, email: 'young@respondents.example' })
    const { anonymousId } = (await send({ answers, parentConsent })).body.data
    const { body } = await adam.rest('responses/getRespondentAnswerInfo', { respondent: { anonymousId } })
    expect(body.data.parentConsent).toBe(known)
    const link = await visitOf(portico, anonymousId, 'young@respondents.example')
    const seen = await visitor.call.privacy.submitRequest({ visit: link, kind: 'correct', text: 'Mine' })
    expect(seen.data?.parentConsent).toBe(known)
  })

  it('is refused in a language the questionnaire does not have', async () => {
    expect((await send({ language: 'ko' })).body).toMatchObject({ error_id: 'VALIDATION_ERROR', issues: [{ path: ['language'] }] })
  })

  it('returns the same result for the same idempotency key, from the body or the header', async () => {
    const idempotencyKey = randomUUID()
    const first = await send({ idempotencyKey })
    const before = await countOf('respondent')
    expect((await send({ idempotencyKey })).body).toEqual(first.body)
    expect((await send({}, { 'idempotency-key': idempotencyKey })).body).toEqual(first.body)
    expect(await countOf('respondent')).toBe(before)
    const other = await send({ idempotencyKey, answers: await buildAnswers({ zipCode: '95113' }) })
    expect(other).toMatchObject({ status: 200, body: { success: false, error_id: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('is stored once when the same key is sent fifty times at once', async () => {
    const idempotencyKey = randomUUID()
    const before = await countOf('respondent')
    const answers = await Promise.all(Array.from({ length: 50 }, () => send({ idempotencyKey })))
    expect(new Set(answers.map((answer) => answer.body.data?.anonymousId)).size).toBe(1)
    expect(await countOf('respondent')).toBe(before + 1)
  })

  it('is unaffected by an invalid one that arrives at the same moment', async () => {
    const [good, bad, alsoGood] = await Promise.all([send(), send({ answers: {} }), send()])
    expect([good.status, bad.status, alsoGood.status]).toEqual([200, 422, 200])
  })

  it('is stored although the transaction of an earlier one is blocked', async () => {
    const email = 'blocked@portico.example'
    const address = portico.services.encryption.lookupHash('email', email)
    const lock = `select pg_advisory_xact_lock($1::integer, hashtext(encode($2::bytea, 'hex')))`
    const held = await holdLock(portico, lock, [advisoryLocks.invitations, address])
    const blocked = send({ answers: await buildAnswers({ email }) })
    await held.untilWaiting(1)
    expect((await send()).status).toBe(200)
    await held.release()
    expect((await blocked).status).toBe(200)
  })

  it('is refused for closed registration or an unknown questionnaire before its answers are checked', async () => {
    expect((await send({ name: 'nothing', answers: {} })).body.error_id).toBe('NO_QUESTIONNAIRE_REGISTERED')
    expect((await send({ workshopName: 'elsewhere', answers: {} })).body.error_id).toBe('REGISTRATION_DISABLED')
    await buildQuestionnaire(portico, 'unused')
    expect((await send({ name: 'unused', answers: {} })).body).toMatchObject({
      error_id: 'REGISTRATION_DISABLED',
      message: 'Registration is currently disabled.',
    })
  })

  it('is answered from its idempotency key after registration has closed', async () => {
    const idempotencyKey = randomUUID()
    const first = await send({ workshopName, idempotencyKey })
    await buildWorkshop(portico, { registrationOpen: false })
    expect((await send({ workshopName, idempotencyKey })).body).toEqual(first.body)
    expect((await send({ workshopName })).body.error_id).toBe('REGISTRATION_DISABLED')
    await buildWorkshop(portico)
  })

  it('is accepted for the version that it began with after a new one was published', async () => {
    const id = await buildQuestionnaire(portico)
    const newer = await buildQuestionnaire(portico)
    const old = await send({ questionnaireId: id })
    const entry = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: old.body.data.anonymousId } })
    expect(entry.respondent.questionnaireId).toBe(id)
    const latest = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: (await send()).body.data.anonymousId } })
    expect(latest.respondent.questionnaireId).toBe(newer)
  })

  it('is assigned to the default open workshop, otherwise to the next by date', async () => {
    await buildWorkshop(portico, { name: 'sooner', isDefault: false, eventDate: '2026-12-01' })
    await buildWorkshop(portico, { name: 'later', isDefault: false, eventDate: '2027-01-15' })
    const workshopOf = async () =>
      (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId: await buildRespondent(portico) } })).respondent
        .workshopName
    expect(await workshopOf()).toBe(workshopName)
    await buildWorkshop(portico, { registrationOpen: false })
    expect(await workshopOf()).toBe('sooner')
    await buildWorkshop(portico)
    await buildWorkshop(portico, { name: 'sooner', isDefault: false, registrationOpen: false })
    await buildWorkshop(portico, { name: 'later', isDefault: false, registrationOpen: false })
  })
})

describe('effects of a submission', () => {
  it('a green respondent is invited once, in their language; a red one is not', async () => {
    await portico.drain()
    portico.outbox.length = 0
    const idempotencyKey = randomUUID()
    const answers = await buildAnswers({ email: 'once@respondents.example', contactLanguage: 'vi' })
    await Promise.all([
      send({ idempotencyKey, answers }),
      send({ idempotencyKey, answers }),
      send({ answers: await buildAnswers({ email: 'flagged@respondents.example', ...twoReds }) }),
    ])
    await portico.drain()
    expect(portico.outbox.map(({ to, language }) => ({ to, language }))).toEqual([{ to: 'once@respondents.example', language: 'vi' }])
  })

  it('a respondent without an e-mail address is marked to be telephoned', async () => {
    const anonymousId = await buildRespondent(portico, { email: '' })
    const { respondent } = await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })
    expect(respondent).toMatchObject({ email: null, mustTelephone: true })
  })

  it('a red respondent is assigned to the agency with their language, then to the one with fewer cases', async () => {
    await portico.sql('delete from decision')
    const agencyOf = async (contactLanguage: string) => {
      const anonymousId = await buildRespondent(portico, { ...twoReds, contactLanguage })
      return (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).respondent.agency?.name
    }
    expect(await agencyOf('vi')).toBe('Bay Immigration Partners')
    expect(await agencyOf('es')).toBe('North Valley Legal Aid')
    const next = [await agencyOf('ko'), await agencyOf('ko'), await agencyOf('ko'), await agencyOf('ko')]
    expect(new Set(next).size).toBe(2)
  })

  it('a red respondent waits while no agency takes part, and is assigned when one does', async () => {
    await buildWorkshop(portico, { name: 'alone', isDefault: false, agencyIds: [] })
    const anonymousId = await buildRespondent(portico, twoReds, { workshopName: 'alone' })
    const agency = async () => (await adam.call.responses.getResponseForAdmin({ respondent: { anonymousId } })).respondent.agency
    expect(await agency()).toBeNull()
    expect((await adam.call.responses.getOverview({ name: 'alone' })).unassigned).toBe(1)
    const [mine] = await ana.call.agency.getMyAgencyList()
    await buildWorkshop(portico, { name: 'alone', isDefault: false, agencyIds: [mine?.id ?? 0] })
    expect(await agency()).toEqual(mine)
    expect((await adam.call.responses.getOverview({ name: 'alone' })).unassigned).toBe(0)
  })

  it('no name, address, number or answer is readable in any table', async () => {
    const canaries = {
      fullName: 'Zqxcanary Person',
      email: 'zqxcanary@respondents.example',
      phone: '+14085559876',
      otherConcerns: 'zqxcanary concern',
    }
    await buildRespondent(portico, canaries)
    const tables = await portico.sql<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables) {
      const [found] = await portico.sql<{ n: string }>(
        `select count(*) n from ${name} t where t::text ~* 'zqxcanary|14085559876' or encode(t::text::bytea, 'escape') ~* '7a717863616e617279'`,
      )
      expect(Number(found?.n), name).toBe(0)
    }
  })

  it('each submission writes one audit entry that names the respondent and contains no other data', async () => {
    const anonymousId = await buildRespondent(portico)
    const subjects = [`respondent:${anonymousId}`]
    const entries = (await auditTrail(portico)).filter((entry) => entry.subjects.includes(`respondent:${anonymousId}`))
    expect(entries).toMatchObject([{ action: 'responses.addNewQuestionnaireResponse', subjects }])
    expect(await portico.sql('select sealed_subjects from audit_entry where subjects = $1', [subjects])).toEqual([
      { sealed_subjects: null },
    ])
  })
})
