import { describe, expect, test } from 'vitest'
import type { Role } from '@portico/shared/words/roles'
import { raceRoots, withoutLocks } from '../../../test/races/auth-races.ts'
import { stoppedBefore } from '../../../test/races/orders.ts'
import { auditTrail } from '../../../test/support/audit-trail.ts'
import { profileOf, refresh, signIn } from '../../../test/support/auth-visits.ts'
import { openPortico, type Person, type Portico } from '../../../test/support/harness.ts'

const portico = await openPortico()
await portico.sql(
  `insert into workshop (name, title, time_zone) values ('spring', 'Spring', 'UTC'), ('autumn', 'Autumn', 'UTC'), ('winter', 'Winter', 'UTC')`,
)
const agencies = await portico.sql<{ id: number; name: string }>(`select id, name from agency order by id`)
const [north, bay] = agencies as [{ id: number; name: string }, { id: number; name: string }]
const idOf = async (email: string) => (await portico.sql<{ id: number }>(`select id from account where email = $1`, [email]))[0]?.id ?? 0

async function hire(
  email: string,
  roles: readonly Role[],
  columns: { name?: string; verified?: boolean; at?: Portico } = {},
): Promise<number> {
  const [row] = await (columns.at ?? portico).sql<{ id: number }>(
    `insert into account (email, name, password_hash, roles, created_at, verified_at)
     select $1, $2, password_hash, $3, created_at, case when $4 then created_at end from account where email = 'ana@portico.example' returning id`,
    [email, columns.name ?? 'Somebody', roles, columns.verified ?? true],
  )
  return row?.id ?? 0
}

describe('the list of accounts', async () => {
  const portico = await openPortico()
  await hire('jose@example.org', ['AGENCY'], { name: 'José Peña-Núñez', at: portico })
  await hire('dat@example.org', ['AGENCY'], { name: 'Đạt Nguyễn', at: portico })
  const list = async (query: string, offset = 0, count = 10) =>
    (await portico.as('adam')).call.admin.getAccountList({ pagination: { offset, count }, filter: { query } })

  test('is newest first and paged, with the details that admins need', async () => {
    const first = await list('', 0, 2)
    expect(first.items.map((item) => item.name)).toEqual(['Đạt Nguyễn', 'José Peña-Núñez'])
    expect(first.pagination).toEqual({ batchSize: 2, offset: 0, hasMore: true })
    expect(first.meta).toEqual({ count: 9 })
    const last = await list('', 7, 2)
    expect(last.items.map((item) => item.name)).toEqual(['Adam Abiodun', 'Rosa Ruiz'])
    expect(last.pagination.hasMore).toBe(false)
    const ana = (await list('ana@portico.example')).items[0]
    expect(ana).toEqual({
      id: expect.any(Number),
      name: 'Ana Alvarez',
      email: 'ana@portico.example',
      purpose: 'Seed account',
      roles: ['AGENCY'],
      agencies: [north],
      workshopNames: [],
      translates: [],
      signsOffTranslations: false,
      verified: true,
      disabled: false,
      version: expect.any(Number),
    })
  })

  test('needs no input', async () => {
    const adam = await portico.as('adam')
    const answer = await adam.rest('admin/getAccountList', {})
    expect(answer.body.data.pagination).toEqual({ batchSize: 10, offset: 0, hasMore: false })
  })

  test('matches a name by parts of its words, ignoring case and accents, and an address only in full', async () => {
    const found = async (query: string) => (await list(query)).items.map((item) => item.email)
    for (const query of ['jose', 'ose', 'JOSÉ', 'nun jo', 'pena', 'jose@example.org', ' Jose@Example.org '])
      expect(await found(query)).toEqual(['jose@example.org'])
    for (const query of ['dat nguyen', 'Nguyễn']) expect(await found(query)).toEqual(['dat@example.org'])
    for (const query of ['os', 'jose nobody', 'jose@example', '%', '@', "' or 1=1"]) expect(await found(query)).toEqual([])
    expect((await list('v', 0, 1)).meta.count).toBe(2)
    expect((await list('v', 1, 1)).items).toHaveLength(1)
  })

  test('names the listed accounts in the audit trail', async () => {
    const since = (await auditTrail(portico)).at(-1)?.id
    const { items } = await list('rosa')
    expect(await auditTrail(portico, since)).toMatchObject([{ action: 'admin.getAccountList', subjects: [`account:${items[0]?.id}`] }])
  })
})

