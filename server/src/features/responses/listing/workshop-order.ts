import { compareWorkshops } from '@portico/shared/rules/queue'
import { dayIn } from '@portico/shared/rules/red-rules'
import type { RequestContext } from '../../../infra/request-context.ts'

/** Workshops on the same day, with the total of their respondents. */
export interface WorkshopGroup {
  readonly workshopIds: readonly number[]
  readonly count: number
}

/** Groups workshops with their counts by day, in the order of shared/spec/contract.md#queue. */
export async function workshopsInOrder(
  ctx: RequestContext,
  counts: readonly { readonly workshopId: number; readonly count: number }[],
): Promise<WorkshopGroup[]> {
  const rank = await workshopRanks(ctx)
  const groups = Map.groupBy(
    counts.filter(({ count }) => count > 0),
    ({ workshopId }) => rank.get(workshopId) ?? 0,
  )
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([, members]) => ({
      workshopIds: members.map(({ workshopId }) => workshopId),
      count: members.reduce((sum, { count }) => sum + count, 0),
    }))
}

/** Returns the rank of each workshop in that order by id; workshops on the same day share it. */
export async function workshopRanks(ctx: RequestContext): Promise<Map<number, number>> {
  const workshops = await ctx.db.selectFrom('workshop').select(['id', 'eventDate', 'timeZone']).execute()
  const days = workshops.map(({ id, eventDate, timeZone }) => ({ id, eventDate, today: dayIn(timeZone, ctx.now) })).sort(compareWorkshops)
  const ranks = new Map<number, number>()
  let rank = 0
  for (const [index, day] of days.entries()) {
    const before = days[index - 1]
    if (before && compareWorkshops(before, day) !== 0) rank += 1
    ranks.set(day.id, rank)
  }
  return ranks
}
