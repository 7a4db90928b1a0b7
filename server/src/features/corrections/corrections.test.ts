import { beforeEach, describe, expect, it } from 'vitest'
import { linkOf } from '../../../test/calls/privacy.ts'
import { buildQuestionnaire, buildRespondent, buildWorkshop, twoReds, workshopName } from '../../../test/support/builders.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { recount } from '../../../test/support/recount.ts'

const portico = await openPortico()
await buildQuestionnaire(portico)
await buildWorkshop(portico)
await buildWorkshop(portico, { name: 'evening', isDefault: false, eventDate: '2027-01-16' })
const [adam, ana, vera] = [await portico.as('adam'), await portico.as('ana'), await portico.as('vera')]
const reason = 'She misread the question.'
const noon = '2026-11-21T20:00:00Z'

let respondent = { anonymousId: '' }
let email = ''
let people = 0
const newCase = async (answers = {}, input = {}) => {
  email = `correct${(people += 1)}@respondents.example`
  respondent = { anonymousId: await buildRespondent(portico, { ...twoReds, contactLanguage: 'es', email, ...answers }, input) }
  return respondent
}
const entry = async () => adam.call.responses.getResponseForAdmin({ respondent })
const info = async (who = adam) => who.call.responses.getRespondentAnswerInfo({ respondent })
const correct = async (answers: Record<string, string>, who = ana, version?: number) =>
  who.rest('corrections/correctAnswers', { respondent, answers, reason, version: version ?? (await info()).version })
const preview = (answers: Record<string, string>, who = ana) => who.call.corrections.previewCorrection({ respondent, answers })
const letters = async (to = email) => {
  await portico.drain()
  return portico.outbox.filter((letter) => letter.to === to).length
}
const listed = async (query: string) => (await adam.call.responses.getAllResponses({ filter: { query } })).items.length
const exported = async (name = workshopName) => {
  const { downloadId } = await adam.call.downloads.enqueueDownload({ workshop: { name }, configuration: { flavor: 'all' }, format: 'csv' })
  await portico.drain()
  return String((await adam.rest('downloads/getDownloadFile', { id: downloadId })).body)
}

beforeEach(() => portico.setTime(noon))