describe('changing an account', () => {
  test('disabling ends its sessions and links at once; re-enabling requires a new sign-in', async () => {
    const id = await hire('dora@example.org', ['VOLUNTEERV1'])
    const [adam, visitor, dora] = [await portico.as('adam'), await portico.as(), await signIn(portico, 'dora@example.org')]
    await visitor.rest('auth/beginResetPassword', { email: 'dora@example.org' })
    expect(await adam.call.admin.updateAccount({ id, disabled: true })).toMatchObject({ id, disabled: true, roles: ['VOLUNTEERV1'] })
    expect((await profileOf(portico, dora.accessToken)).status).toBe(401)
    expect((await signIn(portico, 'dora@example.org')).answer.status).toBe(401)
    expect(await portico.sql(`select id from one_time_token where account_id = $1 and used_at is null`, [id])).toEqual([])
    expect(await adam.call.admin.updateAccount({ id, disabled: false })).toMatchObject({ disabled: false })
    expect((await refresh(portico, dora.cookie)).answer.body.error_id).toBe('NO_SESSION')
    expect((await profileOf(portico, dora.accessToken)).status).toBe(401)
    expect((await signIn(portico, 'dora@example.org')).answer.status).toBe(200)
  })

  test('changes only the roles, agencies and workshops that are given', async () => {
    const id = await hire('mia@example.org', ['AGENCY'])
    const rosa = await portico.as('rosa')
    const both = await rosa.call.admin.updateAccount({
      id,
      roles: ['AGENCY', 'VOLUNTEERV1'],
      agencyIds: [bay.id, north.id],
      workshopNames: ['spring', 'autumn'],
    })
    expect(both).toMatchObject({ roles: ['AGENCY', 'VOLUNTEERV1'], agencies: [north, bay], workshopNames: ['spring', 'autumn'] })
    expect(await rosa.call.admin.updateAccount({ id, agencyIds: [bay.id] })).toMatchObject({
      agencies: [bay],
      workshopNames: ['spring', 'autumn'],
    })
    expect(await rosa.call.admin.updateAccount({ id, workshopNames: ['autumn', 'winter'] })).toMatchObject({
      agencies: [bay],
      workshopNames: ['autumn', 'winter'],
    })
    expect(await rosa.call.admin.updateAccount({ id })).toMatchObject({
      agencies: [bay],
      workshopNames: ['autumn', 'winter'],
      disabled: false,
    })
    expect(await rosa.call.admin.updateAccount({ id, workshopNames: ['spring'] })).toMatchObject({ workshopNames: ['spring'] })
  })

  test('ends memberships and grants together with their role', async () => {
    const id = await hire('leo@example.org', ['AGENCY'])
    const rosa = await portico.as('rosa')
    await rosa.call.admin.updateAccount({ id, roles: ['AGENCY', 'VOLUNTEERV1'], agencyIds: [north.id], workshopNames: ['spring'] })
    expect(await rosa.call.admin.updateAccount({ id, roles: ['VOLUNTEERV1'] })).toMatchObject({ agencies: [], workshopNames: ['spring'] })
    expect(await rosa.call.admin.updateAccount({ id, roles: ['ADMIN_USER'] })).toMatchObject({ agencies: [], workshopNames: [] })
  })

  test('keeps an active grant that expires later, and renews an expired one', async () => {
    const id = await hire('gus@example.org', ['VOLUNTEERV1'])
    const rosa = await portico.as('rosa')
    await portico.sql(
      `insert into workshop_access (workshop_id, account_id, granted_at, expires_at) select id, $1, '2026-11-01', case name when 'spring' then timestamptz '2026-12-01' else '2026-11-02' end from workshop where name in ('spring', 'autumn')`,
      [id],
    )
    expect(await rosa.call.admin.updateAccount({ id, workshopNames: ['spring', 'autumn'] })).toMatchObject({
      workshopNames: ['spring', 'autumn'],
    })
    const grants = await portico.sql(
      `select w.name, a.expires_at is null as forever from workshop_access a join workshop w on w.id = a.workshop_id where account_id = $1 order by w.id`,
      [id],
    )
    expect(grants).toEqual([
      { name: 'spring', forever: false },
      { name: 'autumn', forever: true },
    ])
  })

  test('refuses an unknown agency or workshop without changing anything', async () => {
    const id = await hire('una@example.org', ['AGENCY'])
    const adam = await portico.as('adam')
    for (const change of [{ agencyIds: [north.id, 999_999] }, { workshopNames: ['spring', 'nowhere'] }]) {
      expect((await adam.rest('admin/updateAccount', { id, disabled: true, ...change })).body.error_id).toBe('NOT_FOUND')
    }
    expect(await portico.sql(`select disabled_at from account where id = $1`, [id])).toEqual([{ disabled_at: null }])
  })

  test('is audited with the acting admin', async () => {
    const id = await hire('trail@example.org', ['AGENCY'])
    const adam = await portico.as('adam')
    const since = (await auditTrail(portico)).at(-1)?.id
    await adam.call.admin.updateAccount({ id, agencyIds: [bay.id] })
    expect(await auditTrail(portico, since)).toMatchObject([
      { action: 'admin.updateAccount', subjects: [`account:${id}`, `agency:${bay.id}`], account_id: await idOf('adam@portico.example') },
    ])
  })
})

