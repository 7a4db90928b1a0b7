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
import { isNotOver, releaseInvitations } from '../messages/invitations.ts'
import { assignWaiting, lockAgencyJoining } from '../responses/assignment/assignment.ts'
import { judgePutOff } from '../responses/new-rules/late-cases.ts'
import { getWorkshop } from './queries.ts'

const defaultTimeZone = 'America/Los_Angeles'

/**
 * Creates a workshop, or changes the one of this name: omitted settings stay as they are, a new default replaces the old. Waiting
 * respondents without an agency are assigned if `agencyIds` is given. Throws `QUESTIONNAIRE_NOT_FOUND`; `NOT_FOUND` for an unknown agency;
 * `INVALID_REQUEST` if it would switch between test and real after somebody has answered, or if the day is so far back that past or future
 * respondents would be deleted at once; and `CHANGED_MEANWHILE`.
 */
export async function saveWorkshop(ctx: RequestContext, input: SaveWorkshop): Promise<Workshop> {
  const { name, questionnaireNames, agencyIds, disableAt, stations, test, ifVersion, ...settings } = input
  await requireExisting(ctx, input)
  // Taken before the workshop row, in the same order as an arriving submission, to avoid a deadlock.
  await lockAgencyJoining(ctx, agencyIds ? 'agency' : 'case')
  // Also before the workshop row: the default to replace may be a workshop that another request is saving.
  if (input.isDefault) await lock(ctx.db, 'defaultWorkshop')
  await checkTest(ctx, input)
  await checkDay(ctx, input)
  if (input.isDefault) await unsetOtherDefaults(ctx, name)
  const wasOver = await isOver(ctx, name)
  const next = await lockVersion(ctx, { table: 'workshop', name }, ifVersion)
  const values = {
    ...settings,
    ...(test !== undefined && { isTest: test }),
    ...next,
    ...(disableAt !== undefined && { disableAt: disableAt === null ? null : new Date(disableAt) }),
    // As JSON, because the driver would write a PostgreSQL array.
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
  // Before their invitations are released.
  if (wasOver && !(await isOver(ctx, name))) await judgePutOff(ctx, id)
  if (input.eventDate !== undefined || input.timeZone !== undefined) await releaseInvitations(ctx, id)
  if (questionnaireNames) await setQuestionnaires(ctx, id, questionnaireNames)
  if (agencyIds) {
    await setAgencies(ctx, id, agencyIds)
    await assignWaiting(ctx, id)
  }
  return getWorkshop(ctx, { name })
}

async function isOver({ db, now }: RequestContext, name: string): Promise<boolean> {
  const over = await db
    .selectFrom('workshop')
    .select('id')
    .where('name', '=', name)
    .where((where) => where.not(isNotOver(now)))
    .executeTakeFirst()
  return over !== undefined
}

// The caller holds the lock that serializes admins who choose a new default at once, so that the later replaces the earlier.
async function unsetOtherDefaults(ctx: RequestContext, name: string): Promise<void> {
  const savedById = ctx.caller?.id ?? null
  await ctx.db
    .updateTable('workshop')
    .set((row) => ({ isDefault: false, rowVersion: row('rowVersion', '+', 1), savedAt: ctx.now, savedById }))
    .where('isDefault', '=', true)
    .where('name', '!=', name)
    .execute()
}

async function requireExisting(ctx: RequestContext, { questionnaireNames = [], agencyIds = [] }: SaveWorkshop): Promise<void> {
  for (const name of questionnaireNames) {
    const found = await ctx.db.selectFrom('questionnaire').select('id').where('name', '=', name).limit(1).executeTakeFirst()
    if (!found) throw new Failure('QUESTIONNAIRE_NOT_FOUND', `There is no questionnaire of the name "${name}". Upload it first.`)
  }
  for (const id of agencyIds) {
    const found = await ctx.db.selectFrom('agency').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) throw new Failure('NOT_FOUND', 'There is no such agency.')
  }
}

// A mistyped year must not irrevocably delete past or future respondents before anyone notices.
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

// Respondents of a real workshop must not drop out of its counts, nor test submissions show up in them.
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

async function setQuestionnaires(ctx: RequestContext, workshopId: number, names: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('workshop_questionnaire').where('workshopId', '=', workshopId).execute()
  const rows = [...new Set(names)].map((questionnaireName, position) => ({ workshopId, questionnaireName, position }))
  if (rows.length > 0) await ctx.db.insertInto('workshop_questionnaire').values(rows).execute()
}

async function setAgencies(ctx: RequestContext, workshopId: number, agencyIds: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('workshop_agency').where('workshopId', '=', workshopId).execute()
  const rows = [...new Set(agencyIds)].map((agencyId) => ({ workshopId, agencyId }))
  if (rows.length > 0) await ctx.db.insertInto('workshop_agency').values(rows).execute()
}
