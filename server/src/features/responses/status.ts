import type { RespondentStatus, StatusRequest } from '@portico/shared/contract/respondent-status'
import { dayIn } from '@portico/shared/rules/red-rules'
import { respondentStatus } from '@portico/shared/rules/respondent-status'
import { standardList } from '@portico/shared/words/what-to-bring'
import { Failure } from '../../infra/failure.ts'
import { inReadContext } from '../../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../../infra/request-context.ts'
import { auditRespondents } from '../../infra/security/audit/audit.ts'
import { attemptCounters, throttleAttempts } from '../../infra/security/proof-of-work.ts'
import { seatOf } from '../messages/seats/held-seat.ts'
import { mailboxForm, phoneForm } from '../../infra/security/sealed-respondent.ts'

const limits = { perAddress: 'statusPerAddress', perSubjectAndAddress: 'statusPerNumberAndAddress', perSubject: 'statusPerNumber' } as const

/**
 * Returns the status of a respondent, given their number together with the e-mail address or telephone number on file
 * (shared/spec/contract.md#respondent-status). Throws `NOT_FOUND` for any other pair, whichever half is wrong, and `TOO_MANY_REQUESTS` like
 * sign-in.
 */
export async function getStatus(http: HttpContext, request: StatusRequest): Promise<RespondentStatus> {
  const attempt = { purpose: 'status', subject: request.respondent.anonymousId, proof: request.proof }
  await throttleAttempts(http, limits, attempt)
  const found = await inReadContext(http, 'responses.getStatus', (ctx) => findStatus(ctx, request))
  if (!found) throw new Failure('NOT_FOUND')
  await http.services.rateLimits.reset(attemptCounters(http, limits, attempt.subject))
  return found
}

// Number and contact are matched in one statement, so that timing does not reveal which of them is wrong.
async function findStatus(ctx: RequestContext, { respondent, contact }: StatusRequest): Promise<RespondentStatus | undefined> {
  const { encryption } = ctx.services
  const isEmail = contact.includes('@')
  const hash = isEmail ? encryption.lookupHash('email', mailboxForm(contact)) : encryption.lookupHash('phone', phoneForm(contact))
  const found = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'currentFlag', 'agencyId', 'submittedOn'])
    .select(['workshop.name', 'title', 'titles', 'eventDate', 'startTime', 'endTime', 'timeZone', 'address', 'bring'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(isEmail ? 'emailHash' : 'phoneHash', '=', hash)
    .where('wrappedKey', 'is not', null)
    .executeTakeFirst()
  if (!found) return undefined
  auditRespondents(ctx, [found.anonymousId])
  const { currentFlag, agencyId, submittedOn, name, title, titles, eventDate, startTime, endTime, timeZone, address, bring } = found
  const status = respondentStatus({ currentFlag, isAssigned: agencyId !== null, submittedOn, eventDate }, dayIn(timeZone, ctx.now))
  if (status !== 'invited') return { status, workshop: null }
  const { standard, own } = bring ?? standardList
  const seat = await seatOf(ctx, found)
  // Anyone can state an address that is not theirs: those who have not chosen yet need the link that was sent to it.
  const hasChosen = seat !== undefined && (seat.time !== null || seat.waits)
  return {
    status,
    workshop: {
      name,
      title,
      titles: titles ?? {},
      eventDate,
      startTime,
      endTime,
      timeZone,
      address,
      bring: { standard: [...standard], own: [...own] },
      seat: hasChosen ? { time: seat.until ? null : seat.time, token: seat.token } : null,
    },
  }
}
