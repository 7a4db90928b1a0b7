import { createHash } from 'node:crypto'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { textsToTranslate, type TranslatableText } from '@portico/shared/rules/translations'
import { Failure } from '../../infra/failure.ts'
import type { RequestContext, Services } from '../../infra/request-context.ts'

// A source that changed longer ago than this many versions is not called stale any more.
const versionsBack = 10

/** The newest version of a questionnaire with its texts, and from which source each published translation was made. */
export interface QuestionnaireTexts {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly definition: QuestionnaireDefinition
  readonly texts: readonly TranslatableText[]
  /** The source at the time when this published translation came; undefined for a text that is not translated. */
  readonly madeFrom: (key: string, language: string) => string | undefined
}

/** What tells whether a text is still the same. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// Versions never change: the newest of each name is read once by each process.
const cache = new WeakMap<Services['orm'], Map<string, QuestionnaireTexts>>()

/** The texts of the newest version of this name. Throws `NOT_FOUND`. */
export async function findTexts(ctx: RequestContext, name: string): Promise<QuestionnaireTexts> {
  const newest = await ctx.db
    .selectFrom('questionnaire')
    .select(['id', 'name', 'version'])
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) throw new Failure('NOT_FOUND')
  const known = cache.get(ctx.services.orm) ?? new Map<string, QuestionnaireTexts>()
  cache.set(ctx.services.orm, known)
  const found = known.get(name)
  if (found?.id === newest.id) return found
  const rows = await ctx.db
    .selectFrom('questionnaire')
    .select('definition')
    .where('name', '=', name)
    .where('version', '<=', newest.version)
    .orderBy('version', 'desc')
    .limit(versionsBack)
    .execute()
  const [definition, ...older] = rows.map((row) => row.definition)
  if (!definition) throw new Failure('NOT_FOUND')
  const texts = textsToTranslate(definition)
  const opened = { ...newest, definition, texts, madeFrom: sourcesOf(definition, texts, older) }
  known.set(name, opened)
  return opened
}

function sourcesOf(
  { languages, defaultLanguage }: QuestionnaireDefinition,
  texts: readonly TranslatableText[],
  older: readonly QuestionnaireDefinition[],
): QuestionnaireTexts['madeFrom'] {
  const earlier = older.map((definition) => ({
    defaultLanguage: definition.defaultLanguage,
    texts: new Map(textsToTranslate(definition).map((text) => [text.key, text.texts])),
  }))
  const sources = new Map<string, string>()
  for (const { key, texts: now } of texts) {
    for (const language of languages) {
      if (!now[language]) continue
      let source = now[defaultLanguage] ?? ''
      for (const before of earlier) {
        const then = before.texts.get(key)
        if (before.defaultLanguage !== defaultLanguage || then?.[language] !== now[language]) break
        source = then[defaultLanguage] ?? ''
      }
      sources.set(`${language} ${key}`, source)
    }
  }
  return (key, language) => sources.get(`${language} ${key}`)
}
