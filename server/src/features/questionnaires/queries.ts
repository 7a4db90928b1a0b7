import { languageOf } from '@portico/shared/words/languages'
import { questionsIn, titleIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Page, Pagination } from '@portico/shared/contract/paging'
import type { Questionnaire, listItem } from '@portico/shared/contract/questionnaires'
import type { z } from 'zod'
import { isAdmin } from '@portico/shared/rules/accounts'
import { Failure } from '../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../infra/request-context.ts'
import { findNewest, findPublished, type Published } from './definitions.ts'

/**
 * Returns the newest version of a questionnaire, or the one with this id, in one language, as respondents see it: never with red-flag
 * rules. Throws `QUESTIONNAIRE_NOT_FOUND`.
 */
export async function getQuestionnaireInLanguage(
  ctx: RequestContext,
  { name, languageCode, id }: { name: string; languageCode: string; id?: number | undefined },
): Promise<Questionnaire> {
  const found = id === undefined ? await findNewest(ctx, name) : await findPublished(ctx, id)
  const published = found?.name === name ? found : undefined
  const language = published && matchLanguage(published.definition, languageCode)
  if (!published || !language) throw new Failure('QUESTIONNAIRE_NOT_FOUND')
  return { ...toQuestionnaire(published, language, false), ...(ctx.services.dropOff && { countsDropOff: true as const }) }
}

/**
 * Returns one version in one language for staff; falls back to another of its languages. Reasons for red answers, guidance and versions of
 * rules are included for those who review its red answers (shared/spec/access-matrix.md#reasons-for-red-answers). Throws `NOT_FOUND`.
 */
export async function getQuestionnaireForStaff(ctx: RequestContext, { id, code }: { id: number; code: string }): Promise<Questionnaire> {
  const published = await findPublished(ctx, id)
  if (!published) throw new Failure('NOT_FOUND')
  const language = matchLanguage(published.definition, code) ?? published.definition.defaultLanguage
  return toQuestionnaire(published, language, await mayReadReasons(ctx, id))
}

// Whoever also sees the flags of other cases in the database could conclude answers from the reasons of several versions.
async function mayReadReasons(ctx: RequestContext, questionnaireId: number): Promise<boolean> {
  const { id, roles } = callerOf(ctx)
  if (isAdmin(roles)) return true
  if (!roles.includes('AGENCY')) return false
  const assigned = await ctx.db
    .selectFrom('respondent')
    .innerJoin('agency_member', 'agency_member.agencyId', 'respondent.agencyId')
    .select('respondent.id')
    .where('agency_member.accountId', '=', id)
    .where('respondent.questionnaireId', '=', questionnaireId)
    // Nobody sees those who asked us to stop.
    .where('respondent.wrappedKey', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return assigned !== undefined
}

function toQuestionnaire({ id, name, version, definition }: Published, language: string, withReasons: boolean): Questionnaire {
  const title = titleIn(definition, language)
  return {
    id,
    name,
    ...(title && { title }),
    version,
    language,
    languages: [...definition.languages],
    questions: questionsIn(definition, language, withReasons),
  }
}

/** Returns the questionnaire's language that best matches the requested code; undefined if none does. */
export function matchLanguage({ languages }: Pick<QuestionnaireDefinition, 'languages'>, code: string): string | undefined {
  const wanted = code.toLowerCase()
  const exact = languages.find((language) => language.toLowerCase() === wanted)
  return exact ?? languages.find((language) => languageOf(language) !== undefined && languageOf(language) === languageOf(code))
}

/** Lists published versions, newest first. */
export async function listQuestionnaires(
  ctx: RequestContext,
  { pagination }: { pagination: Pagination },
): Promise<Page<z.output<typeof listItem>>> {
  const { offset, count: batchSize } = pagination
  const rows = await ctx.db
    .selectFrom('questionnaire')
    .leftJoin('account', 'account.id', 'questionnaire.uploadedById')
    .select(['questionnaire.id', 'questionnaire.name', 'version', 'languages', 'questionCount', 'uploadedAt', 'account.name as uploadedBy'])
    .orderBy('questionnaire.id', 'desc')
    .limit(batchSize)
    .offset(offset)
    .execute()
  const { count } = await ctx.db
    .selectFrom('questionnaire')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const items = rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString(), uploadedBy: row.uploadedBy ?? 'Portico' }))
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < count }, meta: { count } }
}
