import type pg from 'pg'
import type { Orm } from './orm.ts'
import { advisoryLocks } from './locks.ts'
import { withClient } from './with-client.ts'

const auditTables = 'audit_entry, audit_link'
const entryColumns = 'at, account_id, action, subjects, sealed_subjects, request_id, signature'

/**
 * Grants the role of `databaseUrl` access to the tables that the role of `migrationUrl` owns: it may read and write all of them, but only
 * read and append to the audit trail, and may not alter any table. Creates the role if it is missing. Does nothing when both are the same
 * role, or when all rights are correct: changing rights makes every server replan its statements.
 */
export async function prepareAppRole(migrationUrl: string, databaseUrl: string): Promise<void> {
  const { username, password } = new URL(databaseUrl)
  const name = decodeURIComponent(username)
  if (name === decodeURIComponent(new URL(migrationUrl).username)) return
  return withClient(migrationUrl, async (client) => {
    if (await isPrepared(client, name)) return
    await client.query('begin')
    // Replicas that start at once would change the same rights concurrently.
    await client.query('select pg_advisory_xact_lock($1, 0)', [advisoryLocks.migrations])
    const role = client.escapeIdentifier(name)
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
    if (rowCount === 0) await client.query(`create role ${role} login password ${client.escapeLiteral(decodeURIComponent(password))}`)
    await client.query(`grant usage on schema public, jobs to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema public, jobs to ${role}`)
    await client.query(`grant usage, select on all sequences in schema public, jobs to ${role}`)
    await client.query(`revoke update, delete on ${auditTables} from ${role}`)
    // The id is excluded: an entry with a forged id from a later day would make the chain wait until that day.
    await client.query(`revoke insert on audit_entry from ${role}`)
    await client.query(`grant insert (${entryColumns}) on audit_entry to ${role}`)
    await client.query(`revoke insert, update, delete on mikro_orm_migrations from ${role}`)
    await client.query('commit')
  })
}

// Rights are granted in one transaction, so a table that the role may read has all of its other rights, and restrictions, as well.
async function isPrepared(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ prepared: boolean | null }>(
    `select bool_and(has_table_privilege(role.oid, one.oid, 'select')
       and has_table_privilege(role.oid, one.oid, 'update, delete') <> (one.oid = any(string_to_array($2, ', ')::regclass[])))
       and not has_table_privilege(role.oid, 'audit_entry', 'insert')
       and (select bool_and(has_column_privilege(role.oid, 'audit_entry', name, 'insert')) from unnest(string_to_array($3, ', ')) as name)
       as prepared
     from pg_roles role, pg_class one join pg_namespace schema on schema.oid = one.relnamespace
     where rolname = $1 and nspname in ('public', 'jobs') and relkind in ('r', 'p') group by role.oid`,
    [name, `${auditTables}, mikro_orm_migrations`, entryColumns],
  )
  return rows[0]?.prepared ?? false
}

/** Returns whether the role of this connection may change or delete audit entries. */
export async function mayChangeAudit(orm: Orm): Promise<boolean> {
  const [row] = await orm.em.execute<{ may: boolean }[]>(
    `select bool_or(has_table_privilege(name, right_to)) as may
     from unnest(string_to_array('${auditTables}', ', ')) as name, unnest(array['update', 'delete', 'truncate']) as right_to`,
  )
  return row?.may ?? true
}
