import { randomUUID } from 'node:crypto'
import { isWelcome } from '@portico/shared/rules/flags'
import { queueAt, minutesAt, minutesOfDay, stationNow, pathOf } from '@portico/shared/rules/stations'
import { lanes } from '@portico/shared/words/stations'
import type { DayReport, MovedToStation, MoveToStation, StationBoard } from '@portico/shared/contract/stations'
import { auditRespondents, auditSubject } from '../../../infra/security/audit/audit.ts'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactsOf } from '../../responses/listing/contact-cache.ts'
import { inScope } from '../../responses/scope.ts'
import { historiesOf, requireRoom } from '../check-in-events.ts'
import { addMoves, movesOf, peopleOf, stationsOf } from './station-visits.ts'

const maxCalled = 3
const calledDigits = 5

/**
 * Moves a checked-in respondent to a station, or lets them leave. Idempotent. Throws `NOT_FOUND`, also for a station that the workshop does
 * not have, `NOT_CHECKED_IN`, `TOO_MANY_REQUESTS` if no more is kept, and like the other check-in calls (shared/spec/contract.md#stations).
 */
export async function moveToStation(ctx: RequestContext, { name, respondent, to }: MoveToStation): Promise<MovedToStation> {
  const { scope, stations } = await stationsOf(ctx, name)
  if (to !== null && !stations.some(({ station }) => station === to)) throw new Failure('NOT_FOUND')
  const person = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'checkedInAt'])
    .where('anonymousId', '=', respondent.anonymousId)
    .where(inScope(scope))
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new Failure('NOT_FOUND')
  auditRespondents(ctx, [person.anonymousId])
  if (!person.checkedInAt) throw new Failure('NOT_CHECKED_IN')
  const moves = await movesOf(ctx, [person.id])
  const path = pathOf(person.checkedInAt.getTime(), moves.get(person.id) ?? [], stations)
  const now = stationNow(path)
  if (to === null && path.leftAt !== null) return { station: null, since: new Date(path.leftAt).toISOString() }
  if (now && now.station === to) return { station: to, since: new Date(now.from).toISOString() }
  requireRoom(ctx, { histories: await historiesOf(ctx, [person.id]), moves }, person.id)
  await addMoves(ctx, [{ respondentId: person.id, eventId: randomUUID(), station: to, movedAt: ctx.now, deviceId: null }])
  return { station: to, since: ctx.now.toISOString() }
}

/** Returns the stations for a wall display, with the ends of the numbers called next and no names. Throws like the other check-in calls. */
export async function getStationBoard(ctx: RequestContext, { name }: { name: string }): Promise<StationBoard> {
  const { scope, workshop, stations } = await stationsOf(ctx, name)
  auditSubject(ctx, 'workshop', workshop.id)
  const visitors = (await peopleOf(ctx, scope, stations)).flatMap(({ path, checkedInAt, ...person }) =>
    path && checkedInAt ? [{ ...person, ...path, checkedInAt: checkedInAt.getTime() }] : [],
  )
  return {
    stations: stations.map((station) => {
      const { seated, waiting } = queueAt(visitors, station)
      const { median, longest } = minutesAt(visitors, station.station, ctx.now.getTime())
      return {
        ...station,
        seated: seated.length,
        waiting: waiting.length,
        medianMinutes: median,
        longestMinutes: longest,
        next: waiting.slice(0, maxCalled).map(({ anonymousId }) => anonymousId.slice(-calledDigits)),
      }
    }),
    lanes: lanes.map((lane) => {
      const own = visitors.filter((visitor) => visitor.lane === lane)
      const { median, longest } = minutesOfDay(own)
      const left = own.filter(({ leftAt }) => leftAt !== null).length
      return { lane, here: own.length - left, left, medianMinutes: median, longestMinutes: longest }
    }),
  }
}

/** Returns who was invited to a workshop, who came, and which stations they visited. Throws like the other check-in calls. */
export async function getDayReport(ctx: RequestContext, { name }: { name: string }): Promise<DayReport> {
  const { scope, workshop, stations } = await stationsOf(ctx, name)
  auditSubject(ctx, 'workshop', workshop.id)
  const people = (await peopleOf(ctx, scope, stations)).filter(({ path, currentFlag }) => path !== undefined || isWelcome(currentFlag))
  const contacts = await contactsOf(
    ctx,
    people.map(({ id }) => id),
  )
  auditRespondents(
    ctx,
    people.map(({ anonymousId }) => anonymousId),
  )
  const instant = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at).toISOString())
  return {
    stations: [...stations],
    people: people.map(({ id, anonymousId, language, lane, checkedInAt, path }) => ({
      anonymousId,
      fullName: contacts.get(id)?.fullName ?? '',
      language,
      lane,
      checkedInAt: checkedInAt?.toISOString() ?? null,
      leftAt: instant(path?.leftAt),
      visits: (path?.visits ?? []).map(({ station, from, until }) => ({
        station,
        from: new Date(from).toISOString(),
        until: instant(until),
      })),
    })),
  }
}
