import { describe, expect, test } from 'vitest'
import { raceRegistrations, withReusableLinks } from '../../../test/races/auth-races.ts'
import { invite, mailedSecret, outcomesOf, profileOf, registrationForm, secretOf, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { inTransaction } from '../../infra/postgres/transaction.ts'
import { createLink } from './links.ts'

const portico = await openPortico()
const invalidCode = { success: false, error_id: 'INVALID_CODE', message: expect.any(String) }
const done = { success: true, data: {} }

describe('registering with a link', () => {
  test('leads from the invitation e-mail to the first sign-in', async () => {
    const rosa = await portico.as('rosa')
    await rosa.call.admin.generateRegistrationLink({ account: 'admin', email: 'Nia@Example.org', purpose: 'Second admin' })
    const visitor = await portico.as()
    const token = await mailedSecret(portico, 'nia@example.org', 'registration')
    expect((await visitor.rest('auth/register/local', registrationForm(token, 'Nia Novak'))).body).toEqual(done)
    expect((await signIn(portico, 'nia@example.org', 'new-password')).answer.status).toBe(401)
    const code = await mailedSecret(portico, 'nia@example.org', 'verify-email')
    portico.setTime('2026-11-21T20:05:00Z')
    expect((await visitor.rest('auth/register/verify', { code })).body).toEqual(done)
    const { answer, accessToken } = await signIn(portico, 'nia@example.org', 'new-password')
    expect(answer.status).toBe(200)
    const profile = await profileOf(portico, accessToken)
    portico.setTime('2026-11-21T20:00:00Z')
    expect(profile.body).toMatchObject({
      name: 'Nia Novak',
      roles: ['ADMIN_USER'],
      dateCreated: '2026-11-21T20:00:00.000Z',
      dateVerified: '2026-11-21T20:05:00.000Z',
    })
    const [row] = await portico.sql(`select purpose from account where email = 'nia@example.org'`)
    expect(row).toEqual({ purpose: 'Second admin' })
  })

  test('assigns the role, agency and workshops of the invitation, and refuses a body that claims others', async () => {
    const [agency] = await portico.sql<{ id: number }>(`select min(id) as id from agency`)
    const [workshop] = await portico.sql<{ id: number }>(
      `insert into workshop (name, title, time_zone) values ('spring', 'Spring', 'UTC') returning id`,
    )
    const visitor = await portico.as()
    const claims = {
      role: 'ROOT_USER',
      roles: ['ROOT_USER'],
      account: 'root',
      agencyId: agency?.id,
      email: 'other@example.org',
      workshopIds: [workshop?.id],
    }
    const volunteer = await invite(portico, { email: 'vol@example.org', workshopIds: [workshop?.id ?? 0] })
    const member = await invite(portico, { email: 'member@example.org', account: 'agency', agencyId: agency?.id ?? 0 })
    for (const token of [volunteer, member]) {
      const claimed = await visitor.rest('auth/register/local', { ...registrationForm(token), ...claims })
      expect(claimed.body).toMatchObject({ error_id: 'VALIDATION_ERROR', issues: Object.keys(claims).map((field) => ({ path: [field] })) })
      expect((await visitor.rest('auth/register/local', registrationForm(token))).body).toEqual(done)
    }
    const rows = await portico.sql(
      `select email, roles, (select array_agg(agency_id) from agency_member where account_id = account.id) as agencies,
              (select array_agg(workshop_id) from workshop_access where account_id = account.id and revoked_at is null) as workshops
       from account where email in ('vol@example.org', 'member@example.org') order by id`,
    )
    expect(rows).toEqual([
      { email: 'vol@example.org', roles: ['VOLUNTEERV1'], agencies: null, workshops: [workshop?.id] },
      { email: 'member@example.org', roles: ['AGENCY'], agencies: [agency?.id], workshops: null },
    ])
  })

  test('works once', async () => {
    const token = await invite(portico, { email: 'once@example.org' })
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/local', registrationForm(token))).body).toEqual(done)
    expect((await visitor.rest('auth/register/local', registrationForm(token))).body).toEqual(invalidCode)
  })

  test('works for 72 hours', async () => {
    const [early, late] = [await invite(portico, { email: 'early@example.org' }), await invite(portico, { email: 'tardy@example.org' })]
    const visitor = await portico.as()
    portico.setTime('2026-11-24T19:59:59Z')
    const inTime = await visitor.rest('auth/register/local', registrationForm(early))
    portico.setTime('2026-11-24T20:00:01Z')
    const tooLate = await visitor.rest('auth/register/local', registrationForm(late))
    portico.setTime('2026-11-21T20:00:00Z')
    expect(inTime.body).toEqual(done)
    expect(tooLate.body).toEqual(invalidCode)
  })

  test('refuses a forged link and a link of another kind', async () => {
    const [ana] = await portico.sql<{ id: number }>(`select id from account where email = 'ana@portico.example'`)
    const reset = secretOf(await inTransaction(portico.services, 'test', (ctx) => createLink(ctx, 'reset', { accountId: ana?.id ?? 0 })))
    const visitor = await portico.as()
    for (const token of ['made-up', reset])
      expect((await visitor.rest('auth/register/local', registrationForm(token))).body).toEqual(invalidCode)
  })

  test('creates one account for an address that was invited twice', async () => {
    const tokens = [await invite(portico, { email: 'twice@example.org' }), await invite(portico, { email: 'twice@example.org' })]
    const visitor = await portico.as()
    const answers = await Promise.all(tokens.map((token) => visitor.rest('auth/register/local', registrationForm(token))))
    expect(outcomesOf(answers)).toEqual(['INVALID_CODE', 'won'])
  })

  test('requires a name, eight characters and the same password twice', async () => {
    const visitor = await portico.as()
    const answer = await visitor.rest('auth/register/local', { token: 'x', name: ' ', password: 'short', confirmPassword: 'shorter' })
    expect(answer.status).toBe(422)
    const differing = await visitor.rest('auth/register/local', { ...registrationForm('x'), confirmPassword: 'another password' })
    expect(differing.body.issues).toEqual([
      { path: ['password'], code: 'custom', message: 'Does not match' },
      { path: ['confirmPassword'], code: 'custom', message: 'Does not match' },
    ])
    expect(answer.body.issues.map((issue: { path: string[]; message: string }) => [issue.path[0], issue.message])).toEqual(
      expect.arrayContaining([
        ['name', 'Required'],
        ['password', 'Must have a length of at least 8.'],
      ]),
    )
  })

  test('refuses the address or the name as a password, and leaves the link usable', async () => {
    const token = await invite(portico, { email: 'obvious@example.org' })
    const visitor = await portico.as()
    const answer = await visitor.rest('auth/register/local', registrationForm(token, 'Olga', 'Obvious@example.org'))
    expect(answer.body).toEqual({
      success: false,
      error_id: 'INVALID_REQUEST',
      message: 'Choose a password that is not your name or your email address.',
    })
    expect((await visitor.rest('auth/register/local', registrationForm(token, 'Olga'))).body).toEqual(done)
  })

  test('is refused once the sender of the invitation may no longer send it', async () => {
    const [adam] = await portico.sql<{ id: number }>(`select id from account where email = 'adam@portico.example'`)
    const volunteer = await invite(portico, { email: 'of-adam@example.org', invitedBy: adam?.id ?? 0 })
    const beyond = await invite(portico, { email: 'beyond-adam@example.org', account: 'root', invitedBy: adam?.id ?? 0 })
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/local', registrationForm(beyond))).body).toEqual(invalidCode)
    await portico.sql(`update account set disabled_at = now() where id = $1`, [adam?.id])
    expect((await visitor.rest('auth/register/local', registrationForm(volunteer))).body).toEqual(invalidCode)
    await portico.sql(`update account set disabled_at = null where id = $1`, [adam?.id])
    expect((await visitor.rest('auth/register/local', registrationForm(volunteer))).body).toEqual(done)
  })

  test('stores neither the secret of a link nor the password', async () => {
    const token = await invite(portico, { email: 'secret@example.org' })
    const visitor = await portico.as()
    await visitor.rest('auth/register/local', registrationForm(token, 'Sam', 'a very secret password'))
    const rows = JSON.stringify(await portico.sql(`select t::text as row from one_time_token t union all select a::text from account a`))
    expect(rows).not.toContain(token)
    expect(rows).not.toContain('a very secret password')
    expect(rows).toContain('$argon2id$')
  })
})

describe('verifying an address', () => {
  async function unverified(email: string): Promise<string> {
    const visitor = await portico.as()
    await visitor.rest('auth/register/local', registrationForm(await invite(portico, { email })))
    return mailedSecret(portico, email, 'verify-email')
  }

  test('works once, and voids every other link of the account', async () => {
    const first = await unverified('verify@example.org')
    await signIn(portico, 'verify@example.org', 'new-password')
    const second = await mailedSecret(portico, 'verify@example.org', 'verify-email')
    expect(second).not.toBe(first)
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/verify', { code: first })).body).toEqual(done)
    for (const code of [first, second]) expect((await visitor.rest('auth/register/verify', { code })).body).toEqual(invalidCode)
  })

  test('works for 24 hours', async () => {
    const code = await unverified('tomorrow@example.org')
    const visitor = await portico.as()
    portico.setTime('2026-11-22T20:00:01Z')
    const answer = await visitor.rest('auth/register/verify', { code })
    portico.setTime('2026-11-21T20:00:00Z')
    expect(answer.body).toEqual(invalidCode)
  })
})

describe('two concurrent registrations with one link', () => {
  test('let one win and tell the other that the link is used, over 20 rounds', async () => {
    expect(await raceRegistrations(portico, 20)).toEqual([])
  })

  test('control: both win if links can be reused', async () => {
    expect((await withReusableLinks(portico, () => raceRegistrations(portico, 3))).length).toBeGreaterThan(0)
  })
})
