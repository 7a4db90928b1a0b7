import { sql } from 'kysely'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'

/** The columns for the next version of a row that several admins may change. */
export interface NextVersion {
  readonly rowVersion: number
  readonly savedAt: Date
  readonly savedById: number | null
}

/** The row to change: by id, or by its unique name. */
export type ChangedRow =
  | { readonly table: 'account' | 'agency'; readonly id: number | undefined }
  | { readonly table: 'workshop'; readonly name: string }

/**
 * Locks a row that is about to be overwritten and returns the columns of its next version. Throws `CHANGED_MEANWHILE`, with a message that
 * says who changed it and when, unless `ifVersion` is its current version (0: it does not exist yet); without `ifVersion` any version is
 * accepted (shared/spec/contract.md#changes-by-several-admins).
 */
export async function lockVersion(ctx: RequestContext, row: ChangedRow, ifVersion: number | undefined): Promise<NextVersion> {
  const found = await ctx.db
    .selectFrom(row.table)
    .select(['rowVersion', 'savedAt', 'savedById'])
    .where(row.table === 'workshop' ? sql`name` : sql`id`, '=', row.table === 'workshop' ? row.name : (row.id ?? 0))
    .forUpdate()
    .executeTakeFirst()
  const version = found?.rowVersion ?? 0
  if (ifVersion !== undefined && ifVersion !== version) throw await changedMeanwhile(ctx, found)
  return { rowVersion: version + 1, savedAt: ctx.now, savedById: ctx.caller?.id ?? null }
}

/** Returns `CHANGED_MEANWHILE`, with a message that says who saved last, and when. */
export async function changedMeanwhile(
  { db }: RequestContext,
  last: { readonly savedAt: Date | null; readonly savedById: number | null } | undefined,
): Promise<Failure> {
  if (!last?.savedAt || last.savedById === null) return new Failure('CHANGED_MEANWHILE')
  const { name } = await db.selectFrom('account').select('name').where('id', '=', last.savedById).executeTakeFirstOrThrow()
  const when = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(last.savedAt)
  return new Failure('CHANGED_MEANWHILE', `${name} saved this on ${when} UTC. Nothing of yours was saved.`)
}
