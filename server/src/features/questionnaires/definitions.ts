import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Question } from '@portico/shared/contract/questionnaires'
import type { Services, RequestContext } from '../../infra/request-context.ts'

/** A published version, ready for use: it never changes, so each process keeps those it has met. */
export interface Published {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly definition: QuestionnaireDefinition
  /** The questions as respondents get them, in the default language; for checking answers. */
  readonly questions: readonly Question[]
}

const kept = new WeakMap<Services['orm'], Map<number, Published>>()

/** The version of this id; undefined when there is none. */
export async function findPublished(ctx: Pick<RequestContext, 'db' | 'services'>, id: number): Promise<Published | undefined> {
  const known = kept.get(ctx.services.orm) ?? new Map<number, Published>()
  kept.set(ctx.services.orm, known)
  const found = known.get(id)
  if (found) return found
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select(['id', 'name', 'version', 'definition'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const published = { ...row, questions: questionsIn(row.definition, row.definition.defaultLanguage, false) }
  known.set(id, published)
  return published
}

/** The newest version of this name; undefined when there is none. */
export async function findNewest(ctx: Pick<RequestContext, 'db' | 'services'>, name: string): Promise<Published | undefined> {
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select('id')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && findPublished(ctx, row.id)
}
