import pg from 'pg'
import type { Orm } from './orm.ts'
import { advisoryLocks } from './locks.ts'

const auditTables = 'audit_entry, audit_link'

/**
 * Lets the role of `databaseUrl` use the tables that the role of `migrationUrl` owns: it reads and writes all of them, but of the audit trail it
 * reads and adds only, and it changes no table's form. A role that is not there is made. Does nothing when both are one role, or when everything
 * is as it should be: changed rights let every server plan its statements anew.
 */
export async function prepareAppRole(migrationUrl: string, databaseUrl: string): Promise<void> {
  const { username, password } = new URL(databaseUrl)
  const name = decodeURIComponent(username)
  if (name === decodeURIComponent(new URL(migrationUrl).username)) return
  const client = new pg.Client(migrationUrl)
  await client.connect()
  try {
    if (await isPrepared(client, name)) return
    await client.query('begin')
    // Replicas that start at once would change the same rights.
    await client.query('select pg_advisory_xact_lock($1, 0)', [advisoryLocks.migrations])
    const role = client.escapeIdentifier(name)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
    if (rowCount === 0) await client.query(`create role ${role} login password ${client.escapeLiteral(decodeURIComponent(password))}`)
    await client.query(`grant usage on schema public, jobs to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema public, jobs to ${role}`)
    await client.query(`grant usage, select on all sequences in schema public, jobs to ${role}`)
    await client.query(`revoke update, delete on ${auditTables} from ${role}`)
    // Not the id: behind an entry with a made-up one of later days, the chain would wait for those days.
    await client.query(`revoke insert on audit_entry from ${role}`)
    await client.query(`grant insert (at, account_id, action, subjects, request_id, signature) on audit_entry to ${role}`)
    await client.query(`revoke insert, update, delete on mikro_orm_migrations from ${role}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

// Rights are given in one transaction: a table that the role may read is one of before it, and of those it may not change none is left out.
async function isPrepared(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ prepared: boolean | null }>(
    `select bool_and(has_table_privilege(role.oid, one.oid, 'select')
       and has_table_privilege(role.oid, one.oid, 'update, delete') <> (one.oid = any(string_to_array($2, ', ')::regclass[])))
       and not has_table_privilege(role.oid, 'audit_entry', 'insert') as prepared
     from pg_roles role, pg_class one join pg_namespace schema on schema.oid = one.relnamespace
     where rolname = $1 and nspname in ('public', 'jobs') and relkind in ('r', 'p') group by role.oid`,
    [name, `${auditTables}, mikro_orm_migrations`],
  )
  return rows[0]?.prepared ?? false
}

/** Whether the role that this is connected as may change or delete audit entries. */
export async function mayChangeAudit(orm: Orm): Promise<boolean> {
  const [row] = await orm.em.execute<{ may: boolean }[]>(
    `select bool_or(has_table_privilege(name, right_to)) as may
     from unnest(string_to_array('${auditTables}', ', ')) as name, unnest(array['update', 'delete', 'truncate']) as right_to`,
  )
  return row?.may ?? true
}
