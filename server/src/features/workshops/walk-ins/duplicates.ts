import { isWelcome } from '@portico/shared/rules/flags'
import { isSameName } from '@portico/shared/rules/names'
import type { FindLikelyDuplicates, LikelyDuplicate } from '@portico/shared/contract/walk-ins'
import { sql } from 'kysely'
import { auditRespondents } from '../../../infra/security/audit/audit.ts'
import { mailboxForm, phoneForm } from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactsOf, idsIn } from '../../responses/listing/search.ts'
import { atDoorOf, inScope } from '../../responses/scope.ts'

const maxShown = 5
const endDigits = 4

/**
 * Returns respondents of a workshop who may be the same person, most matches first: phone and e-mail are compared by keyed hash, names
 * regardless of word order. Throws like the other check-in calls (shared/spec/contract.md#walk-ins).
 */
export async function findLikelyDuplicates(ctx: RequestContext, input: FindLikelyDuplicates): Promise<LikelyDuplicate[]> {
  const scope = await atDoorOf(ctx, input.name)
  const { encryption } = ctx.services
  const contacts = await contactsOf(ctx, await idsIn(ctx, scope))
  const sameName = [...contacts].flatMap(([id, { fullName }]) => (isSameName(fullName, input.fullName) ? id : []))
  const phoneHash = input.phoneNumber ? encryption.lookupHash('phone', phoneForm(input.phoneNumber)) : null
  const emailHash = input.email ? encryption.lookupHash('email', mailboxForm(input.email)) : null
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'currentFlag', 'phoneHash', 'emailHash'])
    .where(inScope(scope))
    .where((where) =>
      where.or([
        where('phoneHash', '=', phoneHash),
        where('emailHash', '=', emailHash),
        where('id', '=', sql<number>`any(${sql.val(sameName)}::bigint[])`),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
  const found = rows
    .map((row) => ({
      anonymousId: row.anonymousId,
      fullName: contacts.get(row.id)?.fullName ?? '',
      phoneEnd: contacts.get(row.id)?.phoneNumber?.slice(-endDigits) ?? null,
      green: isWelcome(row.currentFlag),
      matches: [
        ...(phoneHash && row.phoneHash?.equals(phoneHash) ? (['phone'] as const) : []),
        ...(emailHash && row.emailHash?.equals(emailHash) ? (['email'] as const) : []),
        ...(sameName.includes(row.id) ? (['name'] as const) : []),
      ],
    }))
    .sort((one, other) => other.matches.length - one.matches.length)
    .slice(0, maxShown)
  auditRespondents(
    ctx,
    found.map(({ anonymousId }) => anonymousId),
  )
  return found
}
