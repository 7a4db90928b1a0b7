import { askedQuestions } from '@portico/shared/rules/answers'
import { laneOf, wayOf, type Move, type Way } from '@portico/shared/rules/stations'
import { dayIn } from '@portico/shared/rules/red-rules'
import type { Lane, Station } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import { Failure } from '../../../infra/failure.ts'
import type { Encryption } from '../../../infra/security/encryption.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { answersOf, findPublished } from '../../questionnaires/definitions.ts'
import { atDoorOf, inScope, type Scope } from '../../responses/scope.ts'

const cachedAtMost = 50_000
const cachedLanes = new WeakMap<Encryption, Map<number, Lane>>()

/** A workshop that people go through, and everyone there. Throws `NOT_FOUND`, `VOLUNTEER_CANT_ACCESS_WORKSHOP`. */
export async function stationsOf(ctx: RequestContext, name: string) {
  const scope = await atDoorOf(ctx, name)
  const [workshopId = 0] = scope.workshopIds ?? []
  const workshop = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'stations', 'timeZone'])
    .where('id', '=', workshopId)
    .executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  const stations: readonly Station[] = workshop.stations ?? []
  return { scope, workshop, stations }
}

/** Everyone in scope who was not deleted, with their way through the day; `undefined` ways are of those who did not come. */
export async function peopleOf(ctx: RequestContext, scope: Scope, stations: readonly Station[]) {
  const rows = await ctx.db
    .selectFrom('respondent')
    .innerJoin('workshop', 'workshop.id', 'respondent.workshopId')
    .select(['respondent.id', 'anonymousId', 'questionnaireId', 'language', 'currentFlag', 'checkedInAt', 'submittedAt', 'timeZone'])
    .select(['keyId', 'wrappedKey', 'sealedAnswers'])
    .where(inScope(scope))
    .where('wrappedKey', 'is not', null)
    .orderBy('respondent.id')
    .execute()
  const moves = await movesOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const people = []
  for (const row of rows) {
    const { checkedInAt } = row
    const way: Way | undefined = checkedInAt ? wayOf(checkedInAt.getTime(), moves.get(row.id) ?? [], stations) : undefined
    people.push({
      id: row.id,
      anonymousId: row.anonymousId,
      language: row.language,
      currentFlag: row.currentFlag,
      checkedInAt,
      way,
      lane: await lane(ctx, row),
    })
  }
  return people
}

/** The moves of these respondents, by their ids, in their order. */
export async function movesOf(ctx: RequestContext, ids: readonly number[]): Promise<Map<number, Move[]>> {
  const rows = await ctx.db
    .selectFrom('station_move')
    .select(['respondentId', 'station', 'movedAt'])
    .where('respondentId', '=', sql<number>`any(${sql.val([...ids])}::bigint[])`)
    .orderBy('id')
    .execute()
  const moves = new Map<number, Move[]>()
  for (const { respondentId, station, movedAt } of rows)
    moves.set(respondentId, [...(moves.get(respondentId) ?? []), { to: station, at: movedAt.getTime() }])
  return moves
}

type Row = Parameters<typeof answersOf>[1] & { readonly id: number; readonly submittedAt: Date; readonly timeZone: string }

// Answers never change, and opening them costs more than everything else of a board.
async function lane(ctx: RequestContext, row: Row): Promise<Lane> {
  const cache = cachedLanes.get(ctx.services.encryption) ?? new Map<number, Lane>()
  cachedLanes.set(ctx.services.encryption, cache)
  const known = cache.get(row.id)
  if (known) return known
  const answers = new Map((await answersOf(ctx, row)).map(({ identifier, value }) => [identifier, value]))
  const published = await findPublished(ctx, row.questionnaireId)
  const asked = askedQuestions(published?.questions ?? [], answers, dayIn(row.timeZone, row.submittedAt))
  const answerable = (published?.places.questions ?? []).filter(({ identifier }) => asked.has(identifier))
  const found = laneOf(answerable.filter(({ identifier }) => answers.get(identifier)).length, answerable.length)
  if (cache.size >= cachedAtMost) cache.clear()
  cache.set(row.id, found)
  return found
}
