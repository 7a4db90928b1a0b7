import { randomUUID } from 'node:crypto'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Role } from '@portico/shared/words/roles'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { mailedSecret, registrationForm } from '../../../test/support/auth-visits.ts'
import {
  buildQuestionnaire,
  buildRespondent,
  buildWorkshop,
  questionnaireName,
  sampleDefinition,
  sampleForm,
} from '../../../test/support/builders.ts'
import { openPortico, type Person, type Portico } from '../../../test/support/harness.ts'
import { holdLock } from '../../../test/support/held-lock.ts'
import { newStaff, type Staff } from '../../../test/support/staff.ts'

const texts = { en: { subject: 'We start at ten', text: 'At ten, not at nine.' } }
const [night, laterThatNight, nextMorning] = ['2026-11-22T05:00:00Z', '2026-11-22T06:00:00Z', '2026-11-22T17:05:00Z']
const invited = 'invited@example.org'

async function everyNameIsRed(): Promise<QuestionnaireDefinition> {
  const sample = await sampleDefinition()
  const questions = sample.questions.map((question) =>
    question.identifier === 'fullName' ? { ...question, redWhen: { op: 'answered' as const }, redReason: 'Everyone is asked.' } : question,
  )
  return { ...sample, questions }
}

interface Started {
  readonly portico: Portico
  readonly rosa: Person
  readonly admin: Staff
  readonly announcementId: number
  readonly trialId: number
  readonly review: { readonly id: number; readonly token: string }
  readonly registrationToken: string
}
let started: Started

/** At night an admin announces something, applies new rules, shares a draft and invites somebody; none of it has had an effect yet. */
async function startEverything(): Promise<Started> {
  const portico = await openPortico()
  portico.setTime(night)
  await buildQuestionnaire(portico)
  await buildWorkshop(portico)
  await buildRespondent(portico, { email: 'ines@respondents.example' })
  const questionnaireId = await buildQuestionnaire(portico, questionnaireName, await everyNameIsRed())
  const admin = await newStaff(portico, 'ADMIN_USER')
  const person = await admin.now()
  const { call } = person
  const { id: trialId } = await call.responses.previewNewRules({ questionnaireId })
  await call.admin.generateRegistrationLink({ account: 'volunteer', email: invited, purpose: '' })
  const registrationToken = await mailedSecret(portico, invited, 'registration')
  await call.responses.applyNewRules({ id: trialId })
  const announcement = { workshopName: 'citizenship_day', texts, key: randomUUID() }
  const { id: announcementId } = (await person.rest('announcements/sendAnnouncement', announcement)).body.data
  const review = (await person.rest('questionnaires/shareForReview', await sampleForm())).body.data
  portico.setTime(laterThatNight)
  return { portico, rosa: await portico.as('rosa'), admin, announcementId, trialId, review, registrationToken }
}

/** Runs everything that is due by the next morning, and returns what came of what the admin started. */
async function outcomes({ portico, rosa, trialId, review, registrationToken }: Started) {
  portico.setTime(nextMorning)
  await portico.drain()
  const visitor = await portico.as()
  const [announcement] = await rosa.call.announcements.getAnnouncementList()
  const [invitation] = await rosa.call.admin.getInvitationList()
  return {
    announced: portico.outbox.filter(({ subject }) => subject === texts.en.subject).length,
    isAnnouncementCancelled: announcement?.cancelledAt !== null,
    flags: (await portico.sql<{ flag: string }>('select current_flag as flag from respondent')).map(({ flag }) => flag),
    trial: (await rosa.call.questionnaires.getRuleTrial({ id: trialId })).status,
    reviewOpens: (await visitor.rest('questionnaires/openReview', { token: review.token, languageCode: 'en' })).body.success,
    invitationWorks: invitation?.works,
    registers: (await visitor.rest('auth/register/local', registrationForm(registrationToken))).body.success,
  }
}

beforeEach(async () => {
  started = await startEverything()
})

const roles = (...given: Role[]) => ({ roles: given })

