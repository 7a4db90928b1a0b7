import { sql } from 'kysely'
import { inAuditedTransaction } from '../../infra/postgres/transaction.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'
import { isSigned, signedColumns } from '../../infra/security/audit/audit-signature.ts'
import { openSubjects } from '../../infra/security/audit/sealed-subjects.ts'
import { openContact } from '../../infra/security/sealed-respondent.ts'
import type { RequestContext, Services } from '../../infra/request-context.ts'

/** Whose data a breach may have reached: everyone who is or was in a workshop, everyone an account viewed in a period, both, or everyone. */
export interface Breach {
  readonly workshopName?: string | undefined
  /** E-mail address of a staff account, regardless of who used it. */
  readonly account?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** A person who has to be notified. */
export interface Affected {
  readonly anonymousId: string
  readonly fullName: string
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly language: string
  readonly workshop: string
}

/**
 * The people to notify, and how many audit entries do not tell who else may be affected: those that state only a number of people or name
 * people registered at the door who never answered, those that do not match their signature, whatever they name, and those that have no
 * signature. What these name is in the list: those from before signatures were introduced never had one.
 */
export interface BreachList {
  readonly people: Affected[]
  readonly unnamed: number
  readonly changed: number
  readonly unsigned: number
}

const batchSize = 1_000

/**
 * Returns the people to notify of a breach within 72 hours (shared/spec/product.md#privacy-times), including those who asked us to stop,
 * and audits doing so. Throws if the workshop or account does not exist.
 */
export function listAffected(services: Services, breach: Breach): Promise<BreachList> {
  return inAuditedTransaction({ services, requestId: 'breach-list' }, 'privacy.breachList', async (ctx) => {
    const workshopId = await idOf(ctx, 'workshop', 'name', breach.workshopName)
    const shown = await findShownPeople(ctx, breach)
    const people: Affected[] = []
    for (let last = 0; ;) {
      const rows = await findPeopleAfter(ctx, last, { workshopId, anonymousIds: shown?.anonymousIds })
      for (const row of rows) people.push(contactOf(ctx, row))
      last = rows.at(-1)?.id ?? last
      if (rows.length < batchSize) break
    }
    auditRespondents(
      ctx,
      people.map((person) => person.anonymousId),
    )
    return { people, unnamed: shown?.unnamed ?? 0, changed: shown?.changed ?? 0, unsigned: shown?.unsigned ?? 0 }
  })
}

async function idOf(ctx: RequestContext, table: 'workshop' | 'account', column: 'name' | 'email', value: string | undefined) {
  if (value === undefined) return undefined
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(ctx.db)
  if (!rows[0]) throw new Error(`There is no ${table} ${value}`)
  return rows[0].id
}

// Audit entries name the people that were read or changed; those of long lists and searches state only their number.
async function findShownPeople(ctx: RequestContext, { account, from, to }: Breach) {
  const accountId = await idOf(ctx, 'account', 'email', account)
  if (accountId === undefined && !from && !to) return undefined
  const { encryption } = ctx.services
  const anonymousIds = new Set<string>()
  const answeredWalkIns = await findAnsweredWalkIns(ctx)
  let [unnamed, changed, unsigned] = [0, 0, 0]
  const entries = ctx.db
    .selectFrom('audit_entry')
    .select(signedColumns)
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ctx.now))
    .$if(to !== undefined, (query) => query.where('at', '<=', to ?? ctx.now))
    .stream(batchSize)
  for await (const entry of entries) {
    if (!isSigned(encryption, entry, true)) {
      changed += 1
      continue
    }
    if (!entry.signature) unsigned += 1
    let isUnnamed = false
    for (const subject of openSubjects(encryption, entry)) {
      const [kind, id = ''] = subject.split(':')
      const anonymousId = kind === 'walk-in' ? answeredWalkIns.get(id) : id
      if ((kind === 'respondent' || kind === 'walk-in') && anonymousId !== undefined) anonymousIds.add(anonymousId)
      else if (kind === 'walk-in' || (kind === 'found' && id !== '0')) isUnnamed = true
    }
    if (isUnnamed) unnamed += 1
  }
  return { anonymousIds: [...anonymousIds], unnamed, changed, unsigned }
}

// People registered at the door are named by the id of their registration until they answer.
async function findAnsweredWalkIns({ db }: RequestContext): Promise<ReadonlyMap<string, string>> {
  const answered = db.selectFrom('walk_in').innerJoin('respondent', 'respondent.id', 'walk_in.respondentId')
  const rows = await answered.select(['walk_in.id', 'anonymousId']).execute()
  return new Map(rows.map(({ id, anonymousId }) => [String(id), anonymousId]))
}

interface Filter {
  readonly workshopId: number | undefined
  readonly anonymousIds: readonly string[] | undefined
}

function findPeopleAfter(ctx: RequestContext, last: number, { workshopId, anonymousIds }: Filter) {
  return ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .leftJoin('stopped_respondent', 'stopped_respondent.respondentId', 'respondent.id')
    .select(['respondent.id', 'anonymousId', 'language', 'respondent.keyId', 'sealedContact', 'workshop.name as workshop'])
    .select(['respondent.wrappedKey as ownKey', 'stopped_respondent.wrappedKey as setAsideKey'])
    .where('respondent.id', '>', last)
    .$if(workshopId !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('respondent.workshopId', '=', workshopId ?? 0),
          where.exists(
            where
              .selectFrom('workshop_move')
              .select('workshop_move.id')
              .whereRef('respondentId', '=', 'respondent.id')
              .where('workshop_move.workshopId', '=', workshopId ?? 0),
          ),
        ]),
      ),
    )
    .$if(anonymousIds !== undefined, (query) =>
      query.where('anonymousId', '=', sql<string>`any(${sql.val([...(anonymousIds ?? [])])}::text[])`),
    )
    .orderBy('respondent.id')
    .limit(batchSize)
    .execute()
}

function contactOf(ctx: RequestContext, row: Awaited<ReturnType<typeof findPeopleAfter>>[number]): Affected {
  const { anonymousId, workshop, setAsideKey, ownKey } = row
  const contact = openContact(ctx.services.encryption, { ...row, wrappedKey: setAsideKey ?? ownKey })
  const { fullName, email, phoneNumber, contactLanguage = row.language } = contact
  return { anonymousId, fullName, email, phoneNumber, language: contactLanguage, workshop }
}
