import type { ByRespondent } from '@portico/shared/contract/fields'
import type { RespondentSeat, SetSeat } from '@portico/shared/contract/seats'
import { isWelcome } from '@portico/shared/rules/flags'
import { limits } from '@portico/shared/words/limits'
import { invitingKinds } from '@portico/shared/words/messages'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'
import { atReachableWorkshops, inScope } from '../responses/scope.ts'
import { linkAddress } from '../messages/seats/seat-link.ts'
import { choiceOf } from './choice.ts'
import { assignSeat, releaseSeat } from './take-seat.ts'

/** Returns the seat of a respondent at one of the caller's workshops, and the free seats. Throws `NOT_FOUND`. */
export async function getSeat(ctx: RequestContext, about: ByRespondent): Promise<RespondentSeat> {
  const person = await findRespondent(ctx, about)
  auditRespondents(ctx, [person.anonymousId])
  return choiceOf(ctx, person, { ignoresWaitingList: true })
}

/**
 * Assigns, moves or frees a respondent's seat, regardless of the waiting list, at the caller's discretion. The respondent is notified soon,
 * or later if their address had its notices of the day (shared/spec/contract.md#seats). Throws `NOT_FOUND`, `SLOT_NOT_FREE`, and
 * `INVALID_REQUEST` if they are not welcome.
 */
export async function setSeat(ctx: RequestContext, { respondent, slotId }: SetSeat): Promise<RespondentSeat> {
  const person = await findRespondent(ctx, { respondent }, 'lock')
  auditRespondents(ctx, [person.anonymousId])
  const before = (await choiceOf(ctx, person)).seat
  if (slotId === null) await releaseSeat(ctx, person)
  else {
    if (!isWelcome(person.currentFlag)) throw new Failure('INVALID_REQUEST', 'Only a green dot can have a seat.')
    await assignSeat(ctx, person, slotId)
  }
  const hadIt = before?.slotId === (slotId ?? undefined) && !before?.offeredUntil
  if (!hadIt) await enqueueChangeNotice(ctx, person)
  return choiceOf(ctx, person, { ignoresWaitingList: true })
}

type Person = Awaited<ReturnType<typeof findRespondent>>

async function findRespondent(ctx: RequestContext, { respondent }: ByRespondent, lock?: 'lock') {
  const found = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'workshopId', 'currentFlag', linkAddress.as('address')])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(await atReachableWorkshops(ctx)))
    .$if(lock === 'lock', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

// A message that is still pending will include the current seat when it is sent.
async function enqueueChangeNotice({ db, now, services }: RequestContext, { id, address }: Person): Promise<void> {
  if (!address) return
  const due = await db
    .selectFrom('message')
    .select('id')
    .where('respondentId', '=', id)
    .where('dueAt', 'is not', null)
    .where('kind', 'in', invitingKinds)
    .executeTakeFirst()
  if (due) return
  const { within, retryAfter } = await services.rateLimits.countWithin(db, 'seatNoticesPerAddress', address.toString('base64url'))
  const dueAt = new Date(now.getTime() + (within ? limits.undoShownMs : retryAfter * 1_000))
  await db.insertInto('message').values({ kind: 'workshop-change', respondentId: id, createdAt: now, dueAt }).execute()
}