describe('what an admin set going', () => {
  test.each([
    ['is disabled', [{ disabled: true }]],
    ['is disabled and enabled again', [{ disabled: true }, { disabled: false }]],
    ['is no longer an admin', [roles('AGENCY')]],
    ['loses the role and gets it back', [roles('AGENCY'), roles('ADMIN_USER')]],
  ])('ends when the account %s, in the same audit entry', async (_what, changes) => {
    const { portico, rosa, admin, announcementId, trialId, review } = started
    const since = (await auditTrail(portico)).at(-1)?.id
    for (const change of changes) await rosa.call.admin.updateAccount({ id: admin.id, ...change })
    const [entry] = await auditTrail(portico, since)
    const [invitation] = await rosa.call.admin.getInvitationList()
    expect(entry).toMatchObject({
      action: 'admin.updateAccount',
      subjects: expect.arrayContaining([
        `account:${admin.id}`,
        `announcement:${announcementId}`,
        `rule trial:${trialId}`,
        `review link:${review.id}`,
        `invitation:${invitation?.id}`,
      ]),
    })
    expect(await outcomes(started)).toEqual({
      announced: 0,
      isAnnouncementCancelled: true,
      flags: ['green'],
      trial: 'failed',
      reviewOpens: false,
      invitationWorks: false,
      registers: false,
    })
  })

  test('control: happens when the account changes but stays an admin', async () => {
    await started.rosa.call.admin.updateAccount({ id: started.admin.id, ...roles('ADMIN_USER', 'AGENCY') })
    expect(await outcomes(started)).toEqual({
      announced: 1,
      isAnnouncementCancelled: false,
      flags: ['in-progress'],
      trial: 'applied',
      reviewOpens: true,
      invitationWorks: true,
      registers: true,
    })
  })

  test('can be taken over by another admin: the invitation is sent again, the new rules are previewed again', async () => {
    const { portico, rosa, admin } = started
    await rosa.call.admin.updateAccount({ id: admin.id, disabled: true })
    await portico.drain()
    const [pending] = await rosa.call.admin.getInvitationList()
    await rosa.call.admin.sendInvitationAgain({ id: pending?.id ?? 0 })
    const visitor = await portico.as()
    const form = registrationForm(await mailedSecret(portico, invited, 'registration'))
    expect((await visitor.rest('auth/register/local', form)).body.success).toBe(true)
    const [newest] = await portico.sql<{ id: number }>('select max(id) as id from questionnaire')
    const { id } = await rosa.call.responses.previewNewRules({ questionnaireId: newest?.id ?? 0 })
    await portico.drain()
    await rosa.call.responses.applyNewRules({ id })
    await portico.drain()
    expect(await rosa.call.questionnaires.getRuleTrial({ id })).toMatchObject({ status: 'applied', openCases: { changed: 1 } })
  })

  test('does not end if it was finished before: what was sent stays sent, what was changed stays changed', async () => {
    const { portico, rosa, admin } = started
    const before = await outcomes(started)
    await rosa.call.admin.updateAccount({ id: admin.id, disabled: true })
    const { announced, isAnnouncementCancelled, flags, trial } = await outcomes(started)
    expect(before).toMatchObject({ announced, isAnnouncementCancelled, flags, trial })
    expect([announced, isAnnouncementCancelled, trial]).toEqual([1, false, 'applied'])
    expect(await portico.sql(`select id from account where email = '${invited}'`)).toHaveLength(1)
  })
})

test('an invitation that the new roles still allow keeps working', async () => {
  const { portico, rosa } = started
  const root = await newStaff(portico, 'ROOT_USER')
  const { call } = await root.now()
  for (const account of ['admin', 'volunteer'] as const)
    await call.admin.generateRegistrationLink({ account, email: `${account}@example.org`, purpose: '' })
  await rosa.call.admin.updateAccount({ id: root.id, roles: ['ADMIN_USER'] })
  const list = await rosa.call.admin.getInvitationList()
  const works = (account: string) => list.find(({ email }) => email === `${account}@example.org`)?.works
  expect([works('admin'), works('volunteer')]).toEqual([false, true])
})

type Attempts = (pendingId: number | undefined) => Promise<readonly (readonly [path: string, input: unknown])[]>

describe.each<[string, Attempts]>([
  [
    'announces, applies or shares',
    async () => [
      ['announcements/sendAnnouncement', { workshopName: 'citizenship_day', texts, key: randomUUID() }],
      ['responses/applyNewRules', { id: started.trialId }],
      ['questionnaires/shareForReview', await sampleForm()],
    ],
  ],
  [
    'invites',
    async (pendingId) => [
      ['admin/generateRegistrationLink', { account: 'volunteer', email: 'late@example.org', purpose: '' }],
      ['admin/sendInvitationAgain', { id: pendingId }],
    ],
  ],
])('what an admin %s while the account changes', (_does, attempts) => {
  test.each([
    ['waits, and is refused if it was disabled', 'disabled_at = now()', 401],
    ['waits, and is refused if it is no longer an admin', `roles = '{AGENCY}'`, 403],
    ['control: waits, and is accepted after another change', `name = 'Sam Married'`, 200],
  ])('%s', async (_what, change, status) => {
    const { portico, admin } = started
    portico.setTime(night)
    const person = await admin.now()
    const [pending] = await started.rosa.call.admin.getInvitationList()
    const calls = await attempts(pending?.id)
    const held = await holdLock(portico, `update account set ${change} where id = $1`, [admin.id])
    const answers = calls.map(([path, input]) => person.rest(path, input))
    await held.untilWaiting(answers.length)
    await held.release()
    const got = await Promise.all(answers)
    expect(got.map((answer) => [answer.status, answer.body.success])).toEqual(answers.map(() => [status, status === 200]))
  })
})
