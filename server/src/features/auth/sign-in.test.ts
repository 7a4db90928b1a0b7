import { describe, expect, test } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { seedPassword, mailedSecret, profileOf, refresh, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'

const portico = await openPortico()
const refused = { success: false, error_id: 'INVALID_CREDENTIALS', message: 'Invalid email or password' }

async function newAccount(email: string, columns: { verified?: boolean; disabled?: boolean } = {}): Promise<number> {
  const [row] = await portico.sql<{ id: number }>(
    `insert into account (email, name, password_hash, roles, created_at, verified_at, disabled_at)
     select $1, 'Somebody', password_hash, roles, created_at, case when $2 then created_at end, case when $3 then created_at end
     from account where email = 'victor@portico.example' returning id`,
    [email, columns.verified ?? true, columns.disabled ?? false],
  )
  return row?.id ?? 0
}

describe('signing in', () => {
  test('returns only an access token, which gives access to the profile', async () => {
    const { answer, accessToken } = await signIn(portico, 'ana@portico.example')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ accessToken: expect.any(String) })
    const profile = await profileOf(portico, accessToken)
    expect(profile.body).toEqual({
      id: expect.any(Number),
      accountId: profile.body.id,
      dateCreated: '2026-11-21T20:00:00.000Z',
      dateVerified: '2026-11-21T20:00:00.000Z',
      name: 'Ana Alvarez',
      email: 'ana@portico.example',
      username: 'ana@portico.example',
      roles: ['AGENCY'],
    })
  })

  test('accepts the address in any case and with surrounding spaces', async () => {
    expect((await signIn(portico, '  ANA@Portico.example ')).answer.status).toBe(200)
  })

  test('keeps the session in a cookie that scripts and other sites cannot use, until the session ends', async () => {
    const { answer } = await signIn(portico, 'ben@portico.example')
    const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split('; '))
    const [device, session] = cookies.toSorted()
    const attributes = (expires: string) => [`Expires=${expires}`, 'HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']
    expect(session?.[0]).toMatch(/^__Host-portico-session=[\w.-]{60,}$/)
    expect(session?.slice(1).toSorted()).toEqual(attributes('Sun, 22 Nov 2026 08:00:00 GMT'))
    expect(device?.[0]).toMatch(/^__Host-portico-device=[\w.-]{60,}$/)
    expect(device?.slice(1).toSorted()).toEqual(attributes('Thu, 20 May 2027 20:00:00 GMT'))
  })

  test('works through tRPC', async () => {
    const { call } = await portico.as()
    const { accessToken } = await call.auth.login.local({ email: 'vera@portico.example', password: seedPassword })
    expect((await profileOf(portico, accessToken)).body.name).toBe('Vera Varga')
  })

  test('stores only hashes of tokens', async () => {
    const { cookie, accessToken } = await signIn(portico, 'vera@portico.example')
    const secret = cookie?.split('.')[1] ?? ''
    const rows = JSON.stringify(await portico.sql(`select s::text as row, encode(token_hash, 'escape') as hash from session s`))
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(accessToken)
  })
})

describe('a refused sign-in', () => {
  test('has the same response for a wrong password and for unknown, disabled and unverified addresses', async () => {
    await newAccount('disabled@portico.example', { disabled: true })
    await newAccount('unverified@portico.example', { verified: false })
    const tries = [
      await signIn(portico, 'ana@portico.example', 'wrong password'),
      await signIn(portico, 'nobody@portico.example'),
      await signIn(portico, 'disabled@portico.example'),
      await signIn(portico, 'unverified@portico.example'),
      await signIn(portico, 'unverified@portico.example', 'wrong password'),
    ]
    for (const { answer, cookie } of tries) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(refused)
      expect(cookie).toBeUndefined()
    }
  })

  test('leaves no token, e-mail or job behind, only an audit entry without personal data', async () => {
    const ana = (await profileOf(portico, (await signIn(portico, 'ana@portico.example')).accessToken)).body.id
    const count = async () =>
      (
        await portico.sql(
          `select (select count(*) from one_time_token) as tokens, (select count(*) from message) as emails, (select count(*) from message where due_at is not null) as due`,
        )
      )[0]
    const [before, entry] = [await count(), (await auditTrail(portico)).at(-1)?.id]
    await signIn(portico, 'ana@portico.example', 'wrong password')
    await signIn(portico, 'nobody@portico.example', 'wrong password')
    expect(await count()).toEqual(before)
    const trail = await auditTrail(portico, entry)
    expect(trail.map(({ action, subjects }) => ({ action, subjects }))).toEqual([
      { action: 'auth.login.local.denied', subjects: [`account:${ana}`] },
      { action: 'auth.login.local.denied', subjects: [] },
    ])
  })

  test('sends a new verification link only if the password of an unverified account is right', async () => {
    await newAccount('late@portico.example', { verified: false })
    await signIn(portico, 'late@portico.example', 'wrong password')
    await portico.drain()
    expect(portico.outbox.filter((email) => email.to === 'late@portico.example')).toHaveLength(0)
    await signIn(portico, 'late@portico.example')
    const code = await mailedSecret(portico, 'late@portico.example', 'verify-email')
    const visitor = await portico.as()
    expect((await visitor.rest('auth/register/verify', { code })).body).toEqual({ success: true, data: {} })
    expect((await signIn(portico, 'late@portico.example')).answer.status).toBe(200)
  })

  test('sends no link if the account is disabled as well as unverified', async () => {
    await newAccount('gone@portico.example', { verified: false, disabled: true })
    await signIn(portico, 'gone@portico.example')
    await portico.drain()
    expect(portico.outbox.filter((email) => email.to === 'gone@portico.example')).toHaveLength(0)
  })

  test('names missing fields before anything is looked up', async () => {
    const visitor = await portico.as()
    const answer = await visitor.rest('auth/login/local', { email: '', password: '' })
    expect(answer.status).toBe(422)
    expect(answer.body.issues.map((issue: { path: string[] }) => issue.path[0]).toSorted()).toEqual(['email', 'password'])
  })
})

