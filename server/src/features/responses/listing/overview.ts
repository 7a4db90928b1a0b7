import { respondentFlags } from '@portico/shared/words/flags'
import type { Overview } from '@portico/shared/contract/overview'
import type { RequestContext } from '../../../infra/request-context.ts'
import { everyone, notOfTest } from '../scope.ts'
import { auditCount, auditSubject } from '../../../infra/security/audit/audit.ts'

/**
 * Returns counts of a workshop's respondents, or of all, from the same counts that lists are paged by. Throws `NOT_FOUND` for an unknown
 * workshop. The audit trail records the total, because counts of a small group can reveal an individual's flag. Small groups stay exact,
 * because the callers may list those respondents too.
 */
export async function getOverview(ctx: RequestContext, { name }: { name?: string | undefined }): Promise<Overview> {
  let query = ctx.db
    .selectFrom('respondent_count')
    .innerJoin('workshop', 'workshop.id', 'respondent_count.workshopId')
    .leftJoin('agency', 'agency.id', 'respondent_count.agencyId')
  const { workshopIds } = await everyone(ctx, name)
  query = workshopIds ? query.where('workshop.id', 'in', [0, ...workshopIds]) : query.where('workshop.isTest', '=', false)
  const rows = await query
    .select([
      'flag',
      'respondent_count.agencyId',
      'agency.name as agencyName',
      'submittedOn',
      (select) => select.fn.sum<string>('respondents').as('respondents'),
    ])
    .groupBy(['flag', 'respondent_count.agencyId', 'agency.name', 'submittedOn'])
    .execute()
  const counts = rows.map((row) => ({ ...row, respondents: Number(row.respondents) })).filter((row) => row.respondents > 0)
  const total = sumOf(counts)
  auditCount(ctx, total)
  if (name !== undefined) for (const id of workshopIds ?? []) auditSubject(ctx, 'workshop', id)
  return {
    total,
    unassigned: sumOf(counts.filter((row) => row.agencyId === 0 && (row.flag === 'in-progress' || row.flag === 'red'))),
    byFlag: respondentFlags.map((flag) => ({ flag, respondents: sumOf(counts.filter((row) => row.flag === flag)) })),
    byLanguage: await countsByLanguage(ctx, workshopIds),
    byAgency: grouped(counts, (row) => (row.agencyId === 0 ? '' : `${row.agencyId} ${row.agencyName ?? ''}`))
      .map(([key, respondents]) => ({
        agency: key === '' ? null : { id: Number.parseInt(key, 10), name: key.slice(key.indexOf(' ') + 1) },
        respondents,
      }))
      .sort((one, other) => other.respondents - one.respondents),
    byDay: grouped(counts, (row) => row.submittedOn)
      .map(([day, respondents]) => ({ day, respondents }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
  }
}

async function countsByLanguage(ctx: RequestContext, workshopIds: readonly number[] | undefined): Promise<Overview['byLanguage']> {
  let query = ctx.db.selectFrom('contact_language_count')
  query = workshopIds ? query.where('workshopId', 'in', [0, ...workshopIds]) : query.where(notOfTest)
  const rows = await query
    .select(['language', (select) => select.fn.sum<string>('respondents').as('respondents')])
    .groupBy('language')
    .execute()
  return rows
    .map(({ language, respondents }) => ({ language, respondents: Number(respondents) }))
    .sort((one, other) => other.respondents - one.respondents)
}

function sumOf(rows: readonly { readonly respondents: number }[]): number {
  return rows.reduce((sum, row) => sum + row.respondents, 0)
}

function grouped<Row extends { readonly respondents: number }>(rows: readonly Row[], keyOf: (row: Row) => string): [string, number][] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.respondents)
  return [...sums]
}
