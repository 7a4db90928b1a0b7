import { beforeEach, expect, test } from 'vitest'
import { auditTrail, mailedSecret, outcomesOf, profileOf, registrationForm, secretOf, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { addressOfFirst, ensureFirstAccount } from './first-account.ts'

const portico = await openPortico()
const root = { rootEmail: 'Ruth@example.org', rootPassword: 'root-password' }

beforeEach(async () => {
  await portico.sql(`truncate account, session, one_time_token, agency_member restart identity cascade`)
})

const accounts = () => portico.sql(`select email, roles from account order by id`)

test('an empty database gets the root account of the settings, who can sign in at once', async () => {
  expect(await ensureFirstAccount(portico.services, root)).toEqual({})
  const { accessToken } = await signIn(portico, 'ruth@example.org', 'root-password')
  expect((await profileOf(portico, accessToken)).body.roles).toEqual(['ROOT_USER'])
  expect((await auditTrail(portico)).some(({ action, subjects }) => action === 'first-account' && subjects.includes('account:1'))).toBe(
    true,
  )
})

test('without settings it gets a link that makes a root account of anyone who started the server, once', async () => {
  const { link = '' } = await ensureFirstAccount(portico.services, {})
  expect(link).toMatch(/^https:\/\/portico\.test\/authentication\/registration\/[\w-]{43}$/)
  const visitor = await portico.as()
  expect((await visitor.rest('auth/register/local', registrationForm(secretOf(link), 'Ruth'))).body).toEqual({ success: true, data: {} })
  expect(await accounts()).toEqual([{ email: addressOfFirst, roles: ['ROOT_USER'] }])
  expect((await signIn(portico, addressOfFirst, 'new-password')).answer.status).toBe(200)
  expect((await visitor.rest('auth/register/local', registrationForm(secretOf(link)))).body.error_id).toBe('INVALID_CODE')
})

test('a name that is an e-mail address becomes the address of the first account, to be verified as any other', async () => {
  const { link = '' } = await ensureFirstAccount(portico.services, {})
  const visitor = await portico.as()
  await visitor.rest('auth/register/local', registrationForm(secretOf(link), 'Ruth@Example.org'))
  expect((await signIn(portico, 'ruth@example.org', 'new-password')).answer.status).toBe(401)
  await visitor.rest('auth/register/verify', { code: await mailedSecret(portico, 'ruth@example.org', 'verify-email') })
  expect((await signIn(portico, 'ruth@example.org', 'new-password')).answer.status).toBe(200)
})

test('a database with an account gets neither', async () => {
  await ensureFirstAccount(portico.services, root)
  expect(await ensureFirstAccount(portico.services, {})).toEqual({})
  expect(await ensureFirstAccount(portico.services, { rootEmail: 'other@example.org', rootPassword: 'other-password' })).toEqual({})
  expect(await accounts()).toHaveLength(1)
})

test('two replicas that start at once create one account', async () => {
  const started = await Promise.all([
    ensureFirstAccount(portico.services, root),
    ensureFirstAccount(portico.services, { ...root, rootEmail: 'other@example.org' }),
  ])
  expect(started).toEqual([{}, {}])
  expect(await accounts()).toHaveLength(1)
})

test('of the links of two replicas, the first that is used counts', async () => {
  const links = await Promise.all([ensureFirstAccount(portico.services, {}), ensureFirstAccount(portico.services, {})])
  const visitor = await portico.as()
  const answers = await Promise.all(
    links.map(({ link = '' }, index) => visitor.rest('auth/register/local', registrationForm(secretOf(link), `ruth${index}@example.org`))),
  )
  expect(outcomesOf(answers)).toEqual(['INVALID_CODE', 'won'])
  expect(await accounts()).toHaveLength(1)
})

test('a password of the settings that is too easy to guess stops the start', async () => {
  await expect(ensureFirstAccount(portico.services, { ...root, rootPassword: 'sunshine' })).rejects.toThrow('ROOT_PASSWORD: Choose')
  expect(await accounts()).toEqual([])
})
