import { sql } from 'kysely'
import type { RespondentOrder } from '@portico/shared/contract/respondent-order'
import type { Contact } from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactLanguages } from './contact-languages.ts'
import { contactsOf } from './contact-cache.ts'
import { workshopRanks } from './workshop-order.ts'

interface Sorting {
  readonly order: RespondentOrder
  readonly reverse: boolean
  /** Only those who want to hear from us in this language. */
  readonly language: string | undefined
}

/** Sorts and filters respondents by sealed data, which the database cannot. Ties: the longest waiting first. */
export async function sortIds(ctx: RequestContext, ids: readonly number[], { order, reverse, language }: Sorting): Promise<number[]> {
  const contacts = language !== undefined || sealedOrders.includes(order) ? await contactsOf(ctx, ids) : new Map<number, Contact>()
  const languages = language !== undefined || order === 'language' ? await contactLanguages(ctx, contacts) : new Map<number, string>()
  const wanted = language === undefined ? [...ids] : ids.filter((id) => languages.get(id) === language)
  if (order === 'newest') return wanted.sort((one, other) => (reverse ? one - other : other - one))
  const keys = await sortKeys(ctx, wanted, order, { contacts, languages })
  const sign = reverse ? -1 : 1
  return wanted.sort((one, other) => sign * (compareKeys(keys.get(one), keys.get(other)) || one - other))
}

const sealedOrders: readonly RespondentOrder[] = ['name', 'contact', 'language']

type Key = string | number

const collator = new Intl.Collator('en')

function compareKeys(one: Key = '', other: Key = ''): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other))
}

interface Opened {
  readonly contacts: ReadonlyMap<number, Contact>
  readonly languages: ReadonlyMap<number, string>
}

async function sortKeys(
  ctx: RequestContext,
  ids: readonly number[],
  order: Exclude<RespondentOrder, 'newest'>,
  { contacts, languages }: Opened,
): Promise<ReadonlyMap<number, Key>> {
  switch (order) {
    case 'waiting':
      return new Map()
    case 'name':
      return new Map([...contacts].map(([id, { fullName }]) => [id, fullName]))
    case 'contact':
      return new Map([...contacts].map(([id, { email }]) => [id, email ?? '']))
    case 'language':
      return languages
    case 'flags':
      return new Map((await columnsOf(ctx, ids)).map((row) => [row.id, row.currentReds]))
    case 'workshop': {
      const ranks = await workshopRanks(ctx)
      return new Map((await columnsOf(ctx, ids)).map((row) => [row.id, ranks.get(row.workshopId) ?? 0]))
    }
  }
}

function columnsOf(ctx: RequestContext, ids: readonly number[]) {
  return ctx.db
    .selectFrom('respondent')
    .select(['id', 'workshopId', 'currentReds'])
    .where('id', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .execute()
}