describe('a corrected answer', () => {
  it('is previewed, changes the flag, and is what exports and search return', async () => {
    await newCase()
    const answers = { hasGreenCard: 'yes', taxesFiled: 'yes', fullName: 'Lucía Corregida', email: 'right@respondents.example' }
    expect(await preview(answers)).toMatchObject({
      version: 0,
      flagBefore: 'in-progress',
      flagAfter: 'green',
      redAnswersAfter: 0,
      forceTakenBack: false,
      invitation: 'goes-out',
    })
    expect([(await entry()).flag.current, (await info()).version]).toEqual(['in-progress', 0])
    expect((await correct(answers)).body).toEqual({ success: true, data: {} })
    expect((await entry()).flag).toMatchObject({ initial: 'green', current: 'green', initialRedFlagAnswerCount: 0 })
    expect([await listed('right@respondents.example'), await listed(email)]).toEqual([1, 0])
    portico.setTime('2026-11-21T20:01:00Z')
    expect([await letters('right@respondents.example'), await letters()]).toEqual([1, 0])
    const file = await exported()
    expect([file.includes('Lucía Corregida'), file.includes(email)]).toEqual([true, false])
    expect((await info()).history).toContainEqual(
      expect.objectContaining({
        kind: 'correction',
        identifier: 'hasGreenCard',
        before: 'unsure',
        after: 'yes',
        reason,
        by: 'Ana Alvarez',
      }),
    )
    expect(await recount(portico)).toEqual([])
  })

  it.each([
    ['invalidates the link to personal data if the e-mail address changes', { email: 'theirs@respondents.example' }, 'INVALID_CODE'],
    ['control: keeps the link if only the name changes', { fullName: 'Lucía Corregida' }, undefined],
  ])('%s', async (_what, answers, error) => {
    await newCase()
    const token = await linkOf(portico, respondent.anonymousId, email)
    await correct(answers)
    const visitor = await portico.as()
    expect((await visitor.rest('privacy/openLink', { token })).body.error_id).toBe(error)
  })

  it('sets a green respondent back to in progress without sending a message', async () => {
    await newCase({ hasGreenCard: 'yes', taxesFiled: 'yes' })
    expect(await letters()).toBe(1)
    expect(await preview({ taxesFiled: 'no' }, adam)).toMatchObject({ flagAfter: 'in-progress', invitation: 'invited-before' })
    await correct({ taxesFiled: 'no' }, adam)
    expect(await entry()).toMatchObject({
      flag: { current: 'in-progress', initial: 'red' },
      respondent: { agency: { name: expect.any(String) } },
    })
    expect(await letters()).toBe(1)
    expect(await recount(portico)).toEqual([])
  })

  it('ends earlier overrides of the answer, and withdraws a force-green', async () => {
    await newCase({ hasGreenCard: 'yes' })
    const answerId = (await info()).answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'taxesFiled')?.answerId ?? 0
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
    await ana.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    await correct({ taxesFiled: 'yes' })
    expect((await entry()).flag).toMatchObject({ current: 'green', forceInfo: { flag: 'green' } })
    expect(await preview({ taxesFiled: 'no' })).toMatchObject({ forceTakenBack: true, flagAfter: 'in-progress' })
    await correct({ taxesFiled: 'no' })
    expect((await entry()).flag).toMatchObject({ current: 'in-progress', currentRedFlagAnswerCount: 1, forceInfo: null })
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
    await ana.call.agency.undoDecision({ respondent, version: (await info()).version })
    expect((await entry()).flag.currentRedFlagAnswerCount).toBe(1)
    expect(await recount(portico)).toEqual([])
  })

  it('is not reversed by an earlier override of the answer', async () => {
    await newCase({ hasGreenCard: 'yes' })
    const answerId = (await info()).answerFlags.flaggedAnswers.find(({ identifier }) => identifier === 'taxesFiled')?.answerId ?? 0
    await ana.call.agency.submitAnswerOverride({ answerId, flag: 'green', reason })
    await correct({ taxesFiled: 'yes' })
    expect((await entry()).flag).toMatchObject({ current: 'green', currentRedFlagAnswerCount: 0 })
  })

  it('takes the case from its agency if the answers may no longer be shared', async () => {
    await newCase()
    expect((await entry()).respondent.agency).not.toBeNull()
    expect(await preview({ consentToShare: 'no' }, adam)).toMatchObject({ leavesAgency: true })
    await correct({ consentToShare: 'no' }, adam)
    expect((await entry()).respondent.agency).toBeNull()
    expect(await recount(portico)).toEqual([])
  })

  it.each([
    ['is kept for a respondent under 18', { dateOfBirth: '2009-06-01' }, { zipCode: '94086' }, true, true],
    ['stays missing if no parent agreed', { dateOfBirth: '2009-06-01' }, { fullName: 'Lucía Corregida' }, undefined, false],
    [
      'is missing if the respondent turns out to be under 18',
      { dateOfBirth: '1990-06-01' },
      { dateOfBirth: '2009-06-01' },
      undefined,
      false,
    ],
    [
      'is removed if the respondent turns out to be an adult',
      { dateOfBirth: '2009-06-01' },
      { dateOfBirth: '1990-06-01' },
      true,
      undefined,
    ],
  ])('the parental consent %s', async (_what, answers, corrected, said, known) => {
    await newCase(answers, { parentConsent: said })
    expect((await correct(corrected)).body).toEqual({ success: true, data: {} })
    expect((await info()).parentConsent).toBe(known)
  })

  it('is validated like a submission; of two concurrent corrections one wins and the other gets CASE_CHANGED', async () => {
    await newCase()
    const wrong = await correct({ email: 'nobody', zipCode: 'x' })
    expect([wrong.status, (wrong.body.issues as { path: string[] }[]).map(({ path }) => path.join('.')).toSorted()]).toEqual([
      422,
      ['answers.email', 'answers.zipCode'],
    ])
    expect((await correct({ zipCode: '95112' }, vera)).status).toBe(403)
    const both = await Promise.all([correct({ zipCode: '94086' }, ana, 0), correct({ zipCode: '94087' }, adam, 0)])
    expect(both.map(({ body }) => (body.success ? 'saved' : body.error_id)).toSorted()).toEqual(['CASE_CHANGED', 'saved'])
    expect(
      (
        await correct({
          zipCode: (await info()).answerFlags.flaggedAnswers.find((one) => one.identifier === 'zipCode')?.originalValue ?? '',
        })
      ).body,
    ).toMatchObject({ error_id: 'ALREADY_SET' })
  })

  it('is shown at check-in without the previous value', async () => {
    await newCase({ hasGreenCard: 'yes', taxesFiled: 'yes' })
    await correct({ otherConcerns: 'None' }, adam)
    const [newest] = (await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })).history
    expect([newest?.kind, newest?.reason, newest && 'after' in newest]).toEqual(['correction', '', false])
  })
})

