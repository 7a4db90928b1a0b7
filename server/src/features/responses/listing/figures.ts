import { sql } from 'kysely'
import { respondentFlags } from '@portico/shared/words/flags'
import type { Figures } from '@portico/shared/contract/overview'
import { groupsToShow, isLargeEnough } from '@portico/shared/rules/small-groups'
import { auditCount, auditSubject } from '../../../infra/security/audit/audit.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { dropOffFigures } from '../../questionnaires/drop-off.ts'
import { forcesOf } from '../review/history.ts'
import { everyone, inScope, notOfTest, type Scope } from '../scope.ts'
import { contactLanguages } from './contact-languages.ts'
import { contactsOf } from './contact-cache.ts'

const batchSize = 2_000
const dayMs = 24 * 60 * 60_000

/**
 * Returns how long decisions took, by agency and language, absences at past workshops, and responses per week; omits groups of fewer than
 * five (shared/spec/contract.md#figures). Throws `NOT_FOUND` for an unknown workshop. The audit trail records how many were counted.
 */
export async function getFigures(ctx: RequestContext, { name }: { name?: string | undefined }): Promise<Figures> {
  const scope: Scope = { ...(await everyone(ctx, name)), withoutTests: true }
  const decided = await decidedIn(ctx, scope)
  const expected = await expectedIn(ctx, scope)
  const byWeek = await weeksOf(ctx, scope)
  auditCount(ctx, decided.length + (expected?.respondents ?? 0) + byWeek.reduce((sum, { respondents }) => sum + respondents, 0))
  if (name !== undefined) for (const id of scope.workshopIds ?? []) auditSubject(ctx, 'workshop', id)
  const agencies = groupsToShow(groupedBy(decided, ({ agency }) => agency?.id ?? 0))
  const languages = groupsToShow(groupedBy(decided, ({ language }) => language))
  return {
    decided: isLargeEnough({ respondents: decided.length }) ? medianOf(decided) : null,
    byAgency: agencies.flatMap(({ group }) => {
      const agency = group[0]?.agency
      return agency ? [{ agency, ...medianOf(group) }] : []
    }),
    byLanguage: languages.map(({ key, group }) => ({ language: key, ...medianOf(group) })),
    expected,
    byWeek,
    dropOff: scope.workshopIds || scope.agencyIds ? [] : await dropOffFigures(ctx),
  }
}

function groupedBy<Key>(decided: readonly Decided[], keyOf: (one: Decided) => Key) {
  return [...Map.groupBy(decided, keyOf)].map(([key, group]) => ({ key, group, respondents: group.length }))
}

interface Decided {
  readonly days: number
  readonly agency: { readonly id: number; readonly name: string } | null
  readonly language: string
}

async function decidedIn(ctx: RequestContext, scope: Scope): Promise<Decided[]> {
  const rows = await ctx.db
    .selectFrom('respondent')
    .leftJoin('agency', 'agency.id', 'respondent.agencyId')
    .select(['respondent.id', 'anonymousId', 'submittedAt', 'language', 'keyId', 'wrappedKey', 'agencyId', 'agency.name as agencyName'])
    .where(inScope(scope))
    .where('forcedFlag', 'is not', null)
    .execute()
  const decided: Decided[] = []
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize)
    const forces = await forcesOf(ctx, batch)
    const contacts = await contactsOf(
      ctx,
      batch.map(({ id }) => id),
    )
    const languages = await contactLanguages(ctx, contacts)
    for (const { id, submittedAt, language, agencyId, agencyName } of batch) {
      const force = forces.get(id)
      if (!force) continue
      const agency = agencyId === null || agencyName === null ? null : { id: agencyId, name: agencyName }
      const days = (force.decidedAt.getTime() - submittedAt.getTime()) / dayMs
      decided.push({ days, agency, language: languages.get(id) ?? language })
    }
  }
  return decided
}

function medianOf(group: readonly Decided[]): { respondents: number; medianDays: number } {
  const days = group.map((one) => one.days).toSorted((one, other) => one - other)
  const [lower = 0, upper = 0] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]]
  return { respondents: group.length, medianDays: Math.round(((lower + upper) / 2) * 10) / 10 }
}

async function expectedIn(ctx: RequestContext, scope: Scope): Promise<Figures['expected']> {
  const { respondents, absent } = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(sql<number>`count(*)::int`.as('respondents'))
    .select(sql<number>`(count(*) filter (where checked_in_at is null))::int`.as('absent'))
    .where((where) => inScope(scope)(where))
    .where('currentFlag', 'in', ['green', 'not-applicable'])
    .where(sql<boolean>`workshop.event_date < (${ctx.now}::timestamptz at time zone workshop.time_zone)::date`)
    .executeTakeFirstOrThrow()
  const reportable = groupsToShow([{ respondents: absent }, { respondents: respondents - absent }])
  return reportable.length === 2 ? { respondents, absent } : null
}

async function weeksOf(ctx: RequestContext, { workshopIds, agencyIds }: Scope): Promise<Figures['byWeek']> {
  let counts = ctx.db.selectFrom('respondent_count')
  counts = workshopIds ? counts.where('workshopId', 'in', [-1, ...workshopIds]) : counts.where(notOfTest)
  if (agencyIds) counts = counts.where('agencyId', 'in', [-1, ...agencyIds])
  const rows = await counts
    .select(['flag', sql<string>`to_char(date_trunc('week', submitted_on::timestamp), 'YYYY-MM-DD')`.as('week')])
    .select(sql<number>`sum(respondents)::int`.as('respondents'))
    .groupBy(['week', 'flag'])
    .orderBy('week')
    .execute()
  const weeks = [...Map.groupBy(rows, ({ week }) => week)].map(([week, counted]) => ({
    week,
    respondents: counted.reduce((sum, { respondents }) => sum + respondents, 0),
    byFlag: groupsToShow(
      respondentFlags.map((flag) => ({ flag, respondents: counted.find((row) => row.flag === flag)?.respondents ?? 0 })),
    ),
  }))
  return weeks.filter(isLargeEnough)
}
