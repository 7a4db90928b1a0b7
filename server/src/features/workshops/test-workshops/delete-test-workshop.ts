import { Failure } from '../../../infra/failure.ts'
import { lock } from '../../../infra/postgres/locks.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { auditCount, auditSubject } from '../../../infra/security/audit/audit.ts'
import { forgetContacts } from '../../responses/listing/contact-cache.ts'

const recordTables = [
  'announcement',
  'walk_in',
  'download',
  'deleted_respondent',
  'workshop_move',
  'respondent_count',
  'contact_language_count',
] as const
const settingTables = ['workshop_access', 'workshop_agency', 'workshop_questionnaire'] as const

/**
 * Deletes a test workshop with its respondents and all their data; the audit trail keeps their number. Throws `NOT_FOUND`, and
 * `INVALID_REQUEST` for a real workshop or when `confirm` is not its name (shared/spec/contract.md#test-workshops).
 */
export async function deleteTestWorkshop(
  ctx: RequestContext,
  { name, confirm }: { readonly name: string; readonly confirm: string },
): Promise<{ respondents: number }> {
  // A concurrent submission waits for this row lock and then finds no workshop.
  const workshop = await ctx.db.selectFrom('workshop').select(['id', 'isTest']).where('name', '=', name).forUpdate().executeTakeFirst()
  if (!workshop) throw new Failure('NOT_FOUND')
  auditSubject(ctx, 'workshop', workshop.id)
  if (!workshop.isTest) throw new Failure('INVALID_REQUEST', 'Only a test workshop can be deleted.')
  if (confirm.trim() !== name) throw new Failure('INVALID_REQUEST', `Type ${name} to delete it.`)
  await lock(ctx.db, 'respondentRemoval', workshop.id)
  const people = await ctx.db.selectFrom('respondent').select(['id', 'anonymousId']).where('workshopId', '=', workshop.id).execute()
  await ctx.db
    .deleteFrom('privacy_request')
    .where('respondentId', 'in', (select) => select.selectFrom('respondent').select('id').where('workshopId', '=', workshop.id))
    .execute()
  await ctx.db.deleteFrom('respondent').where('workshopId', '=', workshop.id).execute()
  for (const table of [...recordTables, ...settingTables]) await ctx.db.deleteFrom(table).where('workshopId', '=', workshop.id).execute()
  await ctx.db.deleteFrom('workshop').where('id', '=', workshop.id).execute()
  forgetContacts(
    ctx.services.encryption,
    people.map(({ id }) => id),
  )
  auditCount(ctx, people.length)
  return { respondents: people.length }
}
