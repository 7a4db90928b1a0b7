import { noteRespondents, note } from '../../infra/audit.ts'
import { Failure } from '../../infra/failure.ts'
import type { Work } from '../../infra/work.ts'

/** Gives a respondent to another agency. Throws `NOT_FOUND` for either, `ALREADY_SET` when it is theirs already. */
export async function assignRespondent(
  work: Work,
  input: { respondent: { anonymousId: string }; agencyId: number },
): Promise<Record<string, never>> {
  const { anonymousId } = input.respondent
  const agency = await work.db.selectFrom('agency').select('id').where('id', '=', input.agencyId).executeTakeFirst()
  const respondent = await work.db
    .selectFrom('respondent')
    .select(['id', 'agencyId'])
    .where('anonymousId', '=', anonymousId)
    .forUpdate()
    .executeTakeFirst()
  if (!agency || !respondent) throw new Failure('NOT_FOUND')
  if (respondent.agencyId === agency.id) throw new Failure('ALREADY_SET', 'This agency has the case already.')
  noteRespondents(work, [anonymousId])
  note(work, 'agency', agency.id)
  await work.db.updateTable('respondent').set({ agencyId: agency.id, assignedAt: work.now }).where('id', '=', respondent.id).execute()
  return {}
}
