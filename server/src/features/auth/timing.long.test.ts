import { describe, expect, test } from 'vitest'
import { seedPassword } from '../../../test/support/auth-visits.ts'
import { openPortico } from '../../../test/support/harness.ts'
import { timeRatio } from '../../../test/support/time-ratio.ts'

const portico = await openPortico()
const patience = 300_000
const visitor = await portico.as()

await portico.sql(
  `insert into account (email, name, password_hash, roles, created_at, verified_at, disabled_at)
   select kind || '@portico.example', name, password_hash, roles, created_at, case when kind <> 'unverified' then created_at end, case when kind = 'disabled' then created_at end
   from account, unnest(array['unverified', 'disabled']) as kind where email = 'ana@portico.example'`,
)

const known = { password: 'wrong password', email: 'ana@portico.example' }
const unknown = { password: 'wrong password', email: 'nobody@portico.example' }

describe('response time does not reveal whether an address is known', () => {
  test('when signing in with a wrong password', { timeout: patience }, async () => {
    expect(await ratio('auth/login/local', known, unknown)).toBeLessThan(1.05)
  })

  test('when signing in with the right password of a disabled or unverified account', { timeout: patience }, async () => {
    const right = { password: seedPassword }
    expect(await ratio('auth/login/local', { ...right, email: 'disabled@portico.example' }, unknown)).toBeLessThan(1.05)
    expect(await ratio('auth/login/local', { ...right, email: 'unverified@portico.example' }, unknown)).toBeLessThan(1.05)
  })

  test('when requesting a password reset', { timeout: patience }, async () => {
    const [asked, other] = [{ email: known.email }, { email: unknown.email }]
    expect(await ratio('auth/beginResetPassword', asked, other)).toBeLessThan(1.05)
  })
})

test('control: the measurement detects a delay that only a known address causes', { timeout: patience }, async () => {
  await portico.sql(`create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.15); return null; end $$`)
  // Longer than the fixed response time. Deferred to the commit, so rows that are rolled back do not wait.
  await portico.sql(
    `create constraint trigger slow after insert on message deferrable initially deferred for each row execute function wait()`,
  )
  expect(await ratio('auth/beginResetPassword', { email: known.email }, { email: unknown.email })).toBeGreaterThan(1.05)
  await portico.sql(`drop function wait cascade`)
})

function ratio(path: string, one: object, other: object): Promise<number> {
  return timeRatio(
    path,
    () => visitor.rest(path, one),
    () => visitor.rest(path, other),
  )
}