describe('a respondent who is moved to another workshop', () => {
  it('is counted, listed and exported there, notified, and reported as deleted to readers of the first workshop', async () => {
    await newCase({ hasGreenCard: 'yes', taxesFiled: 'yes' })
    expect(await letters()).toBe(1)
    const { cursor } = await adam.call.responses.getChanges({ workshopName, count: 100 })
    const before = (await adam.call.responses.getOverview({ name: workshopName })).total
    await exported()
    const move = { respondent, workshopName: 'evening', reason: 'She works on that day.', version: 0 }
    expect((await ana.rest('corrections/moveRespondent', move)).status).toBe(403)
    await adam.call.corrections.moveRespondent(move)
    expect(await entry()).toMatchObject({ respondent: { workshopName: 'evening' }, flag: { current: 'green' } })
    expect((await adam.call.responses.getOverview({ name: workshopName })).total).toBe(before - 1)
    expect((await exported('evening')).includes(email)).toBe(true)
    portico.setTime('2026-11-21T20:01:00Z')
    expect(await letters()).toBe(2)
    expect(portico.outbox.findLast(({ to }) => to === email)?.text).toContain('2027')
    const seen = await adam.call.responses.getChanges({ workshopName, cursor, count: 100 })
    expect(seen.changes.filter(({ anonymousId }) => anonymousId === respondent.anonymousId)).toEqual([{ ...respondent, deleted: true }])
    const all = await adam.call.responses.getChanges({ cursor, count: 100 })
    expect(all.changes.filter(({ anonymousId }) => anonymousId === respondent.anonymousId)).toMatchObject([{ deleted: false }])
    expect(await recount(portico)).toEqual([])
  })

  it('cannot be moved while checked in', async () => {
    await newCase({ hasGreenCard: 'yes', taxesFiled: 'yes' })
    await portico.sql('update respondent set checked_in_at = now() where anonymous_id = $1', [respondent.anonymousId])
    const moved = await adam.rest('corrections/moveRespondent', { respondent, workshopName: 'evening', reason, version: 0 })
    expect(moved.body).toMatchObject({ error_id: 'INVALID_REQUEST', message: 'They are checked in. Undo the check-in first.' })
    await portico.sql('update respondent set checked_in_at = null where anonymous_id = $1', [respondent.anonymousId])
  })

  it('is reassigned if their agency does not take part in the new workshop', async () => {
    await newCase()
    const { agency } = (await entry()).respondent
    const other = (await adam.call.agency.getAllAgencies({})).find(({ id }) => id !== agency?.id)
    await buildWorkshop(portico, { name: 'theirs', isDefault: false, agencyIds: [other?.id ?? 0] })
    await adam.call.corrections.moveRespondent({ respondent, workshopName: 'theirs', reason, version: 0 })
    expect((await entry()).respondent.agency?.id).toBe(other?.id)
    expect(await recount(portico)).toEqual([])
  })
})