describe('an access token', () => {
  test('is valid for ten minutes', async () => {
    const { accessToken } = await signIn(portico, 'adam@portico.example')
    portico.setTime('2026-11-21T20:09:59Z')
    expect((await profileOf(portico, accessToken)).status).toBe(200)
    portico.setTime('2026-11-21T20:10:01Z')
    const late = await profileOf(portico, accessToken)
    portico.setTime('2026-11-21T20:00:00Z')
    expect(late.status).toBe(401)
    expect(late.body).toEqual({ success: false, error_id: 'UNAUTHENTICATED', message: 'Authentication failure for endpoint' })
  })

  test('is rejected if it was altered or claims to need no signature', async () => {
    const { accessToken = '' } = await signIn(portico, 'adam@portico.example')
    const [, payload = '', signature = ''] = accessToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    const changed = `${accessToken.slice(0, -signature.length)}${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const forged of [unsigned, changed, `${payload}`, 'x.y.z', '']) expect((await profileOf(portico, forged)).status).toBe(401)
  })

  test('has the current roles of the account', async () => {
    await newAccount('promoted@portico.example')
    const { accessToken } = await signIn(portico, 'promoted@portico.example')
    const asks = async () => {
      const visitor = await portico.as()
      return (await visitor.rest('admin/getAccountList', {}, { authorization: `Bearer ${accessToken}` })).status
    }
    expect(await asks()).toBe(403)
    await portico.sql(`update account set roles = '{ADMIN_USER}' where email = 'promoted@portico.example'`)
    expect(await asks()).toBe(200)
    await portico.sql(`update account set disabled_at = now() where email = 'promoted@portico.example'`)
    expect(await asks()).toBe(401)
  })
})

describe('signing out', () => {
  test('ends the session immediately for the access token and the cookie, and clears the cookie', async () => {
    const { accessToken, cookie } = await signIn(portico, 'rosa@portico.example')
    const visitor = await portico.as()
    const answer = await visitor.rest('auth/sign-out', undefined, { authorization: `Bearer ${accessToken}`, cookie: cookie ?? '' })
    expect(answer.body).toEqual({ success: true, data: {} })
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-portico-session=; .*Expires=Thu, 01 Jan 1970/)
    expect((await profileOf(portico, accessToken)).status).toBe(401)
    expect((await refresh(portico, cookie)).answer.body.error_id).toBe('NO_SESSION')
  })

  test('needs only the access token or the cookie', async () => {
    const [byToken, byCookie] = [await signIn(portico, 'rosa@portico.example'), await signIn(portico, 'rosa@portico.example')]
    const visitor = await portico.as()
    await visitor.rest('auth/sign-out', undefined, { authorization: `Bearer ${byToken.accessToken}` })
    await visitor.rest('auth/sign-out', undefined, { cookie: byCookie.cookie ?? '' })
    for (const { accessToken } of [byToken, byCookie]) expect((await profileOf(portico, accessToken)).status).toBe(401)
  })

  test('always succeeds, even without a session or with a forged one', async () => {
    const visitor = await portico.as()
    for (const cookie of ['', '__Host-portico-session=made.up.token', '__Host-portico-session=']) {
      const answer = await visitor.rest('auth/sign-out', undefined, { cookie, authorization: 'Bearer nonsense' })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ success: true, data: {} })
    }
  })
})
