import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildAnswers, buildQuestionnaire, buildRespondent, buildWorkshop } from '../../../../test/support/builders.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { holdLock } from '../../../../test/support/held-lock.ts'
import { applyPreviewed, previewRules, redWhenArrested } from '../../../../test/support/new-rules.ts'
import { recount } from '../../../../test/support/recount.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { newAnonymousId } from '../../../infra/security/encryption.ts'
import { storeSubmissions } from '../submission/store-submissions.ts'

const reason = 'Seen.'
const portico = await openPortico()
const adam = await portico.as('adam')
/** The name of the test’s questionnaire and workshop. */
let name = ''
let to = ''
let respondent = { anonymousId: '' }
let firstVersion = 0

const submit = (email: string, arrestedOrCited: string, changed = {}) =>
  buildRespondent(portico, { arrestedOrCited, email }, { name, ...changed })
const saveWorkshop = (eventDate: string) => buildWorkshop(portico, { name, eventDate, isDefault: false, questionnaireNames: [name] })

beforeEach(async () => {
  name = `s_${randomUUID().replaceAll('-', '_')}`
  to = `${name}@respondents.example`
  firstVersion = await buildQuestionnaire(portico, name, await redWhenArrested('yes'))
  await saveWorkshop('2026-12-19')
  respondent = { anonymousId: await submit(`other-${to}`, 'unsure') }
})

const previewHere = (...values: string[]) => previewRules({ portico, adam, name }, ...values)
const applyRules = async (...values: string[]) => applyPreviewed({ portico, adam }, await previewHere(...values))
const history = async () => (await adam.call.responses.getRespondentAnswerInfo({ respondent })).history
const flag = async () => (await adam.call.responses.getResponseForAdmin({ respondent })).flag
/** Submits a response to the first version, as from a page that was opened before the second was published. */
const submitLate = async (answered = 'unsure') => {
  respondent = { anonymousId: await submit(to, answered, { questionnaireId: firstVersion }) }
}
const invitations = async () => {
  portico.setTime('2026-11-21T20:05:00Z')
  await portico.drain()
  return portico.outbox.filter((mail) => mail.to === to).length
}
const workshopWasOn = (day: string) => portico.sql('update workshop set event_date = $1 where name = $2', [day, name])
const putOff = () => saveWorkshop('2026-12-20')

