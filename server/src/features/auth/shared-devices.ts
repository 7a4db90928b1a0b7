import { limits } from '@portico/shared/words/limits'
import { sql, type Services } from '../../infra/request-context.ts'

const recordIntervalMs = 60_000

/** Whether a session on a shared device has ended because it was unused for 60 minutes. */
export function isIdle({ sharedDevice, usedAt }: { readonly sharedDevice: boolean; readonly usedAt: Date }, now: Date): boolean {
  return sharedDevice && now.getTime() - usedAt.getTime() > limits.sharedDeviceIdleMs
}

/** Records that a session is in use, at most once a minute. */
export async function recordUse(services: Services, sessionId: string, usedAt: Date): Promise<void> {
  const now = services.clock()
  if (now.getTime() - usedAt.getTime() < recordIntervalMs) return
  await sql(services.orm.em.fork()).updateTable('session').set({ usedAt: now }).where('id', '=', sessionId).execute()
}
