import { askedQuestions } from '@portico/shared/rules/answers'
import { isWelcome } from '@portico/shared/rules/flags'
import { laneOf, stationNow, pathOf, type Move, type StationPath } from '@portico/shared/rules/stations'
import { dayIn } from '@portico/shared/rules/red-rules'
import type { Lane, Station, StationKind } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import type { Encryption } from '../../../infra/security/encryption.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { answersOf, findPublished } from '../../questionnaires/definitions.ts'
import { atDoorOf, inScope, type Scope } from '../../responses/scope.ts'

const maxCached = 50_000
const cachedLanes = new WeakMap<Encryption, Map<number, { readonly changeSeq: number; readonly lane: Lane }>>()

/** Returns a workshop, its stations and the scope of everyone in it. Throws `NOT_FOUND`, `VOLUNTEER_CANT_ACCESS_WORKSHOP`. */
export async function stationsOf(ctx: RequestContext, name: string) {
  const scope = await atDoorOf(ctx, name)
  const [workshopId = 0] = scope.workshopIds ?? []
  const workshop = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'title', 'isTest', 'stations', 'timeZone'])
    .where('id', '=', workshopId)
    .executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  const stations: readonly Station[] = workshop.stations ?? []
  return { scope, workshop, stations }
}

/** Returns everyone in scope who was not deleted, with their path through the stations; `path` is undefined for those who are not checked in. */
export async function peopleOf(ctx: RequestContext, scope: Scope, stations: readonly Station[]) {
  const rows = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'questionnaireId', 'language', 'currentFlag', 'checkedInAt', 'submittedAt', 'timeZone'])
    .select(['keyId', 'wrappedKey', 'sealedAnswers', 'changeSeq'])
    .where(inScope(scope))
    .orderBy('respondent.id')
    .execute()
  const moves = await movesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const people = []
  for (const row of rows) {
    const { checkedInAt } = row
    const path: StationPath | undefined = checkedInAt ? pathOf(checkedInAt.getTime(), moves.get(row.id) ?? [], stations) : undefined
    people.push({
      id: row.id,
      anonymousId: row.anonymousId,
      language: row.language,
      currentFlag: row.currentFlag,
      checkedInAt,
      path,
      // Of those who may not enter, the lane would reveal how much they answered.
      lane: isWelcome(row.currentFlag) ? await laneOfRespondent(ctx, row) : ('normal' as const),
    })
  }
  return people
}

/** A stored move and who made it. */
export interface StoredMove extends Move {
  readonly accountId: number
  readonly by: string
}

/** Returns the moves of these respondents by respondent id, in no particular order. */
export async function movesOf(ctx: RequestContext, ids: readonly number[]): Promise<Map<number, StoredMove[]>> {
  const rows = await ctx.db
    .selectFrom('station_move')
    .innerJoin('account', 'account.id', 'station_move.accountId')
    .select(['respondentId', 'eventId', 'station as to', 'movedAt', 'accountId', 'account.name as by'])
    .where('respondentId', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .execute()
  return Map.groupBy(
    rows.map(({ movedAt, ...row }) => ({ ...row, at: movedAt.getTime() })),
    (row) => row.respondentId,
  )
}

/** A move to add to the history of a respondent whose row is locked. */
export interface NewMove {
  readonly respondentId: number
  readonly eventId: string
  readonly station: StationKind | null
  readonly movedAt: Date
  /** Null for what was not recorded on a device at the door. */
  readonly deviceId: string | null
}

/** Adds moves to the history; existing ones are left unchanged. The caller holds the respondents' row locks. */
export async function addMoves(ctx: RequestContext, moves: readonly NewMove[]): Promise<void> {
  if (moves.length === 0) return
  const accountId = callerOf(ctx).id
  await ctx.db
    .insertInto('station_move')
    .values(moves.map((move) => ({ ...move, receivedAt: ctx.now, accountId })))
    .onConflict((conflict) => conflict.column('eventId').doNothing())
    .execute()
}

/** Returns where a respondent is now; null for a workshop without stations. */
export function placeOf(path: StationPath, stations: readonly Station[]): { station: StationKind | null; since: string } | null {
  if (stations.length === 0) return null
  const now = stationNow(path)
  return { station: now?.station ?? null, since: new Date(now?.from ?? path.leftAt ?? 0).toISOString() }
}

type Row = Parameters<typeof answersOf>[1] & {
  readonly id: number
  readonly changeSeq: number
  readonly submittedAt: Date
  readonly timeZone: string
}

// Cached because answers seldom change, and decrypting them costs more than the rest of a board.
async function laneOfRespondent(ctx: RequestContext, row: Row): Promise<Lane> {
  const cache = cachedLanes.get(ctx.services.encryption) ?? new Map<number, { changeSeq: number; lane: Lane }>()
  cachedLanes.set(ctx.services.encryption, cache)
  const known = cache.get(row.id)
  if (known?.changeSeq === row.changeSeq) return known.lane
  const answers = new Map((await answersOf(ctx, row)).map(({ identifier, value }) => [identifier, value]))
  const published = await findPublished(ctx, row.questionnaireId)
  const asked = askedQuestions(published?.questions ?? [], answers, dayIn(row.timeZone, row.submittedAt))
  const answerable = (published?.places.questions ?? []).filter(({ identifier }) => asked.has(identifier))
  const found = laneOf(answerable.filter(({ identifier }) => answers.get(identifier)).length, answerable.length)
  if (cache.size >= maxCached) cache.clear()
  cache.set(row.id, { changeSeq: row.changeSeq, lane: found })
  return found
}
