import { isWelcome } from '@portico/shared/rules/flags'
import { isSameNameAs } from '@portico/shared/rules/names'
import { duplicateMatches, type FindLikelyDuplicates, type LikelyDuplicate } from '@portico/shared/contract/walk-ins'
import { sql } from 'kysely'
import { auditSearch, maxNamedRespondents } from '../../../infra/security/audit/audit.ts'
import { mailboxForm, phoneForm } from '../../../infra/security/sealed-respondent.ts'
import type { RequestContext } from '../../../infra/request-context.ts'
import { contactsOf } from '../../responses/listing/contact-cache.ts'
import { idsByName } from '../../responses/listing/search.ts'
import { atDoorOf, inScope } from '../../responses/scope.ts'

const maxShown = 5
const endDigits = 4

/**
 * Returns respondents of a workshop who may be the same person, most matches first: phone and e-mail are compared by keyed hash, names
 * regardless of word order. The audit entry covers all who match, not only those returned. Throws like the other check-in calls (shared/spec/contract.md#walk-ins).
 */
export async function findLikelyDuplicates(ctx: RequestContext, input: FindLikelyDuplicates): Promise<LikelyDuplicate[]> {
  const scope = await atDoorOf(ctx, input.name)
  const { encryption } = ctx.services
  const sameName = await idsByName(ctx, scope, isSameNameAs(input.fullName))
  const phoneHash = input.phoneNumber ? encryption.lookupHash('phone', phoneForm(input.phoneNumber)) : null
  const emailHash = input.email ? encryption.lookupHash('email', mailboxForm(input.email)) : null
  const phone = sql<boolean>`coalesce(phone_hash = ${phoneHash}::bytea, false)`
  const email = sql<boolean>`coalesce(email_hash = ${emailHash}::bytea, false)`
  const name = sql<boolean>`(respondent.id = any(${sql.val(sameName)}::bigint[]))`
  const rows = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'currentFlag', phone.as('phone'), email.as('email'), name.as('name')])
    .select(sql<string>`count(*) over ()`.as('count'))
    .where(inScope(scope))
    .where((where) => where.or([where('phoneHash', '=', phoneHash), where('emailHash', '=', emailHash), name]))
    .orderBy(sql`${phone}::int + ${email}::int + ${name}::int`, 'desc')
    .orderBy('id', 'desc')
    .limit(maxNamedRespondents)
    .execute()
  auditSearch(
    ctx,
    [input.fullName, input.phoneNumber ?? '', input.email ?? ''].join('\n'),
    rows.map(({ anonymousId }) => anonymousId),
    Number(rows[0]?.count ?? 0),
  )
  const shown = rows.slice(0, maxShown)
  const contacts = await contactsOf(
    ctx,
    shown.map(({ id }) => id),
  )
  return shown.map((row) => ({
    anonymousId: row.anonymousId,
    fullName: contacts.get(row.id)?.fullName ?? '',
    phoneEnd: contacts.get(row.id)?.phoneNumber?.slice(-endDigits) ?? null,
    green: isWelcome(row.currentFlag),
    matches: duplicateMatches.filter((match) => row[match]),
  }))
}
