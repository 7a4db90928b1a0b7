import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Question } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import type { Services, RequestContext } from '../../infra/request-context.ts'
import { patterns } from './patterns.ts'

/** A published version, ready for use: it never changes, so each process keeps those it has met. */
export interface Published {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly definition: QuestionnaireDefinition
  /** The questions as respondents get them, in the default language; for checking answers. */
  readonly questions: readonly Question[]
}

const cache = new WeakMap<Services['orm'], Map<number, Published>>()

/** The version of this id; undefined when there is none. */
export async function findPublished(ctx: Pick<RequestContext, 'db' | 'services'>, id: number): Promise<Published | undefined> {
  const known = cache.get(ctx.services.orm) ?? new Map<number, Published>()
  cache.set(ctx.services.orm, known)
  const found = known.get(id)
  if (found) return found
  const row = await ctx.db
    .selectFrom('questionnaire')
    .select(['id', 'name', 'version', 'definition'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const published = { ...row, questions: questionsIn(row.definition, row.definition.defaultLanguage, false) }
  reportRefusedPatterns(ctx.services.log, published)
  known.set(id, published)
  return published
}

// A version may be older than today's rules for patterns. Anyone who answers such a question is told that the answer does not have the
// expected form, here as on their device; everything else of the version goes on.
function reportRefusedPatterns(log: Services['log'], { id, name, version, definition }: Published): void {
  const refused = definition.questions.filter(
    ({ constraint }) => constraint?.kind === 'pattern' && (patterns.sizeOf(constraint.pattern) ?? Infinity) > limits.patternSizeMax,
  )
  if (refused.length === 0) return
  const questions = refused.map(({ identifier }) => identifier)
  log.error({ questionnaire: { id, name, version }, questions }, 'this version has patterns that are no longer taken; publish a new one')
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

interface GivenAnswer {
  readonly identifier: string
  readonly value: string
}

/**
 * The language in which a respondent wants to hear from us: their answer to the questionnaire's question for it, else that of the
 * submission (shared/spec/contract.md#assignment).
 */
export async function contactLanguageOf(
  ctx: Pick<RequestContext, 'db' | 'services'>,
  { questionnaireId, language }: { readonly questionnaireId: number; readonly language: string },
  answers: readonly GivenAnswer[],
): Promise<string> {
  const published = await findPublished(ctx, questionnaireId)
  return (published && contactLanguageIn(published, answers)) ?? language
}

/** The answer to the question for the contact language; undefined without the question or an answer. */
export function contactLanguageIn({ definition }: Published, answers: readonly GivenAnswer[]): string | undefined {
  const languageQuestion = definition.questions.find((question) => question.type === 'contactLanguage')
  return (languageQuestion && answers.find((answer) => answer.identifier === languageQuestion.identifier)?.value) || undefined
}
