import { nameMatches, nameIndex, nameWords } from '@portico/shared/rules/names'
import type { Account as AccountEntry, AccountList } from '@portico/shared/contract/admin'
import type { Page } from '@portico/shared/contract/paging'
import { creatableFlavors } from '@portico/shared/rules/managed-accounts'
import type { AccountFlavor } from '@portico/shared/words/roles'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { Account } from '../../entities/staff/account.ts'
import { emailForm } from '../../infra/security/sealed-respondent.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { accountView } from './views.ts'

/** Returns the account types that the caller may create. */
export async function getRegistrationOptions(ctx: RequestContext): Promise<{ accountFlavors: AccountFlavor[] }> {
  return { accountFlavors: creatableFlavors(callerOf(ctx).roles) }
}

/** Returns a page of accounts, newest first. The query matches a full e-mail address, or a name as `nameMatches` does. */
export async function listAccounts(ctx: RequestContext, { pagination, filter }: AccountList): Promise<Page<AccountEntry>> {
  const { offset, count: batchSize } = pagination
  const { ids, count } =
    filter.query.trim() === '' ? await listPage(ctx, offset, batchSize) : await searchPage(ctx, filter.query, offset, batchSize)
  const items = await describeAccounts(ctx, ids)
  for (const item of items) auditSubject(ctx, 'account', item.id)
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < count }, meta: { count } }
}

/** Returns these accounts with their agencies and the workshops that they currently have access to, newest first. */
export async function describeAccounts(ctx: RequestContext, ids: readonly number[]): Promise<AccountEntry[]> {
  if (ids.length === 0) return []
  const accounts = await ctx.em.find(
    Account,
    { id: { $in: [...ids] } },
    { populate: ['agencies', 'grants.workshop'], orderBy: { id: 'desc' } },
  )
  return accounts.map((account) => accountView(account, ctx.now))
}

async function listPage(ctx: RequestContext, offset: number, limit: number): Promise<{ ids: number[]; count: number }> {
  const rows = await ctx.db.selectFrom('account').select('id').orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { count } = await ctx.db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { ids: rows.map((row) => row.id), count: Number(count) }
}

// There are only hundreds of staff: comparing names in memory needs no database extension or collation.
async function searchPage(ctx: RequestContext, query: string, offset: number, limit: number): Promise<{ ids: number[]; count: number }> {
  const accounts = await ctx.db.selectFrom('account').select(['id', 'name', 'email']).orderBy('id', 'desc').execute()
  const email = emailForm(query)
  const wanted = nameWords(query)
  const found = accounts.filter((account) => account.email === email || nameMatches(nameIndex(account.name), wanted))
  return { ids: found.slice(offset, offset + limit).map((account) => account.id), count: found.length }
}
