import { questionsIn, titleIn, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { textsToTranslate, type TranslatableText } from '@portico/shared/rules/translations'
import { Failure } from '../../../infra/failure.ts'
import type { RequestContext, Services } from '../../../infra/request-context.ts'
import { findPublished } from '../../questionnaires/definitions.ts'
import type { TextSource } from './text-source.ts'

// A source that changed more versions ago than this no longer makes its translations stale.
const maxVersionsBack = 10

/** The newest version of a questionnaire and its texts. */
export interface QuestionnaireTexts extends TextSource {
  readonly definition: QuestionnaireDefinition
}

// Versions are immutable, so each process caches the newest of each name.
const cache = new WeakMap<Services['orm'], Map<string, QuestionnaireTexts>>()

/** Returns the texts of the newest version of this questionnaire. Throws `NOT_FOUND`. */
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
    .select('id')
    .where('name', '=', name)
    .where('version', '<=', newest.version)
    .orderBy('version', 'desc')
    .limit(maxVersionsBack)
    .execute()
  const definitions: QuestionnaireDefinition[] = []
  for (const { id } of rows) {
    const version = await findPublished(ctx, id)
    if (version) definitions.push(version.definition)
  }
  const [definition, ...older] = definitions
  if (!definition) throw new Failure('NOT_FOUND')
  const texts = textsToTranslate(definition)
  const { defaultLanguage, languages } = definition
  const opened: QuestionnaireTexts = {
    ...newest,
    kind: 'questionnaire',
    title: titleIn(definition, defaultLanguage),
    mainLanguage: defaultLanguage,
    languages,
    definition,
    textsIn: (language) =>
      texts.map(({ texts: all, ...text }) => ({ ...text, source: all[defaultLanguage] ?? '', published: all[language] ?? '' })),
    madeFrom: sourcesOf(definition, texts, older),
    questions: questionsIn(definition, defaultLanguage, false),
  }
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
