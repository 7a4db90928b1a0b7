import { keptSince } from '@portico/shared/rules/privacy'
import { dayIn } from '@portico/shared/rules/red-rules'
import { isOpen } from '@portico/shared/rules/registration-window'
import type { Station } from '@portico/shared/words/stations'
import { sql } from 'kysely'
import type { SaveWorkshop, Workshop } from '@portico/shared/contract/workshops'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { lockVersion } from '../../infra/postgres/row-versions.ts'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { assignWaiting, awaitJoining } from '../responses/assignment/assignment.ts'
import { getWorkshop } from './queries.ts'

const defaultTimeZone = 'America/Los_Angeles'

/**
 * Creates a workshop, or changes the one of this name: what is left out stays as it was, a new default replaces the old. Those who
 * wait without an agency are assigned when one takes part. Throws `QUESTIONNAIRE_NOT_FOUND`, `NOT_FOUND` for an unknown agency, `INVALID_REQUEST`
 * when it would become a test, or stop to be one, after somebody has answered, and for a day on which whoever answered, or still can, would be deleted;
 * and `CHANGED_MEANWHILE`.
 */
export async function saveWorkshop(ctx: RequestContext, input: SaveWorkshop): Promise<Workshop> {
  const { name, questionnaireNames, agencyIds, disableAt, stations, test, ifVersion, ...settings } = input
  await mustExist(ctx, input)
  // Before the row of the workshop, as a case does that arrives: the other way round each would wait for the other.
  if (agencyIds) await awaitJoining(ctx, 'agency')
  // Before it too: the default that one replaces may be the workshop that another saves.
  if (input.isDefault) await lock(ctx.db, 'defaultWorkshop')
  await checkTest(ctx, input)
  await checkDay(ctx, input)
  if (input.isDefault) await makeRoomForDefault(ctx, name)
  const next = await lockVersion(ctx, { table: 'workshop', name }, ifVersion)
  const values = {
    ...settings,
    ...(test !== undefined && { isTest: test }),
    ...next,
    ...(disableAt !== undefined && { disableAt: disableAt === null ? null : new Date(disableAt) }),
    // As JSON: the driver would write an array of PostgreSQL.
    ...(stations && { stations: sql<readonly Station[]>`${JSON.stringify(stations)}::jsonb` }),
  }
  const saved = await ctx.db
    .insertInto('workshop')
    .values({ timeZone: defaultTimeZone, ...values, name, title: input.title })
    .onConflict((conflict) => {
      const named = conflict.column('name')
      return ifVersion === 0 ? named.doNothing() : named.doUpdateSet({ ...values, title: input.title })
    })
    .returning('id')
    .executeTakeFirst()
  if (!saved) throw new Failure('CHANGED_MEANWHILE')
  const { id } = saved
  auditSubject(ctx, 'workshop', id)
  if (questionnaireNames) await offer(ctx, id, questionnaireNames)
  if (agencyIds) {
    await takePart(ctx, id, agencyIds)
    await assignWaiting(ctx, id)
  }
  return getWorkshop(ctx, { name })
}

// Two admins may each choose a new default at once: one after another under their lock, so that the later replaces the earlier.
async function makeRoomForDefault(ctx: RequestContext, name: string): Promise<void> {
  const savedById = ctx.caller?.id ?? null
  await ctx.db
    .updateTable('workshop')
    .set((row) => ({ isDefault: false, rowVersion: row('rowVersion', '+', 1), savedAt: ctx.now, savedById }))
    .where('isDefault', '=', true)
    .where('name', '!=', name)
    .execute()
}

async function mustExist(ctx: RequestContext, { questionnaireNames = [], agencyIds = [] }: SaveWorkshop): Promise<void> {
  for (const name of questionnaireNames) {
    const found = await ctx.db.selectFrom('questionnaire').select('id').where('name', '=', name).limit(1).executeTakeFirst()
    if (!found) throw new Failure('QUESTIONNAIRE_NOT_FOUND', `There is no questionnaire of the name "${name}". Upload it first.`)
  }
  for (const id of agencyIds) {
    const found = await ctx.db.selectFrom('agency').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw new Failure('NOT_FOUND', 'There is no such agency.')
  }
}

// A year that is mistyped must not delete everyone, for good, before anybody has looked: neither who answered nor who still can.
async function checkDay(ctx: RequestContext, input: SaveWorkshop): Promise<void> {
  const before = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'eventDate', 'timeZone', 'disableAt', 'registrationOpen'])
    .where('name', '=', input.name)
    .executeTakeFirst()
  const { eventDate = before?.eventDate ?? null, timeZone = before?.timeZone ?? defaultTimeZone } = input
  const { retentionDays } = ctx.services
  const earliest = keptSince(dayIn(timeZone, ctx.now), retentionDays)
  if (eventDate === null || eventDate >= earliest) return
  const { disableAt = before?.disableAt ?? null, registrationOpen = before?.registrationOpen ?? false } = input
  const after = { registrationOpen, disableAt: disableAt === null ? null : new Date(disableAt), eventDate, timeZone }
  const isMoved = before !== undefined && before.eventDate !== eventDate
  if (isOpen(after, ctx.now) || (isMoved && (await hasAnswers(ctx, before.id))))
    throw new Failure(
      'INVALID_REQUEST',
      `This day is more than ${retentionDays} days ago: whoever answers for this workshop is deleted at once. The earliest day is ${earliest}.`,
    )
}

async function hasAnswers({ db }: RequestContext, workshopId: number): Promise<boolean> {
  return (await db.selectFrom('respondent').select('id').where('workshopId', '=', workshopId).limit(1).executeTakeFirst()) !== undefined
}

// Whoever answered for a real workshop must not drop out of its counts, nor a try turn up in them.
async function checkTest(ctx: RequestContext, { name, test, isDefault }: SaveWorkshop): Promise<void> {
  const before = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'isTest', 'isDefault'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  const isTest = test ?? before?.isTest ?? false
  if (isTest && (isDefault ?? before?.isDefault))
    throw new Failure('INVALID_REQUEST', 'A test workshop cannot be the default: nobody is led to it.')
  if (!before || before.isTest === isTest) return
  const { rows } = await sql`select from respondent where workshop_id = ${before.id}
    union all select from deleted_respondent where workshop_id = ${before.id} limit 1`.execute(ctx.db)
  if (rows.length > 0)
    throw new Failure('INVALID_REQUEST', `Somebody has answered for this workshop: it stays ${isTest ? 'a real one' : 'a test'}.`)
}

async function offer(ctx: RequestContext, workshopId: number, names: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('workshop_questionnaire').where('workshopId', '=', workshopId).execute()
  const rows = [...new Set(names)].map((questionnaireName, position) => ({ workshopId, questionnaireName, position }))
  if (rows.length > 0) await ctx.db.insertInto('workshop_questionnaire').values(rows).execute()
}

async function takePart(ctx: RequestContext, workshopId: number, agencyIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('workshop_agency').where('workshopId', '=', workshopId).execute()
  const rows = [...new Set(agencyIds)].map((agencyId) => ({ workshopId, agencyId }))
  if (rows.length > 0) await ctx.db.insertInto('workshop_agency').values(rows).execute()
}
