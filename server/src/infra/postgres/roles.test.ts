import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openPortico } from '../../../test/support/harness.ts'
import { connect } from './orm.ts'
import { mayChangeAudit, prepareAppRole } from './roles.ts'

const portico = await openPortico()
const adam = await portico.as('adam')
await adam.call.agency.saveAgency({ name: 'Somebody' })
const appUrl = Object.assign(new URL(inject('pgApp')), { pathname: new URL(portico.databaseUrl).pathname }).href

async function asApp(statement: string): Promise<string> {
  const client = new pg.Client(appUrl)
  await client.connect()
  try {
    return String((await client.query(statement)).rowCount)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  } finally {
    await client.end()
  }
}

it.each([
  [`update audit_entry set subjects = '{}'`],
  ['delete from audit_entry'],
  [`insert into audit_entry (id, at, action, subjects, request_id) values (9000000000000000, now(), 'x', '{}', 'r')`],
  ['truncate audit_entry'],
  ['update audit_link set hash = hash'],
  ['delete from audit_link'],
  ['truncate audit_link'],
  ['alter table audit_entry disable trigger all'],
  ['drop table audit_link'],
  ['delete from mikro_orm_migrations'],
  ['create table public.mine (id int)'],
  ['create role another superuser'],
])('the app role may not %s', async (statement) => {
  expect(await asApp(statement)).toMatch(/permission denied|must be owner/)
})

it('the app role may read the audit trail, add to it, and change everything else', async () => {
  expect(Number(await asApp('select from audit_entry'))).toBeGreaterThan(0)
  expect(await asApp(`insert into audit_entry (at, action, subjects, request_id) values (now(), 'x', '{}', 'r')`)).toBe('1')
  expect(await asApp(`insert into audit_entry (at, action, subjects, request_id) values ('infinity', 'x', '{}', 'r')`)).toMatch(
    /audit_entry_at_finite/,
  )
  expect(await asApp(`update agency set name = name where name = 'Somebody'`)).toBe('1')
})

it('mayChangeAudit tells the app role from one that may change the audit trail', async () => {
  expect(await mayChangeAudit(portico.services.orm)).toBe(false)
  const owner = await connect(portico.databaseUrl, { poolSize: 1 })
  expect(await mayChangeAudit(owner)).toBe(true)
  await owner.close(true)
})

it('prepareAppRole can run at every start, and in several replicas at once', async () => {
  await Promise.all([1, 2, 3].map(() => prepareAppRole(portico.databaseUrl, appUrl)))
  expect(await asApp('delete from audit_entry')).toMatch(/permission denied/)
})

it('prepareAppRole grants rights to new tables and revokes excess rights', async () => {
  const role = decodeURIComponent(new URL(appUrl).username)
  await portico.sql('create table later (id integer)')
  await portico.sql(`grant update on audit_entry to ${role}`)
  await prepareAppRole(portico.databaseUrl, appUrl)
  expect(await asApp('select from later')).toBe('0')
  expect(await asApp('update audit_entry set id = id')).toMatch(/permission denied/)
})

it('prepareAppRole grants rights to a new column of audit entries', async () => {
  await portico.sql(`revoke insert (sealed_subjects) on audit_entry from ${decodeURIComponent(new URL(appUrl).username)}`)
  const add = `insert into audit_entry (at, action, subjects, sealed_subjects, request_id) values (now(), 'x', '{}', '\\x00', 'r')`
  expect(await asApp(add)).toMatch(/permission denied/)
  await prepareAppRole(portico.databaseUrl, appUrl)
  expect(await asApp(add)).toBe('1')
})

it('control: prepareAppRole leaves correct rights untouched', async () => {
  const rights = () => portico.sql(`select xmin, relacl from pg_class where relname = 'respondent'`)
  const before = await rights()
  await prepareAppRole(portico.databaseUrl, appUrl)
  expect(await rights()).toEqual(before)
})
