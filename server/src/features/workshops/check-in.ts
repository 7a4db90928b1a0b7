import { isWelcome } from '@portico/shared/rules/flags'
import { isWorkshopDay } from '@portico/shared/rules/gate'
import type { Context } from '../../api/context.ts'
import { unitOfWork } from '../../api/procedures.ts'
import { noteRespondents } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { Work } from '../../infra/work.ts'
import { record } from '../responses/casework/history.ts'
import { atReachableWorkshops, inScope } from '../responses/scope.ts'

interface ByRespondent {
  readonly respondent: { readonly anonymousId: string }
}

/**
 * Checks a green dot in; the first time stands and a repeat returns it. Staff need access to the workshop; the public may check
 * themselves in on its day while it allows that, and is told `NOT_FOUND` of everything else (contract section 4, Check-in).
 */
export async function checkIn(ctx: Context, input: ByRespondent): Promise<{ checkedInAt: string }> {
  if (!ctx.caller) await ctx.deps.rates.spend('publicCheckInPerAddress', ctx.address)
  return unitOfWork(ctx, 'workshops.respondentCheckIn', async (work) => {
    const respondent = await findAtDoor(work, input)
    if (respondent.checkedInAt) return { checkedInAt: respondent.checkedInAt.toISOString() }
    await work.db
      .updateTable('respondent')
      .set({ checkedInAt: work.now, checkedInById: work.caller?.id ?? null })
      .where('id', '=', respondent.id)
      .execute()
    return { checkedInAt: work.now.toISOString() }
  })
}

/** When a respondent was checked in; null when they were not. The same rules as `checkIn`. */
export async function isCheckedIn(ctx: Context, input: ByRespondent): Promise<string | null> {
  if (!ctx.caller) await ctx.deps.rates.spend('publicCheckInPerAddress', ctx.address)
  return unitOfWork(
    ctx,
    'workshops.isRespondentCheckedIn',
    async (work) => (await findAtDoor(work, input)).checkedInAt?.toISOString() ?? null,
  )
}

async function findAtDoor(work: Work, { respondent }: ByRespondent) {
  const found = await work.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'currentFlag', 'checkedInAt', 'eventDate', 'timeZone', 'selfCheckIn'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(work.caller ? await atReachableWorkshops(work) : {}))
    .forUpdate('respondent')
    .executeTakeFirst()
  if (!found || !isWelcome(found.currentFlag)) throw new Failure('NOT_FOUND')
  if (!work.caller && !(found.selfCheckIn && isWorkshopDay(found, work.now))) throw new Failure('NOT_FOUND')
  noteRespondents(work, [found.anonymousId])
  return found
}

/** Takes a check-in back, with a reason that stays in the history. Throws `NOT_FOUND`, for a deleted person too, and `NOT_CHECKED_IN`. */
export async function undoCheckIn(work: Work, { respondent, reason }: ByRespondent & { reason: string }): Promise<Record<string, never>> {
  const found = await work.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'agencyId', 'keyId', 'wrappedKey', 'checkedInAt'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(await atReachableWorkshops(work)))
    .forUpdate()
    .executeTakeFirst()
  if (!found?.wrappedKey) throw new Failure('NOT_FOUND')
  if (!found.checkedInAt) throw new Failure('NOT_CHECKED_IN')
  noteRespondents(work, [found.anonymousId])
  await record(work, found, { about: 'check-in', flag: null, reason })
  await work.db.updateTable('respondent').set({ checkedInAt: null, checkedInById: null }).where('id', '=', found.id).execute()
  return {}
}
