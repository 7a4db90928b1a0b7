import { languageOf } from '@portico/shared/words/languages'
import { questionsIn, titleIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Page, Pagination } from '@portico/shared/contract/paging'
import type { Questionnaire, listItem } from '@portico/shared/contract/questionnaires'
import type { z } from 'zod'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext } from '../../infra/request-context.ts'
import { findNewest, findPublished, type Published } from './definitions.ts'

/**
 * Returns the newest version of a questionnaire in one language, as respondents see it: never with red-flag rules. Throws
 * `QUESTIONNAIRE_NOT_FOUND`.
 */
export async function getQuestionnaireInLanguage(
  ctx: RequestContext,
  { name, languageCode }: { name: string; languageCode: string },
): Promise<Questionnaire> {
  const published = await findNewest(ctx, name)
  const language = published && matchLanguage(published.definition, languageCode)
  if (!published || !language) throw new Failure('QUESTIONNAIRE_NOT_FOUND')
  return { ...toQuestionnaire(published, language, false), ...(ctx.services.dropOff && { countsDropOff: true as const }) }
}

/**
 * Returns one version in one language for staff, with the reasons for red answers; falls back to another of its languages. Throws
 * `NOT_FOUND`.
 */
export async function getQuestionnaireForStaff(ctx: RequestContext, { id, code }: { id: number; code: string }): Promise<Questionnaire> {
  const published = await findPublished(ctx, id)
  if (!published) throw new Failure('NOT_FOUND')
  return toQuestionnaire(published, matchLanguage(published.definition, code) ?? published.definition.defaultLanguage, true)
}

function toQuestionnaire({ id, name, version, definition }: Published, language: string, forStaff: boolean): Questionnaire {
  const title = titleIn(definition, language)
  return {
    id,
    name,
    ...(title && { title }),
    version,
    language,
    languages: [...definition.languages],
    questions: questionsIn(definition, language, forStaff),
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