describe('an admin', () => {
  test('gets the same response for an account with equal or more power as for a missing one', async () => {
    const mixed = await hire('mixed@example.org', ['AGENCY', 'ADMIN_USER'])
    const adam = await portico.as('adam')
    const missing = await adam.rest('admin/updateAccount', { id: 999_999, disabled: true })
    expect(missing.body).toEqual({ success: false, error_id: 'NOT_FOUND', message: 'Not found.' })
    for (const id of [mixed, await idOf('rosa@portico.example'), await idOf('adam@portico.example')]) {
      expect((await adam.rest('admin/updateAccount', { id, disabled: true })).body).toEqual(missing.body)
    }
  })

  test('cannot assign a role that they may not create', async () => {
    const id = await hire('ambitious@example.org', ['AGENCY'])
    const adam = await portico.as('adam')
    for (const roles of [['ADMIN_USER'], ['AGENCY', 'ROOT_USER']]) {
      const answer = await adam.rest('admin/updateAccount', { id, roles })
      expect(answer.status).toBe(403)
      expect(answer.body.error_id).toBe('FORBIDDEN')
    }
    expect(await adam.call.admin.updateAccount({ id, roles: ['VOLUNTEERV1', 'AGENCY', 'AGENCY'] })).toMatchObject({
      roles: ['VOLUNTEERV1', 'AGENCY'],
    })
  })
})

describe('the last root account', () => {
  const lastRoot = { success: false, error_id: 'LAST_ROOT', message: expect.any(String) }
  const demotions = [{ disabled: true }, { roles: ['ADMIN_USER'] }, { roles: ['VOLUNTEERV1', 'AGENCY'] }]

  test('can be neither disabled nor demoted, by itself or after all others are disabled', async () => {
    const [rosa, id] = [await portico.as('rosa'), await idOf('rosa@portico.example')]
    for (const change of demotions) expect((await rosa.rest('admin/updateAccount', { id, ...change })).body).toEqual(lastRoot)
    const second = await hire('second-root@example.org', ['ROOT_USER'])
    expect(await rosa.call.admin.updateAccount({ id: second, disabled: true })).toMatchObject({ disabled: true })
    for (const change of demotions) expect((await rosa.rest('admin/updateAccount', { id, ...change })).body).toEqual(lastRoot)
    expect(await rosa.call.admin.updateAccount({ id, roles: ['ROOT_USER', 'AGENCY'] })).toMatchObject({ roles: ['ROOT_USER', 'AGENCY'] })
  })

  test('does not count roots who have not verified their address', async () => {
    await hire('unverified-root@example.org', ['ROOT_USER'], { verified: false })
    const rosa = await portico.as('rosa')
    expect((await rosa.rest('admin/updateAccount', { id: await idOf('rosa@portico.example'), disabled: true })).body).toEqual(lastRoot)
  })

  test('can lose its role while another root remains', async () => {
    const id = await hire('third-root@example.org', ['ROOT_USER'])
    const rosa = await portico.as('rosa')
    expect(await rosa.call.admin.updateAccount({ id, roles: ['ADMIN_USER'] })).toMatchObject({ roles: ['ADMIN_USER'] })
  })

  test('remains when two roots demote each other concurrently, over 20 rounds', async () => {
    expect(await raceRoots(portico, 20)).toEqual({ lost: 0, refused: 20 })
  })

  test('remains when one of two concurrent demotions is paused before writing', async () => {
    expect(await raceRoots(portico, 1, { order: stoppedBefore(portico, 1) })).toEqual({ lost: 0, refused: 1 })
  })

  test('control: is lost in that order without the locks', async () => {
    const order = stoppedBefore(portico, 1)
    expect(await raceRoots(portico, 1, { order, handicap: withoutLocks })).toEqual({ lost: 1, refused: 0 })
  })
})

test('the typed caller throws the same failure', async () => {
  const adam: Person = await portico.as('adam')
  await expect(adam.call.admin.updateAccount({ id: await idOf('rosa@portico.example'), disabled: true })).rejects.toMatchObject({
    cause: { id: 'NOT_FOUND' },
  })
})
