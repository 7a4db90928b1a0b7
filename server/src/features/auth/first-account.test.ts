import { beforeEach, expect, test } from 'vitest'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { mailedSecret, outcomesOf, profileOf, registrationForm, secretOf, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { firstAccountAddress } from '@portico/shared/rules/managed-accounts'
import { ensureFirstAccount } from './first-account.ts'

const portico = await openPortico()
const root = { rootEmail: 'Ruth@example.org', rootPassword: 'root-password' }

beforeEach(async () => {
  await portico.sql(`truncate account, session, one_time_token, agency_member restart identity cascade`)
})

const accounts = () => portico.sql(`select email, roles from account order by id`)

test('creates the configured root account in an empty database, ready to sign in', async () => {
  expect(await ensureFirstAccount(portico.services, root)).toEqual({})
  const { accessToken } = await signIn(portico, 'ruth@example.org', 'root-password')
  expect((await profileOf(portico, accessToken)).body.roles).toEqual(['ROOT_USER'])
  expect((await auditTrail(portico)).some(({ action, subjects }) => action === 'first-account' && subjects.includes('account:1'))).toBe(
    true,
  )
})

test('returns a one-time link to register a root account if none is configured', async () => {
  const { link = '' } = await ensureFirstAccount(portico.services, {})
  expect(link).toMatch(/^https:\/\/portico\.test\/authentication\/registration\/[\w-]{43}$/)
  const visitor = await portico.as()
  expect((await visitor.rest('auth/register/local', registrationForm(secretOf(link), 'Ruth'))).body).toEqual({ success: true, data: {} })
  expect(await accounts()).toEqual([{ email: firstAccountAddress, roles: ['ROOT_USER'] }])
  expect((await signIn(portico, firstAccountAddress, 'new-password')).answer.status).toBe(200)
  expect((await visitor.rest('auth/register/local', registrationForm(secretOf(link)))).body.error_id).toBe('INVALID_CODE')
})

test('uses the registered name as the address if it is an e-mail address, which must then be verified', async () => {
  const { link = '' } = await ensureFirstAccount(portico.services, {})
  const visitor = await portico.as()
  await visitor.rest('auth/register/local', registrationForm(secretOf(link), 'Ruth@Example.org'))
  expect((await signIn(portico, 'ruth@example.org', 'new-password')).answer.status).toBe(401)
  await visitor.rest('auth/register/verify', { code: await mailedSecret(portico, 'ruth@example.org', 'verify-email') })
  expect((await signIn(portico, 'ruth@example.org', 'new-password')).answer.status).toBe(200)
})

test('does nothing if the database has an account', async () => {
  await ensureFirstAccount(portico.services, root)
  expect(await ensureFirstAccount(portico.services, {})).toEqual({})
  expect(await ensureFirstAccount(portico.services, { rootEmail: 'other@example.org', rootPassword: 'other-password' })).toEqual({})
  expect(await accounts()).toHaveLength(1)
})

test('creates one account if two replicas start concurrently', async () => {
  const started = await Promise.all([
    ensureFirstAccount(portico.services, root),
    ensureFirstAccount(portico.services, { ...root, rootEmail: 'other@example.org' }),
  ])
  expect(started).toEqual([{}, {}])
  expect(await accounts()).toHaveLength(1)
})

test('lets the first used link win if two replicas each created one', async () => {
  const links = await Promise.all([ensureFirstAccount(portico.services, {}), ensureFirstAccount(portico.services, {})])
  const visitor = await portico.as()
  const answers = await Promise.all(
    links.map(({ link = '' }, index) => visitor.rest('auth/register/local', registrationForm(secretOf(link), `ruth${index}@example.org`))),
  )
  expect(outcomesOf(answers)).toEqual(['INVALID_CODE', 'won'])
  expect(await accounts()).toHaveLength(1)
})

test('refuses to start with a configured password that is too easy to guess', async () => {
  await expect(ensureFirstAccount(portico.services, { ...root, rootPassword: 'sunshine' })).rejects.toThrow('ROOT_PASSWORD: Choose')
  expect(await accounts()).toEqual([])
})
