import { questionsIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import type { Question } from '@portico/shared/contract/questionnaires'
import type { Deps, Work } from '../../infra/work.ts'

/** A published version, ready for use: it never changes, so each process keeps those it has met. */
export interface Published {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly definition: QuestionnaireDefinition
  /** The questions as respondents get them, in the default language; for checking answers. */
  readonly questions: readonly Question[]
}

const kept = new WeakMap<Deps['orm'], Map<number, Published>>()

/** The version of this id; undefined when there is none. */
export async function findPublished(work: Pick<Work, 'db' | 'deps'>, id: number): Promise<Published | undefined> {
  const known = kept.get(work.deps.orm) ?? new Map<number, Published>()
  kept.set(work.deps.orm, known)
  const found = known.get(id)
  if (found) return found
  const row = await work.db
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
export async function findNewest(work: Pick<Work, 'db' | 'deps'>, name: string): Promise<Published | undefined> {
  const row = await work.db
    .selectFrom('questionnaire')
    .select('id')
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && findPublished(work, row.id)
}
