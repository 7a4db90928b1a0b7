import { describe, expect, test } from 'vitest'
import { limits } from '@portico/shared/words/limits'
import { accountTypes, rolesOfAccountType } from '@portico/shared/words/roles'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { mailedSecret, registrationForm } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const [agency] = await portico.sql<{ id: number }>(`select min(id) as id from agency`)
const agencyId = agency?.id ?? 0
await portico.sql(`insert into workshop (name, title, time_zone) values ('spring', 'Spring', 'UTC'), ('autumn', 'Autumn', 'UTC')`)

const emails = async () => Number((await portico.sql(`select count(*) from message`))[0]?.['count'])
const pendingOf = async (address: string) =>
  (await (await portico.as('rosa')).call.admin.getInvitationList()).filter(({ email }) => email === address)
const links = async () => Number((await portico.sql(`select count(*) from one_time_token where used_at is null`))[0]?.['count'])

test('registration options are exactly the account types that the caller may create', async () => {
  const offered = async (name: 'rosa' | 'adam' | 'ana' | 'vera') =>
    (await (await portico.as(name)).call.admin.registrationOptions()).accountFlavors
  expect(await offered('rosa')).toEqual(['admin', 'root', 'volunteer', 'simple-agency'])
  expect(await offered('adam')).toEqual(['volunteer', 'simple-agency'])
  expect(await offered('ana')).toEqual([])
  expect(await offered('vera')).toEqual([])
})

