import { roles, type Role } from '@portico/shared/words/roles'
import { describe, expect, it } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { profileOf, seedPassword, signIn } from '../../../test/support/auth-visits.ts'
import { transports, viaRest } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { addPasskey, ageProof, newStaff, setUpApp } from '../../../test/support/staff.ts'

const portico = await openPortico()
const [rosa, adam] = [await portico.as('rosa'), await portico.as('adam')]
const day = 24 * 60 * 60_000
const start = Date.parse('2026-11-21T20:00:00Z')
const after = (ms: number) => portico.setTime(new Date(start + ms).toISOString())

describe('the second-factor rule of a role', () => {
  it('can be set by root for every role, and counts the accounts without a second factor', async () => {
    const staff = await newStaff(portico, 'VOLUNTEERV1')
    await addPasskey(staff)
    const before = await rosa.call.admin.getSignInPolicy()
    expect(before.map(({ role, required }) => [role, required])).toEqual(roles.map((role) => [role, false]))
    expect(before.find(({ role }) => role === 'VOLUNTEERV1')).toMatchObject({ accounts: 3, accountsWithout: 2, requiredSince: null })
    const since = (await auditTrail(portico)).at(-1)?.id
    const saved = await rosa.call.admin.saveSignInRule({ role: 'ROOT_USER', required: true, graceDays: 3 })
    expect(saved.find(({ role }) => role === 'ROOT_USER')).toMatchObject({
      required: true,
      graceDays: 3,
      requiredSince: new Date(start).toISOString(),
    })
    expect((await auditTrail(portico, since)).map(({ action, subjects }) => [action, subjects])).toEqual([
      ['admin.saveSignInRule', ['role:ROOT_USER']],
    ])
  })

  it('keeps its start when the grace period changes, and is deleted when switched off', async () => {
    after(2 * 60_000)
    const [longer] = await rosa.call.admin
      .saveSignInRule({ role: 'ROOT_USER', required: true, graceDays: 5 })
      .then((policy) => policy.filter(({ role }) => role === 'ROOT_USER'))
    expect(longer).toMatchObject({ graceDays: 5, requiredSince: new Date(start).toISOString() })
    await rosa.call.admin.saveSignInRule({ role: 'ROOT_USER', required: false, graceDays: 5 })
    after(0)
    expect((await rosa.call.admin.getSignInPolicy()).some(({ required }) => required)).toBe(false)
  })

  it('cannot be set by an admin for admins and roots', async () => {
    for (const role of ['ROOT_USER', 'ADMIN_USER'] as const)
      for (const required of [true, false]) {
        const answer = await viaRest(portico.app, 'admin.saveSignInRule', { role, required, graceDays: 0 }, { token: adam.accessToken })
        expect(answer.id).toBe('FORBIDDEN')
      }
    expect((await rosa.call.admin.getSignInPolicy()).some(({ required }) => required)).toBe(false)
  })
})

describe('an account whose role needs a second factor', () => {
  const ruleFor = (role: Role, graceDays: number) => rosa.call.admin.saveSignInRule({ role, required: true, graceDays })

  it('has the grace period from the start of the rule or its own creation, whichever is later, and sees the deadline', async () => {
    await ruleFor('AGENCY', 14)
    const early = await newStaff(portico)
    after(10 * day)
    const late = await newStaff(portico)
    const dueAt = async (token: string) => {
      const { call } = await portico.withToken(token)
      return call.auth.mySignIn.getRequirement()
    }
    expect(await dueAt(late.token)).toEqual({ dueAt: new Date(start + 24 * day).toISOString(), overdue: false })
    expect(await dueAt((await signIn(portico, early.email)).accessToken ?? '')).toEqual({
      dueAt: new Date(start + 14 * day).toISOString(),
      overdue: false,
    })
    after(14 * day)
    expect((await dueAt((await signIn(portico, early.email)).accessToken ?? '')).overdue).toBe(true)
    after(0)
  })

  it('is unblocked as soon as a second factor is set up', async () => {
    await ruleFor('VOLUNTEERV1', 0)
    const staff = await newStaff(portico, 'VOLUNTEERV1')
    const list = () => viaRest(portico.app, 'workshops.getWorkshopList', {}, { token: staff.token })
    expect((await list()).id).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    await setUpApp(portico, staff)
    expect((await list()).ok).toBe(true)
    const { call } = await staff.now()
    expect(await call.auth.mySignIn.getRequirement()).toEqual({ dueAt: null, overdue: false })
  })

  it('is bound by the strictest rule of its roles', async () => {
    await ruleFor('AGENCY', 14)
    await ruleFor('VOLUNTEERV1', 2)
    const staff = await newStaff(portico)
    await portico.sql(`update account set roles = '{AGENCY,VOLUNTEERV1}' where id = $1`, [staff.id])
    const { call } = await staff.now()
    expect((await call.auth.mySignIn.getRequirement()).dueAt).toBe(new Date(start + 2 * day).toISOString())
  })
})

describe('removing the second factors of lost devices', () => {
  it('ends the sessions and notifies the person, who signs in with the password alone', async () => {
    await portico.sql('delete from sign_in_policy')
    const staff = await newStaff(portico)
    await setUpApp(portico, staff)
    await addPasskey(staff)
    await adam.call.admin.removeSecondFactors({ id: staff.id })
    expect((await profileOf(portico, staff.token)).status).toBe(401)
    const { accessToken } = await signIn(portico, staff.email)
    const { call } = await portico.withToken(accessToken)
    expect(await call.auth.mySignIn.getSignIn()).toMatchObject({ passkeys: [], authenticator: null, recoveryCodesLeft: 0 })
    await portico.drain()
    expect(portico.outbox.filter(({ to }) => to === staff.email).map(({ subject }) => subject)).toContain(
      'Portico: Your second steps were removed',
    )
  })
})

describe('granting power', () => {
  const powers = (id: number): readonly (readonly [path: string, input: Record<string, unknown>])[] => [
    ['admin.generateRegistrationLink', { account: 'volunteer', email: `guest${id}@example.org`, purpose: '' }],
    ['admin.updateAccount', { id, roles: ['AGENCY'] }],
    ['admin.updateAccount', { id, agencyIds: [] }],
    ['admin.updateAccount', { id, workshopNames: [] }],
    ['admin.updateAccount', { id, disabled: false }],
  ]

  it.each(transports)('needs a proof of the last ten minutes, through %s', async (_name, transport) => {
    const [boss, staff] = [await newStaff(portico, 'ADMIN_USER'), await newStaff(portico)]
    const ask = async ([path, input]: readonly [string, unknown]) => (await transport(portico.app, path, input, { token: boss.token })).id
    for (const power of powers(staff.id)) expect([power, await ask(power)]).toEqual([power, undefined])
    await ageProof(portico, boss, 9)
    for (const power of powers(staff.id)) expect([power, await ask(power)]).toEqual([power, undefined])
    await ageProof(portico, boss, 2)
    for (const power of powers(staff.id)) expect([power, await ask(power)]).toEqual([power, 'REAUTHENTICATION_REQUIRED'])
    await ask(['auth.mySignIn.reauthenticate', { password: seedPassword }])
    for (const power of powers(staff.id)) expect([power, await ask(power)]).toEqual([power, undefined])
  })

  it('control: disabling an account needs no proof', async () => {
    const [boss, staff] = [await newStaff(portico, 'ADMIN_USER'), await newStaff(portico)]
    await ageProof(portico, boss)
    const { call } = await boss.now()
    expect(await call.admin.updateAccount({ id: staff.id, disabled: true })).toMatchObject({ disabled: true })
  })
})
