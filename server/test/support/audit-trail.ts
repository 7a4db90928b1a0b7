import { openSubjects } from '../../src/infra/security/audit/sealed-subjects.ts'
import type { Portico } from './harness.ts'

interface Row {
  readonly id: number
  readonly at: Date
  readonly account_id: number | null
  readonly by: string | null
  readonly action: string
  readonly subjects: string[]
  readonly sealed_subjects: Buffer | null
  readonly request_id: string
}

/** Returns the audit entries after `since`, of one action if it is given, oldest first, with all subjects opened. `by` is a seed account. */
export async function auditTrail({ sql, services }: Pick<Portico, 'sql' | 'services'>, since = 0, action?: string) {
  const rows = await sql<Row & Record<string, unknown>>(
    `select audit_entry.id::int, at, account_id, split_part(email, '@', 1) as by, action, subjects, sealed_subjects, request_id
     from audit_entry left join account on account.id = account_id
     where audit_entry.id > $1 and action = coalesce($2, action) order by 1`,
    [since, action],
  )
  return rows.map(({ id, at, account_id, by, action: name, subjects, sealed_subjects: sealedSubjects, request_id: requestId }) => {
    const content = { at, accountId: account_id, action: name, subjects, sealedSubjects, requestId }
    return { id, action: name, subjects: openSubjects(services.encryption, content), account_id, by }
  })
}

/** Returns the id of the newest audit entry; 0 if there is none. */
export async function newestEntry({ sql }: Pick<Portico, 'sql'>): Promise<number> {
  const [newest] = await sql<{ id: number }>('select coalesce(max(id), 0)::int as id from audit_entry')
  return newest?.id ?? 0
}
