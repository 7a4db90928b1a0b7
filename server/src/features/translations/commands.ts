import type { PublishTranslations, SaveTranslations, TranslationText, publishedTranslations } from '@portico/shared/contract/translations'
import type { QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { faultsOfTranslation, keepsPlaces, withTranslations } from '@portico/shared/rules/translations'
import { sql, type Insertable } from 'kysely'
import type { z } from 'zod'
import { Failure } from '../../infra/failure.ts'
import { lock } from '../../infra/postgres/locks.ts'
import { inAuditedTransaction, inReadContext } from '../../infra/postgres/transaction.ts'
import { callerOf, type Database, type HttpContext, type RequestContext } from '../../infra/request-context.ts'
import { auditSubject } from '../../infra/security/audit/audit.ts'
import { publish } from '../questionnaires/commands.ts'
import { findPublished } from '../questionnaires/definitions.ts'
import { findTemplate } from '../questionnaires/sealed-definitions.ts'
import { readBack } from '../questionnaires/versions/read-back.ts'
import { maySignOff, requireLanguage } from './scope.ts'
import { findGlossary } from './glossary.ts'
import { findSource } from './sources/find-source.ts'
import { findTexts, type QuestionnaireTexts } from './sources/questionnaire-texts.ts'
import { digestOf } from './sources/text-source.ts'
import { findWrittenTexts, refuseUnseen, textsIn } from './translation-state.ts'

/**
 * Saves translations, all or none, without publishing them. Throws `NOT_FOUND` for an unknown questionnaire or text or a language that the
 * caller does not work on, `FORBIDDEN` for signing off without the right to, `TRANSLATION_CHANGED` if somebody else changed one of them
 * since, and `PLACES_CHANGED` or `TERMS_CHANGED` for signing off a text without the placeholders of its source or a term of the glossary.
 */
export async function saveTranslations(
  ctx: RequestContext,
  { name, language, texts }: SaveTranslations,
): Promise<{ texts: TranslationText[] }> {
  requireLanguage(ctx, language)
  if (texts.some(({ signedOff }) => signedOff) && !maySignOff(callerOf(ctx))) throw new Failure('FORBIDDEN')
  const from = await findSource(ctx, name)
  if (language === from.mainLanguage) throw new Failure('NOT_FOUND')
  await lock(ctx.db, 'translations', `${name} ${language}`)
  const current = new Map(textsIn(from, language, await findWrittenTexts(ctx, name, language)).map((text) => [text.key, text]))
  const rows = texts.map((wanted) => ({ wanted, now: current.get(wanted.key) ?? notFound() }))
  if (rows.some(({ wanted, now }) => wanted.revision !== now.revision)) throw new Failure('TRANSLATION_CHANGED')
  const signed = rows.filter(({ wanted }) => wanted.signedOff && wanted.text !== '')
  refuseFaulty(
    signed.map(({ wanted, now }) => ({ ...now, text: wanted.text })),
    (await findGlossary(ctx)).terms,
  )
  const caller = callerOf(ctx)
  const values = rows.map(({ wanted: { key, text, sourceDigest, revision, signedOff }, now }) => ({
    questionnaireName: name,
    language,
    textKey: key,
    text,
    sourceDigest,
    replacedDigest: digestOf(now.published),
    revision: revision + 1,
    writtenById: caller.id,
    writtenAt: ctx.now,
    signedOffById: signedOff && text !== '' ? caller.id : null,
    signedOffAt: signedOff && text !== '' ? ctx.now : null,
  }))
  for (let start = 0; start < values.length; start += 1_000) await store(ctx, values.slice(start, start + 1_000))
  auditSubject(ctx, from.kind === 'questionnaire' ? 'questionnaire' : 'texts', from.id || name)
  const keys = new Set(texts.map(({ key }) => key))
  return { texts: textsIn(from, language, await findWrittenTexts(ctx, name, language)).filter(({ key }) => keys.has(key)) }
}

/**
 * Throws `PLACES_CHANGED` or `TERMS_CHANGED` unless all these texts have the placeholders of their source and the terms of the glossary.
 */
export function refuseFaulty(texts: readonly TranslationText[], terms: readonly string[]): void {
  if (texts.some((text) => !keepsPlaces(text, text.text))) throw new Failure('PLACES_CHANGED')
  if (texts.some((text) => faultsOfTranslation(text, text.text, terms).changedTerms.length > 0)) throw new Failure('TERMS_CHANGED')
}

function notFound(): never {
  throw new Failure('NOT_FOUND')
}

type NewRow = Insertable<Database['translation']>

// Signing off an unchanged text does not change its author.
async function store(ctx: RequestContext, values: readonly NewRow[]): Promise<void> {
  await ctx.db
    .insertInto('translation')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['questionnaireName', 'language', 'textKey']).doUpdateSet((row) => ({
        text: row.ref('excluded.text'),
        sourceDigest: row.ref('excluded.sourceDigest'),
        replacedDigest: row.ref('excluded.replacedDigest'),
        revision: row.ref('excluded.revision'),
        signedOffById: row.ref('excluded.signedOffById'),
        signedOffAt: row.ref('excluded.signedOffAt'),
        writtenById: sql<number>`case when translation.text = excluded.text then translation.written_by_id else excluded.written_by_id end`,
        writtenAt: sql<Date>`case when translation.text = excluded.text then translation.written_at else excluded.written_at end`,
      })),
    )
    .execute()
}