describe('an invitation', () => {
  test.each([
    { member: 'rosa', allowed: ['root', 'admin', 'volunteer', 'agency', 'translator'] },
    { member: 'adam', allowed: ['volunteer', 'agency', 'translator'] },
    { member: 'ana', allowed: [] },
    { member: 'vera', allowed: [] },
  ] as const)('by $member is sent only for these account types: $allowed', async ({ member, allowed }) => {
    const person = await portico.as(member)
    for (const account of accountTypes) {
      const email = `${account}-by-${member}@example.org`
      const answer = await person.rest('admin/generateRegistrationLink', {
        account,
        email,
        purpose: 'Test',
        ...(account === 'agency' && { agencyId }),
        ...(account === 'translator' && { translates: ['es'] }),
      })
      if ((allowed as readonly string[]).includes(account)) {
        expect(answer.body).toEqual({ success: true, data: { emailSuccess: true } })
        const visitor = await portico.as()
        await visitor.rest('auth/register/local', registrationForm(await mailedSecret(portico, email, 'registration')))
        expect(await portico.sql(`select roles, translates from account where email = $1`, [email])).toEqual([
          { roles: rolesOfAccountType[account], translates: account === 'translator' ? ['es'] : [] },
        ])
      } else {
        expect(answer.status).toBe(403)
        expect(answer.body).toEqual({ success: false, error_id: 'FORBIDDEN', message: 'Not authorized for endpoint' })
      }
    }
  })

  test('is refused for an address that has an account, in any case', async () => {
    const rosa = await portico.as('rosa')
    const [emailsBefore, linksBefore] = [await emails(), await links()]
    for (const email of ['ana@portico.example', 'ANA@Portico.Example']) {
      const answer = await rosa.rest('admin/generateRegistrationLink', { account: 'admin', email, purpose: '' })
      expect(answer.body.error_id).toBe('ACCOUNT_EXISTS')
    }
    expect([await emails(), await links()]).toEqual([emailsBefore, linksBefore])
  })

  test('for an agency member must name an existing agency', async () => {
    const adam = await portico.as('adam')
    const form = { account: 'agency', email: 'no-agency@example.org', purpose: '' }
    expect((await adam.rest('admin/generateRegistrationLink', form)).status).toBe(422)
    expect((await adam.rest('admin/generateRegistrationLink', { ...form, agencyId: 999_999 })).body.error_id).toBe('NOT_FOUND')
    expect(await portico.sql(`select id from one_time_token where invitation->>'email' = 'no-agency@example.org'`)).toEqual([])
  })

  test('for a volunteer may name workshops, which must exist', async () => {
    const adam = await portico.as('adam')
    const form = { account: 'volunteer', email: 'walt@example.org', purpose: '' } as const
    const refused = await adam.rest('admin/generateRegistrationLink', { ...form, workshopNames: ['spring', 'nowhere'] })
    expect(refused.body.error_id).toBe('NOT_FOUND')
    await adam.call.admin.generateRegistrationLink({ ...form, workshopNames: ['spring', 'autumn', 'spring'] })
    const visitor = await portico.as()
    await visitor.rest('auth/register/local', registrationForm(await mailedSecret(portico, 'walt@example.org', 'registration'), 'Walt'))
    const { items } = await adam.call.admin.getAccountList({ pagination: { offset: 0, count: 1 }, filter: { query: 'walt@example.org' } })
    expect(items[0]).toMatchObject({
      name: 'Walt',
      roles: ['VOLUNTEERV1'],
      agencies: [],
      workshopNames: ['spring', 'autumn'],
      verified: false,
      disabled: false,
    })
  })

  test('for a volunteer leaves out a test workshop that was deleted since; control: and names it before', async () => {
    const rosa = await portico.as('rosa')
    const settings = { title: 'Rehearsal', test: true, questionnaireNames: [], agencyIds: [] }
    const name = 'rehearsal'
    await rosa.call.workshops.saveWorkshop({ name, ...settings })
    const accessOf = async (email: string) => {
      const token = await mailedSecret(portico, email, 'registration')
      const answer = await (await portico.as()).rest('auth/register/local', registrationForm(token))
      const [account] = (await rosa.call.admin.getAccountList({ pagination: { offset: 0, count: 1 }, filter: { query: email } })).items
      return { status: answer.status, workshopNames: account?.workshopNames }
    }
    for (const email of ['early@example.org', 'tardy@example.org'])
      await rosa.call.admin.generateRegistrationLink({ account: 'volunteer', email, purpose: '', workshopNames: [name, 'spring'] })
    expect(await accessOf('early@example.org')).toEqual({ status: 200, workshopNames: ['spring', name] })
    await rosa.call.workshops.deleteTestWorkshop({ name, confirm: name })
    expect(await accessOf('tardy@example.org')).toEqual({ status: 200, workshopNames: ['spring'] })
  })

  test('assigns no agency or workshop to an account type without them', async () => {
    const rosa = await portico.as('rosa')
    await rosa.call.admin.generateRegistrationLink({
      account: 'admin',
      email: 'plain@example.org',
      purpose: '',
      agencyId,
      workshopNames: ['spring'],
    })
    const visitor = await portico.as()
    await visitor.rest('auth/register/local', registrationForm(await mailedSecret(portico, 'plain@example.org', 'registration')))
    const { items } = await rosa.call.admin.getAccountList({ pagination: { offset: 0, count: 1 }, filter: { query: 'plain@example.org' } })
    expect(items[0]).toMatchObject({ agencies: [], workshopNames: [] })
  })

  test('replaces the previous one for the same address', async () => {
    const rosa = await portico.as('rosa')
    await rosa.call.admin.generateRegistrationLink({ account: 'root', email: 'Mistake@example.org', purpose: '' })
    const mistaken = await mailedSecret(portico, 'mistake@example.org', 'registration')
    await rosa.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'mistake@example.org', purpose: '' })
    const meant = await mailedSecret(portico, 'mistake@example.org', 'registration')
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/local', registrationForm(mistaken))).body.error_id).toBe('INVALID_CODE')
    expect((await visitor.rest('auth/register/local', registrationForm(meant))).body.success).toBe(true)
  })

  test('is listed with its sender until it is replaced or revoked', async () => {
    const adam = await portico.as('adam')
    const again = { account: 'agency', email: 'twice@example.org', purpose: 'Spring', agencyId } as const
    await adam.call.admin.generateRegistrationLink(again)
    const rosa = await portico.as('rosa')
    expect(await pendingOf('twice@example.org')).toMatchObject([{ purpose: 'Spring', invitedBy: 'Adam Abiodun', works: true }])
    await rosa.call.admin.generateRegistrationLink({ ...again, email: 'TWICE@example.org', purpose: '' })
    const [pending, ...others] = await pendingOf('twice@example.org')
    expect(others).toEqual([])
    expect(pending).toMatchObject({ account: 'agency', agency: { id: agencyId }, workshopNames: [], invitedBy: 'Rosa Ruiz' })
    expect((await adam.rest('admin/revokeInvitation', { id: pending!.id })).body).toEqual({ success: true, data: {} })
    expect(await pendingOf('twice@example.org')).toEqual([])
  })

  test('is replaced only by those who could have sent it; control: an expired one by any admin', async () => {
    const [rosa, adam] = [await portico.as('rosa'), await portico.as('adam')]
    const email = 'future-admin@example.org'
    await rosa.call.admin.generateRegistrationLink({ account: 'admin', email, purpose: '' })
    const replace = async () => (await adam.rest('admin/generateRegistrationLink', { account: 'volunteer', email })).body
    expect(await replace()).toMatchObject({ success: false, error_id: 'FORBIDDEN' })
    expect(await pendingOf(email)).toMatchObject([{ account: 'admin', works: true }])
    await portico.sql(`update one_time_token set expires_at = '2026-11-21T19:00:00Z' where invitation->>'email' = $1`, [email])
    expect(await replace()).toMatchObject({ success: true })
  })

  test('names the inviter, the role and the agency', async () => {
    const adam = await portico.as('adam')
    await adam.call.admin.generateRegistrationLink({ account: 'agency', email: 'named@example.org', agencyId })
    await adam.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'helper@example.org' })
    await portico.drain()
    const textTo = (address: string) => portico.outbox.find(({ to }) => to === address)?.text
    const [agencyRow] = await portico.sql<{ name: string }>(`select name from agency where id = $1`, [agencyId])
    expect(textTo('named@example.org')).toContain(`Adam Abiodun invited you to review respondents for ${agencyRow?.name}.`)
    expect(textTo('helper@example.org')).toContain('Adam Abiodun invited you as a volunteer at workshops.')
  })

  test('can be resent with a new link and a full lifetime, even after it expired', async () => {
    const adam = await portico.as('adam')
    await adam.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'late@example.org', workshopNames: ['spring'] })
    const first = await mailedSecret(portico, 'late@example.org', 'registration')
    await portico.sql(`update one_time_token set expires_at = '2026-11-21T19:00:00Z' where invitation->>'email' = 'late@example.org'`)
    const [over] = await pendingOf('late@example.org')
    expect(over?.works).toBe(false)
    expect((await adam.rest('admin/sendInvitationAgain', { id: over!.id })).body).toEqual({ success: true, data: {} })
    const [renewed, ...others] = await pendingOf('late@example.org')
    expect(others).toEqual([])
    expect(renewed).toMatchObject({ workshopNames: ['spring'], invitedBy: 'Adam Abiodun' })
    expect(Date.parse(renewed!.expiresAt) - Date.parse(renewed!.sentAt)).toBe(limits.registrationTokenMs)
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/local', registrationForm(first))).body.error_id).toBe('INVALID_CODE')
    const second = await mailedSecret(portico, 'late@example.org', 'registration')
    expect((await visitor.rest('auth/register/local', registrationForm(second))).body.success).toBe(true)
    expect(await pendingOf('late@example.org')).toEqual([])
    expect((await adam.rest('admin/sendInvitationAgain', { id: renewed!.id })).body.error_id).toBe('NOT_FOUND')
  })

  test('is encrypted in the outbox until it is sent', async () => {
    const adam = await portico.as('adam')
    await portico.drain()
    await adam.call.admin.generateRegistrationLink({ account: 'volunteer', email: 'patience@example.org', purpose: '' })
    const stored = JSON.stringify(
      await portico.sql(
        `select encode(sealed, 'escape') as text from message where sealed is not null union all select data::text from jobs.job`,
      ),
    )
    expect(stored).not.toContain('patience')
    expect(stored).not.toContain('/authentication/')
    await mailedSecret(portico, 'patience@example.org', 'registration')
    expect(portico.outbox.filter((email) => email.to === 'patience@example.org')).toHaveLength(1)
  })

  test('is audited with its sender but without the address', async () => {
    const rosa = await portico.as('rosa')
    const since = (await auditTrail(portico)).at(-1)?.id
    await rosa.call.admin.generateRegistrationLink({ account: 'agency', email: 'trail@example.org', purpose: '', agencyId })
    const trail = await auditTrail(portico, since)
    expect(trail).toMatchObject([
      { action: 'admin.generateRegistrationLink', subjects: [`agency:${agencyId}`], account_id: expect.any(Number) },
    ])
    expect(JSON.stringify(await auditTrail(portico))).not.toContain('@')
  })
})
