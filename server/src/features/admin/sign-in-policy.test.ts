import { roles, type Role } from '@portico/shared/words/roles'
import { describe, expect, it } from 'vitest'
import { auditTrail, profileOf, seedPassword, signIn } from '../../../test/support/auth-visits.ts'
import { transports, viaRest } from '../../../test/support/both-transports.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { addPasskey, ageProof, newStaff, setUpApp } from '../../../test/support/staff.ts'

const portico = await openPortico()
const [rosa, adam] = [await portico.as('rosa'), await portico.as('adam')]
const day = 24 * 60 * 60_000
const start = Date.parse('2026-11-21T20:00:00Z')
const after = (ms: number) => portico.setTime(new Date(start + ms).toISOString())

describe('the rule of a role', () => {
  it('is set by root for every role, and says how many have no second factor', async () => {
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

  it('keeps its beginning when the days change, and is gone when it is taken back', async () => {
    after(2 * 60_000)
    const [longer] = await rosa.call.admin
      .saveSignInRule({ role: 'ROOT_USER', required: true, graceDays: 5 })
      .then((policy) => policy.filter(({ role }) => role === 'ROOT_USER'))
    expect(longer).toMatchObject({ graceDays: 5, requiredSince: new Date(start).toISOString() })
    await rosa.call.admin.saveSignInRule({ role: 'ROOT_USER', required: false, graceDays: 5 })
    after(0)
    expect((await rosa.call.admin.getSignInPolicy()).some(({ required }) => required)).toBe(false)
  })

  it('the rules of admins and roots: an admin cannot touch them', async () => {
    for (const role of ['ROOT_USER', 'ADMIN_USER'] as const)
      for (const required of [true, false]) {
        const answer = await viaRest(portico.app, 'admin.saveSignInRule', { role, required, graceDays: 0 }, { token: adam.accessToken })
        expect(answer.id).toBe('FORBIDDEN')
      }
    expect((await rosa.call.admin.getSignInPolicy()).some(({ required }) => required)).toBe(false)
  })
})

describe('someone whose role needs a second factor', () => {
  const ruleFor = (role: Role, graceDays: number) => rosa.call.admin.saveSignInRule({ role, required: true, graceDays })

  it('has the days from the beginning of the rule, or of an account made later, and is told until when', async () => {
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

  it('goes on at once when it is set up, and is not asked again', async () => {
    await ruleFor('VOLUNTEERV1', 0)
    const staff = await newStaff(portico, 'VOLUNTEERV1')
    const list = () => viaRest(portico.app, 'workshops.getWorkshopList', {}, { token: staff.token })
    expect((await list()).id).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    await setUpApp(portico, staff)
    expect((await list()).ok).toBe(true)
    const { call } = await staff.now()
    expect(await call.auth.mySignIn.getRequirement()).toEqual({ dueAt: null, overdue: false })
  })

  it('is held by the strictest rule of their roles', async () => {
    await ruleFor('AGENCY', 14)
    await ruleFor('VOLUNTEERV1', 2)
    const staff = await newStaff(portico)
    await portico.sql(`update account set roles = '{AGENCY,VOLUNTEERV1}' where id = $1`, [staff.id])
    const { call } = await staff.now()
    expect((await call.auth.mySignIn.getRequirement()).dueAt).toBe(new Date(start + 2 * day).toISOString())
  })
})

describe('lost devices', () => {
  it('are removed by an admin; the sessions end, the person is told and signs in with the password', async () => {
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

describe('giving someone power', () => {
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

  it('control: shutting someone out needs none', async () => {
    const [boss, staff] = [await newStaff(portico, 'ADMIN_USER'), await newStaff(portico)]
    await ageProof(portico, boss)
    const { call } = await boss.now()
    expect(await call.admin.updateAccount({ id: staff.id, disabled: true })).toMatchObject({ disabled: true })
  })
})