describe('a withdrawn or merged case', () => {
  it('is in no list, count, export or message until an admin restores it', async () => {
    await newCase()
    await ana.call.corrections.withdrawRespondent({ respondent, reason })
    expect([await listed(email), (await exported()).includes(email)]).toEqual([0, false])
    expect((await ana.rest('agency/getAssignedRespondent', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
    const { items } = await adam.call.corrections.getSetAsideList({ pagination: { offset: 0, count: 10 } })
    expect(items[0]).toMatchObject({ ...respondent, kind: 'withdrawn', reason, by: 'Ana Alvarez', returnableUntil: null })
    expect(await recount(portico)).toEqual([])
    await adam.call.corrections.returnRespondent({ respondent })
    expect(await listed(email)).toBe(1)
    expect((await info()).history.map(({ kind }) => kind)).toEqual(['return', 'withdrawal'])
    expect(await recount(portico)).toEqual([])
  })

  it('is returned without telling at the door why it was withdrawn or corrected', async () => {
    await newCase({ hasGreenCard: 'yes' })
    const red = (await info()).answerFlags.flaggedAnswers.find(({ effectiveFlag }) => effectiveFlag === 'red')
    await adam.call.agency.submitAnswerOverride({ answerId: red?.answerId ?? 0, flag: 'green', reason: 'Seen.' })
    const markGreen = () => adam.call.agency.submitRespondentStatusOverride({ respondent, status: { flag: 'green' } })
    await markGreen()
    await adam.call.corrections.withdrawRespondent({ respondent, reason: 'Her husband is in jail.' })
    await adam.call.corrections.returnRespondent({ respondent })
    await correct({ hasGreenCard: 'unsure' }, adam)
    await correct({ hasGreenCard: 'yes' }, adam)
    await markGreen()
    const reasons = (history: Awaited<ReturnType<typeof info>>['history']) => history.map((past) => past.reason).filter(Boolean)
    const { history } = await vera.call.responses.getWorkshopGreenDotAnswerInfo({ respondent })
    expect(reasons(history)).toEqual(['Seen.'])
    expect(reasons((await info()).history), 'control: reviewers').toEqual([reason, reason, reason, 'Her husband is in jail.', 'Seen.'])
  })

  it('cannot be assigned to an agency', async () => {
    await newCase()
    const [, agency] = await adam.call.agency.getAllAgencies({})
    await adam.call.corrections.withdrawRespondent({ respondent, reason })
    const to = { agencyId: agency?.id ?? 0, reason: 'Closer' }
    expect((await adam.rest('responses/assignRespondent', { respondent, ...to })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('cannot be restored by staff if the person asked us to stop', async () => {
    await newCase()
    await ana.call.corrections.withdrawRespondent({ respondent, reason })
    await ask('stop')
    expect((await adam.rest('corrections/returnRespondent', { respondent })).body).toMatchObject({ error_id: 'NOT_FOUND' })
  })

  it('links to the kept case for 30 days when merged, and is deleted together with it', async () => {
    const [kept, merged] = [await newCase(), await newCase()]
    await adam.call.corrections.mergeRespondents({ respondent: merged, into: kept, reason })
    const { items } = await adam.call.corrections.getSetAsideList({ pagination: { offset: 0, count: 10 } })
    expect(items[0]).toMatchObject({ ...merged, kind: 'merged', mergedInto: kept.anonymousId, returnableUntil: '2026-12-21T20:00:00.000Z' })
    respondent = kept
    expect((await info()).history[0]).toMatchObject({ kind: 'merge', before: merged.anonymousId })
    await adam.call.corrections.returnRespondent({ respondent: merged })
    await adam.call.corrections.mergeRespondents({ respondent: merged, into: kept, reason })
    portico.setTime('2026-12-21T20:00:01Z')
    const later = await portico.as('adam')
    expect((await later.rest('corrections/returnRespondent', { respondent: merged })).body).toMatchObject({ error_id: 'UNDO_REFUSED' })
    respondent = merged
    await ask('delete', later)
    expect(await portico.sql('select id from respondent where anonymous_id = any($1)', [[kept.anonymousId, merged.anonymousId]])).toEqual(
      [],
    )
    expect(await recount(portico)).toEqual([])
  })
})

async function ask(kind: 'stop' | 'delete', who = adam): Promise<void> {
  await who.call.privacy.recordRequest({ respondent, kind })
  const { items } = await who.call.privacy.getRequestList({ pagination: { offset: 0, count: 50 } })
  await who.call.privacy.completeRequest({ id: items.find(({ anonymousId }) => anonymousId === respondent.anonymousId)?.id ?? 0 })
}