describe('a response to an earlier version', () => {
  it.each([
    [
      'is judged by the rules applied meanwhile',
      'unsure',
      ['unsure'],
      true,
      'in-progress',
      0,
      [['red', 'Adam Abiodun', 'Rules of version 2']],
    ],
    ['is invited if they make nothing red', 'no', ['unsure'], true, 'green', 1, []],
    [
      'waits for a decision if they make its only red answer green',
      'yes',
      ['unsure'],
      true,
      'in-progress',
      0,
      [['green', 'Adam Abiodun', 'Rules of version 2']],
    ],
    ['control: ends as one to the newest version', 'unsure', ['unsure'], false, 'in-progress', 0, []],
  ])('%s', async (_name, answered, red, isLate, current, invited, decisions) => {
    await applyRules(...red)
    if (isLate) await submitLate(answered)
    else respondent = { anonymousId: await submit(to, answered) }
    expect((await history()).map(({ flag: decided, by, reason: why }) => [decided, by, why.split(': ')[0]])).toEqual(decisions)
    expect([(await flag()).current, await invitations()]).toEqual([current, invited])
    expect(await recount(portico)).toEqual([])
  })

  it.each([
    ['made red by rules, has one', ['yes', 'unsure'], ['adam']],
    ['left green by rules, has none', ['yes'], []],
  ])('%s in the audit trail in the name of the admin who applied them', async (_what, red, expected) => {
    await applyRules(...red)
    await submitLate('unsure')
    const entries = await auditTrail(portico, 0, 'responses.applyNewRules')
    const own = entries.filter(({ subjects }) => subjects.join() === `respondent:${respondent.anonymousId}`)
    expect(own.map(({ by }) => by)).toEqual(expected)
  })

  it('is only judged by rules newer than its own', async () => {
    await applyRules('yes')
    const second = await buildQuestionnaire(portico, name, await redWhenArrested('no'))
    await buildQuestionnaire(portico, name)
    respondent = { anonymousId: await submit(to, 'no', { questionnaireId: second }) }
    expect(await flag()).toMatchObject({ initial: 'red', current: 'in-progress' })
    expect(await history()).toEqual([])
  })

  it('is stored once when it is sent again, and fails alone', async () => {
    await applyRules('yes', 'unsure')
    const send = async (changed: Record<string, string>, key?: string) => {
      const input = { name, language: 'en', answers: await buildAnswers({ arrestedOrCited: 'unsure', ...changed }) }
      return (await portico.as()).rest('responses/addNewQuestionnaireResponse', {
        ...input,
        questionnaireId: firstVersion,
        ...(key && { idempotencyKey: key }),
      })
    }
    const key = randomUUID()
    const [one, other, bad] = await Promise.all([send({ email: to }, key), send({ email: to }, key), send({ fullName: '' })])
    expect([one.status, other.status, bad.status]).toEqual([200, 200, 422])
    expect(other.body.data).toEqual(one.body.data)
    respondent = one.body.data
    expect(await history()).toHaveLength(1)
  })

  it.each([
    ['applied', true],
    ['published, previewed and applied', false],
  ])('is judged by rules that are %s between its beginning and its storage', async (_what, isPreviewed) => {
    const before = isPreviewed ? await previewHere('yes', 'unsure') : undefined
    const held = await holdLock(portico, 'lock table contact_language_count in exclusive mode')
    const submitting = submitLate()
    await held.untilWaiting(1)
    const id = before ?? (await previewHere('yes', 'unsure'))
    await adam.call.responses.applyNewRules({ id })
    const applying = portico.drain()
    await delay(500)
    await held.release()
    await Promise.all([submitting, applying])
    expect((await flag()).current).toBe('in-progress')
    expect(await recount(portico)).toEqual([])
  })

  it('is judged by rules whose application begins before it is committed', async () => {
    // No other case is open, for whose counts the application would wait.
    await adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'red', reason } })
    const id = await previewHere('yes', 'unsure')
    respondent = { anonymousId: newAnonymousId() }
    const answers = await buildAnswers({ arrestedOrCited: 'unsure', email: to })
    const input = { name, language: 'en', answers, questionnaireId: firstVersion }
    const submission = { input, ...respondent, requestId: 'test', accountId: null, idempotency: undefined }
    const [isStored, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const submitting = inTransaction(portico.services, 'test', async (ctx) => {
      await storeSubmissions(ctx, [submission])
      isStored.resolve()
      await mayCommit.promise
    })
    await isStored.promise
    await adam.call.responses.applyNewRules({ id })
    const applying = portico.drain()
    await delay(500)
    mayCommit.resolve()
    await Promise.all([submitting, applying])
    expect((await flag()).current).toBe('in-progress')
  })
})

describe('cases of a past workshop that is put off', () => {
  it('are judged by the rules applied meanwhile, and who was told to come is telephoned', async () => {
    await portico.drain()
    await workshopWasOn('2026-11-20')
    await applyRules('yes', 'unsure')
    expect((await flag()).current).toBe('green')
    await putOff()
    expect(await flag()).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 1 })
    expect(await history()).toMatchObject([{ identifier: 'arrestedOrCited', flag: 'red', by: 'Adam Abiodun' }])
    expect(await portico.sql('select must_telephone as is from respondent where anonymous_id = $1', [respondent.anonymousId])).toEqual([
      { is: true },
    ])
    expect(await recount(portico)).toEqual([])
  })

  it.each([
    ['the rules were only previewed', () => previewHere('yes', 'unsure'), putOff],
    ['it stays in the past', () => applyRules('yes', 'unsure'), () => saveWorkshop('2026-11-19')],
  ])('control: stay green if %s', async (_why, useRules, save) => {
    await workshopWasOn('2026-11-20')
    await useRules()
    await save()
    expect((await flag()).current).toBe('green')
  })
})

describe('rules also judge a case that, between their preview and their application,', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['arrives', async () => {}, () => submitLate()],
    ['belongs to a workshop that is put off', () => workshopWasOn('2026-11-20'), putOff],
    [
      'is put back',
      () => adam.call.corrections.withdrawRespondent({ respondent, reason }),
      () => adam.call.corrections.returnRespondent({ respondent }),
    ],
  ])('%s', async (_way, before, between) => {
    await before()
    const id = await previewHere('yes', 'unsure')
    await between()
    await applyPreviewed({ portico, adam }, id)
    expect((await flag()).current).toBe('in-progress')
    expect(await adam.call.questionnaires.getRuleTrial({ id })).toMatchObject({ status: 'applied' })
    expect(await recount(portico)).toEqual([])
  })
})
