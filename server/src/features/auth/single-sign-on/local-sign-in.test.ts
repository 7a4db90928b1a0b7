import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { signIn } from '../../../../test/support/auth-visits.ts'
import { openPortico } from '../../../../test/support/harness.ts'
import { startProvider, type TestProvider } from '../../../../test/support/identity-provider.ts'
import { signOn, signOnAt } from '../../../../test/support/sign-on-visits.ts'
import { addPasskey, newStaff } from '../../../../test/support/staff.ts'
import { passkeyRequestFor } from '../second-factor/passkeys.ts'
import { createChallenge } from '../second-factor/challenges.ts'

const portico = await openPortico()
const { publicUrl } = portico.services
let provider: TestProvider

beforeAll(async () => {
  provider = await startProvider(publicUrl)
})
afterAll(() => provider.stop())
beforeEach(() => signOnAt(portico, provider))

describe('a role without passwords', () => {
  beforeEach(() => signOnAt(portico, provider, { rolesWithoutPassword: ['AGENCY', 'ADMIN_USER'] }))

  it('is refused with a password and with a passkey alone, and gets no link to set a password', async () => {
    const staff = await newStaff(portico)
    const device = await addPasskey(staff, 'Laptop')
    portico.outbox.length = 0
    expect((await signIn(portico, staff.email)).answer).toMatchObject({ status: 401, body: { error_id: 'INVALID_CREDENTIALS' } })
    const options = await inTransaction(portico.services, 'test', async (ctx) =>
      passkeyRequestFor(ctx, await createChallenge(ctx, 'passkey-sign-in', { accountId: null, boundTo: '127.0.0.1' }), null),
    )
    const visitor = await portico.as()
    expect((await visitor.rest('auth/login/passkey', { passkey: device.get(options) })).body.error_id).toBe('PASSKEY_NOT_ACCEPTED')
    await visitor.rest('auth/beginResetPassword', { email: staff.email })
    await portico.drain()
    expect(portico.outbox.filter(({ subject }) => subject.includes('password'))).toEqual([])
  })

  it('signs in at the provider', async () => {
    provider.member = { subject: 'subject-1', email: (await newStaff(portico, 'ADMIN_USER')).email, verified: true }
    expect((await signOn(portico)).body.accessToken).toBeDefined()
  })

  it.each(['ROOT_USER', 'VOLUNTEERV1'] as const)('control: %s keeps its passwords', async (role) => {
    const staff = await newStaff(portico, role)
    expect((await signIn(portico, staff.email)).accessToken).toBeDefined()
  })

  it('keeps its passwords if the account is also a root', async () => {
    const staff = await newStaff(portico, 'ADMIN_USER')
    await portico.sql(`update account set roles = '{ADMIN_USER,ROOT_USER}' where id = $1`, [staff.id])
    expect((await signIn(portico, staff.email)).accessToken).toBeDefined()
  })
})

describe('the sign-in page', () => {
  it('shows the provider only if one is configured', async () => {
    const visitor = await portico.as()
    expect((await visitor.rest('auth/singleSignOn/getProvider')).body.data).toEqual({
      label: 'Sign in with the test provider',
      rolesWithoutPassword: [],
    })
    expect((await visitor.rest('auth/singleSignOn/getSignOut')).body.data.url).toBe(
      `${provider.settings.issuer}/session/end?post_logout_redirect_uri=${encodeURIComponent(`${publicUrl}/authentication/sign-in`)}&client_id=portico`,
    )
    portico.signOnAt(undefined)
    expect((await visitor.rest('auth/singleSignOn/getProvider')).body.data).toBeNull()
    expect((await visitor.rest('auth/singleSignOn/getSignOut')).body.data).toEqual({ url: null })
    expect((await visitor.rest('auth/singleSignOn/begin')).body.error_id).toBe('SIGN_ON_UNAVAILABLE')
  })

  it.each<[what: string, issuerOf: (issuer: string) => string]>([
    ['cannot be reached', () => 'http://127.0.0.1:9'],
    ['claims to be another issuer', (issuer) => issuer.replace('127.0.0.1', 'localhost')],
  ])('gets an error when the provider %s', async (_, issuerOf) => {
    signOnAt(portico, provider, { issuer: issuerOf(provider.settings.issuer) })
    const visitor = await portico.as()
    expect((await visitor.rest('auth/singleSignOn/begin')).body.error_id).toBe('SIGN_ON_UNAVAILABLE')
  })
})
