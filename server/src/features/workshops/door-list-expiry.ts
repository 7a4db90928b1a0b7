import { limits } from '@portico/shared/words/limits'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { endOfDay } from './end-of-day.ts'

/**
 * Returns until when a device may keep the door list of a workshop: the end of its day, or the end of the caller's session, token or grant,
 * whichever comes first (shared/spec/contract.md#check-in-without-a-network).
 */
export async function doorListExpiry(ctx: RequestContext, workshop: { readonly id: number; readonly timeZone: string }): Promise<Date> {
  const ends = [endOfDay(ctx.now, workshop.timeZone), ...(await signInExpiries(ctx)), ...(await accessExpiries(ctx, workshop.id))]
  return new Date(Math.max(ctx.now.getTime(), Math.min(...ends.map((end) => end.getTime()))))
}

async function signInExpiries(ctx: RequestContext): Promise<Date[]> {
  const { sessionId, token } = callerOf(ctx)
  if (token) {
    const found = await ctx.db.selectFrom('api_token').select('expiresAt').where('id', '=', token.id).executeTakeFirst()
    return found ? [found.expiresAt] : []
  }
  const session = await ctx.db.selectFrom('session').select(['expiresAt', 'sharedDevice']).where('id', '=', sessionId).executeTakeFirst()
  if (!session) return []
  return session.sharedDevice ? [session.expiresAt, new Date(ctx.now.getTime() + limits.sharedDeviceIdleMs)] : [session.expiresAt]
}

async function accessExpiries(ctx: RequestContext, workshopId: number): Promise<Date[]> {
  const grant = await ctx.db
    .selectFrom('workshop_access')
    .select('expiresAt')
    .where('accountId', '=', callerOf(ctx).id)
    .where('workshopId', '=', workshopId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  return grant?.expiresAt ? [grant.expiresAt] : []
}
