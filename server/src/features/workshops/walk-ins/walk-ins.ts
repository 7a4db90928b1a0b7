import { isOpen } from '@portico/shared/rules/registration-window'
import type { ByWalkIn, CreateWalkInLink, OpenedWalkIn, StartWalkIn, WaitingWalkIn } from '@portico/shared/contract/walk-ins'
import { sql } from 'kysely'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { hashOfSecret, newSecret } from '../../../infra/security/encryption.ts'
import { Failure } from '../../../infra/failure.ts'
import { nextId } from '../../../infra/postgres/next-id.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { callerOf, type RequestContext, type Services } from '../../../infra/request-context.ts'
import { findNewest } from '../../questionnaires/definitions.ts'
import { atDoorOf, workshopsOf } from '../../responses/scope.ts'
import { endOfDay } from '../end-of-day.ts'
import { sealWalkIn, unsealWalkIn } from './sealed-walk-in.ts'

/**
 * Starts a record for someone who came without having answered; it expires at the end of the day. Throws like the other check-in calls, and
 * `REGISTRATION_DISABLED` while nobody can answer for the workshop (shared/spec/contract.md#walk-ins).
 */
export async function startWalkIn(ctx: RequestContext, { name, fullName, phoneNumber, email, language }: StartWalkIn) {
  const [workshopId = 0] = (await atDoorOf(ctx, name)).workshopIds ?? []
  const workshop = await ctx.db
    .selectFrom('workshop')
    .select(['id', 'timeZone', 'eventDate', 'disableAt', 'registrationOpen'])
    .where('id', '=', workshopId)
    .executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  if (!isOpen(workshop, ctx.now)) throw new Failure('REGISTRATION_DISABLED')
  await questionnaireOf(ctx, workshopId)
  const id = await nextId(ctx.db, 'walk_in')
  auditSubject(ctx, 'walk-in', id)
  const sealed = sealWalkIn(ctx.services.encryption, id, { fullName, phoneNumber: phoneNumber ?? null, email: email ?? null, language })
  const expiresAt = endOfDay(ctx.now, workshop.timeZone)
  await ctx.db
    .insertInto('walk_in')
    .values({ id, workshopId, startedById: callerOf(ctx).id, startedAt: ctx.now, expiresAt, ...sealed })
    .execute()
  return { walkInId: id }
}

/**
 * Creates a single-use link for answering as a walk-in and invalidates the previous one. Throws `NOT_FOUND`, also once the answers have
 * arrived, and `REGISTRATION_DISABLED`.
 */
export async function createWalkInLink(ctx: RequestContext, { walkInId, together }: CreateWalkInLink) {
  const { workshopId, workshopName } = await findWaiting(ctx, walkInId)
  const questionnaireName = await questionnaireOf(ctx, workshopId)
  const token = newSecret()
  await ctx.db
    .updateTable('walk_in')
    .set({ tokenHash: hashOfSecret(token), togetherId: together ? callerOf(ctx).id : null })
    .where('id', '=', walkInId)
    .execute()
  auditSubject(ctx, 'walk-in', walkInId)
  return { token, workshopName, questionnaireName }
}

/** Deletes a walk-in whose answers have not arrived. Throws `NOT_FOUND`. */
export async function removeWalkIn(ctx: RequestContext, { walkInId }: ByWalkIn): Promise<Record<string, never>> {
  await findWaiting(ctx, walkInId)
  await ctx.db.deleteFrom('walk_in').where('id', '=', walkInId).execute()
  auditSubject(ctx, 'walk-in', walkInId)
  return {}
}

/** Returns what staff noted about a walk-in, given the secret of the newest link. Throws `NOT_FOUND` for any other secret. */
export async function openWalkIn(ctx: RequestContext, { token }: { token: string }): Promise<OpenedWalkIn> {
  const row = await ctx.db
    .selectFrom('walk_in')
    .select(['id', 'workshopId', 'keyId', 'wrappedKey', 'sealed', 'togetherId'])
    .where('tokenHash', '=', hashOfSecret(token))
    .where('respondentId', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  if (!row) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'walk-in', row.id)
  const { language, ...noted } = unsealWalkIn(ctx.services.encryption, row)
  const { contactQuestions: asked = {} } = (await findNewest(ctx, await questionnaireOf(ctx, row.workshopId))) ?? {}
  const answers = [
    [asked.fullName, noted.fullName],
    [asked.phone, noted.phoneNumber],
    [asked.email, noted.email],
    [asked.contactLanguage, language],
  ] as const
  return {
    language,
    together: row.togetherId !== null,
    answers: Object.fromEntries(answers.flatMap(([identifier, value]) => (identifier && value ? [[identifier, value]] : []))),
    ...(asked.fullName !== undefined && { nameIdentifier: asked.fullName }),
  }
}

/** Lists the walk-ins of a workshop whose answers have not arrived, oldest first. */
export async function waitingWalkIns(ctx: RequestContext, workshopId: number): Promise<WaitingWalkIn[]> {
  const rows = await ctx.db
    .selectFrom('walk_in')
    .innerJoin('account', 'account.id', 'walk_in.startedById')
    .select(['walk_in.id', 'keyId', 'wrappedKey', 'sealed', 'startedAt', 'account.name as startedBy'])
    .where('workshopId', '=', workshopId)
    .where('respondentId', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .orderBy('walk_in.id')
    .execute()
  for (const { id } of rows) auditSubject(ctx, 'walk-in', id)
  return rows.map((row) => {
    const { fullName, language } = unsealWalkIn(ctx.services.encryption, row)
    return { walkInId: row.id, fullName, language, startedAt: row.startedAt.toISOString(), startedBy: row.startedBy }
  })
}

/** Returns the ids of the walk-ins of a workshop whose answers have arrived. */
export async function answeredWalkIns({ db }: RequestContext, workshopId: number): Promise<number[]> {
  const answered = db.selectFrom('walk_in').select('id').where('workshopId', '=', workshopId).where('respondentId', 'is not', null)
  return (await answered.orderBy('id').execute()).map(({ id }) => id)
}

/** Deletes the walk-ins whose day ended without answers. */
export async function sweepWalkIns(services: Services): Promise<void> {
  await inTransaction(services, 'sweep', ({ db, now }) =>
    db.deleteFrom('walk_in').where('expiresAt', '<=', now).where('respondentId', 'is', null).execute(),
  )
}

async function findWaiting(ctx: RequestContext, walkInId: number) {
  const reachable = await workshopsOf(ctx)
  const found = await ctx.db
    .selectFrom('walk_in')
    .innerJoin('workshop', 'workshop.id', 'walk_in.workshopId')
    .select(['walk_in.workshopId', 'workshop.name as workshopName'])
    .where('walk_in.id', '=', walkInId)
    .where('respondentId', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where((where) =>
      reachable === 'all' ? where.lit(true) : where('workshopId', '=', sql<number>`any(${sql.val([...reachable])}::int[])`),
    )
    .forUpdate('walk_in')
    .executeTakeFirst()
  if (!found) throw new Failure('NOT_FOUND')
  return found
}

// A workshop's first questionnaire is the one used on the day.
async function questionnaireOf(ctx: RequestContext, workshopId: number): Promise<string> {
  const offer = await ctx.db
    .selectFrom('workshop_questionnaire')
    .select('questionnaireName')
    .where('workshopId', '=', workshopId)
    .orderBy('position')
    .executeTakeFirst()
  if (!offer) throw new Failure('REGISTRATION_DISABLED')
  return offer.questionnaireName
}
