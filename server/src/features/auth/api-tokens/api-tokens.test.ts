import { describe, expect, it } from 'vitest'
import { tokenCalls } from '@portico/shared/rules/api-token-calls'
import { auditTrail } from '../../../../test/support/audit-trail.ts'
import { buildApiToken } from '../../../../test/support/api-tokens.ts'
import { workshopName } from '../../../../test/support/builders.ts'
import { newStaff } from '../../../../test/support/staff.ts'
import { findTokenCaller } from './find-token-caller.ts'
import { about, openTokenPortal, start } from '../../../../test/support/token-portal.ts'

const { portico, here, rosa, outcome } = await openTokenPortal()
const list = 'responses.getAllResponses'

describe('an API token', () => {
  it('allows only the calls it was created for, over REST and tRPC, alone and in a batch', async () => {
    const { token } = await buildApiToken(portico, { calls: [list.replace('.', '/')] })
    expect(await outcome(token, list)).toBe('done')
    expect(await outcome(token, 'responses.getResponseForAdmin', about(here))).toBe('FORBIDDEN')
    const batch = await portico.app.inject({
      method: 'POST',
      url: `/trpc/${list},responses.getOverview?batch=1`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload: '{"0":{},"1":{}}',
    })
    expect(batch.json().map((one: any) => one.error?.data.failure.id ?? 'done')).toEqual(['done', 'FORBIDDEN'])
  })

  it('cannot be created for calls that tokens may not make or that its bounds do not cover', async () => {
    for (const calls of [
      ['admin'],
      ['auth'],
      ['auth/login/local'],
      ['getMyProfile'],
      ['admin/createApiToken'],
      ['drafts'],
      ['__proto__'],
      ['nothing'],
    ])
      await expect(buildApiToken(portico, { calls }), calls[0]).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    await expect(buildApiToken(portico, { calls: ['workshops/saveWorkshop'], workshopNames: [workshopName] })).rejects.toThrow('bounds')
    await expect(buildApiToken(portico, { calls: ['downloads'], agencyIds: [1] })).rejects.toThrow('bounds')
  })

  it('cannot sign in, sign out, refresh a session or create tokens', async () => {
    const { token } = await buildApiToken(portico)
    const signIn = { email: 'adam@portico.example', password: 'portico-seed' }
    expect(await outcome(token, 'auth.login.local', signIn)).toBe('FORBIDDEN')
    expect(await outcome(token, 'auth.sign-out')).toBe('FORBIDDEN')
    await portico.sql('delete from rate_counter')
    expect(await outcome(token, 'auth.tokens.refresh')).toBe('FORBIDDEN')
    expect(await outcome(token, 'admin.createApiToken', {})).toBe('FORBIDDEN')
  })

  it('keeps the calls it was created with when a group grows', async () => {
    const { token } = await buildApiToken(portico, { calls: ['responses'] })
    const grown: Record<string, string> = tokenCalls
    Object.assign(grown, { 'agency.getReminder': 'bounded' })
    try {
      expect(await outcome(token, 'agency.getReminder')).toBe('FORBIDDEN')
    } finally {
      Reflect.deleteProperty(grown, 'agency.getReminder')
    }
  })

  it('cannot make a call that has since been closed to all tokens', async () => {
    const { token, id } = await buildApiToken(portico, { calls: [list.replace('.', '/')] })
    await portico.sql(`update api_token set calls = calls || '{admin.getAccountList}' where id = $1`, [id])
    expect(await outcome(token, 'admin.getAccountList')).toBe('FORBIDDEN')
  })

  it('is accepted only from its address ranges, however the address is written', async () => {
    const { token } = await buildApiToken(portico, { addressRanges: ['203.0.113.0/24', '2001:db8::/48', '192.0.2.7'] })
    for (const [address, wanted] of [
      ['203.0.113.9', 'done'],
      ['::ffff:203.0.113.9', 'done'],
      ['203.0.114.9', 'UNAUTHENTICATED'],
      ['192.0.2.7', 'done'],
      ['192.0.2.8', 'UNAUTHENTICATED'],
      ['2001:db8:0:1::5', 'done'],
      ['2001:db9::5', 'UNAUTHENTICATED'],
    ] as const) {
      await portico.sql('delete from rate_counter')
      expect([address, await outcome(token, list, {}, address)]).toEqual([address, wanted])
    }
    for (const range of ['203.0.113.0/33', '203.0.113', 'example.org', '::/129'])
      expect(
        (await rosa.rest('admin/createApiToken', { name: 'x', calls: [list], addressRanges: [range], expiresAt: '2026-12-01T00:00:00Z' }))
          .status,
      ).toBe(422)
  })

  it('stops working at its expiry, which is at most a year ahead', async () => {
    const { token } = await buildApiToken(portico, { expiresAt: '2026-11-22T20:00:00Z' })
    expect(await outcome(token, list)).toBe('done')
    portico.setTime('2026-11-22T20:00:00Z')
    expect(await outcome(token, list)).toBe('UNAUTHENTICATED')
    portico.setTime(start)
    for (const expiresAt of ['2027-11-21T20:00:01Z', '2026-11-21T20:00:00Z', '2025-01-01T00:00:00Z'])
      expect((await rosa.rest('admin/createApiToken', { name: 'x', calls: [list], expiresAt })).body.issues[0].path).toEqual(['expiresAt'])
  })

  it('is refused as soon as it is revoked, even for public calls', async () => {
    const { token, id } = await buildApiToken(portico)
    expect(await outcome(token, 'workshops.getDefaultWorkshop')).toBe('done')
    await rosa.call.admin.revokeApiToken({ id })
    for (const path of [list, 'workshops.getDefaultWorkshop', 'auth.sign-out']) {
      const answer = await portico.app.inject({
        method: 'POST',
        url: `/api/${path.replaceAll('.', '/')}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.statusCode).toBe(401)
    }
    for (const forged of ['pto_', `${token}x`, token.toLowerCase()]) expect(await outcome(forged, list)).toBe('UNAUTHENTICATED')
  })

  it('never has more rights than its maker has now', async () => {
    const maker = await newStaff(portico, 'ADMIN_USER')
    const admin = await portico.withToken(maker.token)
    const { token } = await admin.call.admin.createApiToken({
      name: 'x',
      calls: ['responses', 'workshops', 'agency'],
      expiresAt: '2026-12-01T00:00:00Z',
    })
    expect(await outcome(token, list)).toBe('done')
    await portico.sql('update account set verified_at = null where id = $1', [maker.id])
    expect(await outcome(token, list)).toBe('UNAUTHENTICATED')
    await portico.sql('update account set verified_at = now() where id = $1', [maker.id])
    expect((await findTokenCaller(portico.services, token, '192.0.2.1')).provedAt).toEqual(new Date(0))
    await portico.sql(`update account set roles = '{AGENCY}' where id = $1`, [maker.id])
    expect(await outcome(token, list)).toBe('FORBIDDEN')
    await portico.sql('delete from rate_counter')
    expect(await outcome(token, 'responses.getRespondentAnswerInfo', about(here))).toBe('NOT_FOUND')
  })

  it.each([
    ['refused for good after its maker was disabled and enabled again', [{ disabled: true }, { disabled: false }], 'UNAUTHENTICATED'],
    ['refused for good after its maker lost the admin role', [{ roles: ['AGENCY'] }, { roles: ['ADMIN_USER'] }], 'UNAUTHENTICATED'],
    ['control: accepted while its maker stays an admin', [{ roles: ['ADMIN_USER', 'AGENCY'] }, { roles: ['ADMIN_USER'] }], 'done'],
  ] as const)('is %s, and the audit entry of the change says so', async (_what, changes, wanted) => {
    await portico.sql('delete from rate_counter')
    const maker = await newStaff(portico, 'ADMIN_USER')
    const { call } = await portico.withToken(maker.token)
    const { token, id } = await call.admin.createApiToken({ name: 'x', calls: ['responses'], expiresAt: '2026-12-01T00:00:00Z' })
    const since = (await auditTrail(portico)).at(-1)?.id
    for (const change of changes) {
      const given = 'roles' in change ? { roles: [...change.roles] } : change
      await rosa.call.admin.updateAccount({ id: maker.id, ...given })
    }
    const works = wanted === 'done'
    const [entry] = await auditTrail(portico, since)
    expect([entry?.action, entry?.subjects.includes(`token:${id}`)]).toEqual(['admin.updateAccount', !works])
    expect(await outcome(token, list)).toBe(wanted)
    expect((await rosa.call.admin.getApiTokenList()).find((one) => one.id === id)).toMatchObject({
      works,
      revokedAt: works ? null : expect.any(String),
    })
  })

  it('is not created if its maker is disabled after the call has begun', async () => {
    const maker = await newStaff(portico, 'ADMIN_USER')
    // The caller was read before the account is disabled.
    const { call } = await portico.withToken(maker.token)
    await rosa.call.admin.updateAccount({ id: maker.id, disabled: true })
    const making = call.admin.createApiToken({ name: 'x', calls: ['downloads'], expiresAt: '2026-12-01T00:00:00Z' })
    await expect(making).rejects.toMatchObject({ cause: { id: 'UNAUTHENTICATED' } })
    expect(await portico.sql('select id from api_token where maker_id = $1', [maker.id])).toEqual([])
  })

  it('is announced to its maker by e-mail, by name and without its secret', async () => {
    await portico.drain()
    portico.outbox.length = 0
    const { token } = await buildApiToken(portico, { name: 'Nightly copy' })
    await portico.drain()
    expect(portico.outbox.map(({ to, subject }) => [to, subject])).toEqual([
      ['rosa@portico.example', 'Portico: An API token was made in your name'],
    ])
    expect(portico.outbox[0]?.text).toContain('“Nightly copy”')
    expect(portico.outbox[0]?.text).not.toContain(token)
  })

  it('cannot read notes, neither of a case nor in a file', async () => {
    const { token } = await buildApiToken(portico)
    const file = { workshop: { name: workshopName }, configuration: { flavor: 'all' }, format: 'csv' }
    expect(await outcome(token, 'agency.getNotes', about(here))).toBe('FORBIDDEN')
    expect(await outcome(token, 'downloads.enqueueDownload', { ...file, notes: true })).toBe('FORBIDDEN')
    expect(await outcome(token, 'downloads.enqueueDownload', file)).toBe('done')
    const made = { ...file, configuration: { flavor: 'all' }, format: 'csv' } as const
    const [noted, plain] = [
      await rosa.call.downloads.enqueueDownload({ ...made, notes: true }),
      await rosa.call.downloads.enqueueDownload(made),
    ]
    await portico.drain()
    expect(await outcome(token, 'downloads.getDownloadFile', { id: noted.downloadId }), 'somebody else asked for').toBe('FORBIDDEN')
    expect(await outcome(token, 'downloads.getDownloadFile', { id: plain.downloadId })).toBe('done')
  })

  it('is blocked while its maker lacks a required second factor', async () => {
    const { token } = await buildApiToken(portico)
    await portico.sql(`insert into sign_in_policy (role, required_since, grace_days) values ('ROOT_USER', '2026-01-01', 0)`)
    expect(await outcome(token, list)).toBe('SECOND_FACTOR_SETUP_REQUIRED')
    await portico.sql('delete from sign_in_policy')
  })

  it('needs a recent proof to be created, is shown once and stored as a hash', async () => {
    const { token, id } = await buildApiToken(portico)
    expect(token).toMatch(/^pto_[\w-]{43}$/)
    expect(JSON.stringify(await rosa.call.admin.getApiTokenList())).not.toContain(token.slice(4))
    const [row] = await portico.sql<{ row: string }>('select to_jsonb(api_token)::text as row from api_token where id = $1', [id])
    expect(row?.row).not.toContain(token.slice(4))
    const old = await portico.as('rosa')
    portico.setTime('2026-11-21T20:11:00Z')
    const made = old.call.admin.createApiToken({ name: 'x', calls: ['downloads'], expiresAt: '2026-12-01T00:00:00Z' })
    await expect(made).rejects.toThrow('Confirm first')
  })

  it('writes an audit entry for each use and refusal, and records the minute of its last use', async () => {
    const { token, id } = await buildApiToken(portico, { calls: ['workshops/getWorkshopList'] })
    await outcome(token, 'workshops.getWorkshopList')
    await outcome(token, 'responses.getOverview')
    const entries = await portico.sql<{ action: string; subjects: string[] }>(
      'select action, subjects from audit_entry where $1 = any(subjects) order by id',
      [`token:${id}`],
    )
    expect(entries.map(({ action }) => action)).toEqual([
      'admin.createApiToken',
      'workshops.getWorkshopList',
      'workshops.getWorkshopList',
      'responses.getOverview',
      'responses.getOverview',
    ])
    expect(entries.at(-1)?.subjects).toContain('refused:FORBIDDEN')
    const [shown] = await rosa.call.admin.getApiTokenList()
    expect(shown).toMatchObject({ id, lastUsedAt: '2026-11-21T20:00:00.000Z', madeBy: 'Rosa Ruiz', works: true })
  })

  it('has its own rate limit and reports what is left in standard headers', async () => {
    const { token } = await buildApiToken(portico)
    const call = () =>
      portico.app.inject({ method: 'POST', url: '/api/workshops/getWorkshopList', headers: { authorization: `Bearer ${token}` } })
    const first = await call()
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"token";q=20;w=60',
      ratelimit: expect.stringMatching(/^"token";r=19;t=\d+$/),
    })
    for (let turn = 2; turn <= 20; turn += 1) expect((await call()).statusCode).toBe(200)
    const refused = await call()
    expect([refused.statusCode, refused.json().error_id]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers).toMatchObject({ ratelimit: expect.stringMatching(/r=0/), 'retry-after': expect.any(String) })
    const { token: another } = await buildApiToken(portico)
    expect(await outcome(another, 'workshops.getWorkshopList')).toBe('done')
  })
})
