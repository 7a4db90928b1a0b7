import type { Glossary, SaveGlossary } from '@portico/shared/contract/translations'
import { legalTerms } from '@portico/shared/words/legal-terms'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'

/** Returns the terms that stay untranslated in every language; the shipped ones until an admin saves a list. */
export async function findGlossary(ctx: RequestContext): Promise<Glossary> {
  const newest = await ctx.db
    .selectFrom('glossary')
    .innerJoin('account', 'account.id', 'glossary.savedById')
    .select(['version', 'terms', 'glossary.savedAt', 'account.name as savedBy'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return { version: 0, terms: [...legalTerms], savedBy: null, savedAt: null }
  return { ...newest, savedAt: newest.savedAt.toISOString() }
}

/** Saves the whole list. Throws `TRANSLATION_CHANGED` if its newest version is no longer `basedOn`. */
export async function saveGlossary(ctx: RequestContext, { terms, basedOn }: SaveGlossary): Promise<Glossary> {
  const isNewest = (await findGlossary(ctx)).version === basedOn
  const version = basedOn + 1
  const stored =
    isNewest &&
    (await ctx.db
      .insertInto('glossary')
      .values({ version, terms: [...new Set(terms)], savedAt: ctx.now, savedById: callerOf(ctx).id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst())
  if (!stored) throw new Failure('TRANSLATION_CHANGED')
  auditSubject(ctx, 'glossary', version)
  return findGlossary(ctx)
}