/**
 * Publishes the written texts of these languages as the next version of the questionnaire, checked like an upload of its files
 * (shared/spec/questionnaire-files.md#translations). Throws `NOT_FOUND`, `TRANSLATION_CHANGED` if `id` is not the newest version (any more)
 * or the texts are not what was `seen`, `TRANSLATION_UNCHANGED`, `TRANSLATION_INCOMPLETE` for a new language with missing texts,
 * `PLACES_CHANGED`, `TERMS_CHANGED`, and what uploads throw, `QUESTION_FILE_ERROR` also if the files would not hold the questionnaire.
 */
export async function publishTranslations(http: HttpContext, input: PublishTranslations): Promise<z.output<typeof publishedTranslations>> {
  const { name, definition, template } = await inReadContext(http, 'translations.publishTranslations', (ctx) => translate(ctx, input))
  // Files are read before the transaction begins, because that may take seconds.
  const checked = await readBack(http, name, definition, template)
  return inAuditedTransaction(http, 'translations.publishTranslations', async (ctx) => {
    await lock(ctx.db, 'questionnaireVersions', name)
    await refuseUnlessNewest(ctx, name, input.id)
    return { ...(await publish(ctx, name, { definition: checked.definition, template })), warnings: [...checked.warnings] }
  })
}

async function translate(ctx: RequestContext, { id, languages, seen }: PublishTranslations) {
  const { name } = (await findPublished(ctx, id)) ?? notFound()
  await refuseUnlessNewest(ctx, name, id)
  const questionnaire = await findTexts(ctx, name)
  const written = await findWrittenTexts(ctx, name)
  const { terms } = await findGlossary(ctx)
  let translated: QuestionnaireDefinition = questionnaire.definition
  for (const language of new Set(languages)) {
    const texts = textsIn(questionnaire, language, written)
    refuseUnseen(language, texts, seen)
    translated = withTranslations(
      translated,
      { code: language, name: nameOf(language) },
      newTexts(questionnaire, { language, texts, terms }),
    )
  }
  return { name, definition: translated, template: await findTemplate(ctx, id) }
}

interface Written {
  readonly language: string
  readonly texts: readonly TranslationText[]
  readonly terms: readonly string[]
}

function newTexts({ languages }: QuestionnaireTexts, { language, texts, terms }: Written): ReadonlyMap<string, string> {
  const changed = texts.filter(({ text, published }) => text !== published)
  if (changed.length === 0) throw new Failure('TRANSLATION_UNCHANGED')
  if (!languages.includes(language) && texts.some(({ text }) => text === '')) throw new Failure('TRANSLATION_INCOMPLETE')
  refuseFaulty(
    changed.filter(({ text }) => text !== ''),
    terms,
  )
  return new Map(changed.map(({ key, text }) => [key, text]))
}

async function refuseUnlessNewest(ctx: RequestContext, name: string, id: number): Promise<void> {
  if ((await findTexts(ctx, name)).id !== id) throw new Failure('TRANSLATION_CHANGED')
}

function nameOf(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}
