import type { Translations, TranslationText, translationList } from '@portico/shared/contract/translations'
import { emailSourceName, interfaceSourceName } from '@portico/shared/rules/translations'
import type { z } from 'zod'
import type { RequestContext } from '../../infra/request-context.ts'
import { worksOnLanguage, requireLanguage } from './scope.ts'
import { findGlossary } from './glossary.ts'
import { findSource } from './sources/find-source.ts'
import type { TextSource } from './sources/text-source.ts'
import { digestOfUnpublished, findWrittenTexts, textsIn, type WrittenText } from './translation-state.ts'

type ListItem = z.output<typeof translationList>[number]

const maxNames = 100

/**
 * Lists all questionnaires, the last published first, then the e-mails and the screens, with the progress of each language that the caller
 * works on.
 */
export async function getTranslationList(ctx: RequestContext): Promise<ListItem[]> {
  const rows = await ctx.db
    .selectFrom('questionnaire')
    .select((select) => ['name', select.fn.max('id').as('newest')])
    .groupBy('name')
    .orderBy('newest', 'desc')
    .limit(maxNames)
    .execute()
  const items: ListItem[] = []
  for (const name of [...rows.map((row) => row.name), emailSourceName, interfaceSourceName])
    items.push(listItem(ctx, await findSource(ctx, name), await findWrittenTexts(ctx, name)))
  return items
}

function listItem(ctx: RequestContext, from: TextSource, written: readonly WrittenText[]): ListItem {
  const languages = new Set([...from.languages, ...written.map(({ language }) => language)])
  languages.delete(from.mainLanguage)
  return {
    ...sourceHeader(from),
    language: from.mainLanguage,
    languages: [...languages]
      .filter((language) => worksOnLanguage(ctx, language))
      .map((language) => ({
        language,
        isOffered: from.languages.includes(language),
        ...stateOf(textsIn(from, language, written)),
      })),
  }
}

function sourceHeader({ kind, id, name, title, version }: TextSource) {
  return { kind, id, name, ...(title && { title }), version }
}

function stateOf(texts: readonly TranslationText[]) {
  const inState = (state: TranslationText['state']) => texts.filter((text) => text.state === state).length
  const signed = texts.filter((text) => text.signedOffAt !== null)
  const last = signed.toSorted((one, other) => (one.signedOffAt ?? '').localeCompare(other.signedOffAt ?? '')).at(-1)
  return {
    texts: texts.length,
    missing: inState('missing'),
    stale: texts.filter(({ stale }) => stale).length,
    draft: inState('draft'),
    signedOff: inState('signed-off'),
    unpublished: texts.filter(({ text, published }) => text !== published).length,
    digest: digestOfUnpublished(texts),
    signedOffBy: last?.signedOffBy ?? null,
    signedOffAt: last?.signedOffAt ?? null,
  }
}

/** Returns the texts of a source with their translations into one language. Throws `NOT_FOUND`. */
export async function getTranslations(ctx: RequestContext, { name, language }: { name: string; language: string }): Promise<Translations> {
  requireLanguage(ctx, language)
  const from = await findSource(ctx, name)
  return {
    ...sourceHeader(from),
    mainLanguage: from.mainLanguage,
    language,
    isOffered: from.languages.includes(language),
    texts: textsIn(from, language, await findWrittenTexts(ctx, name, language)),
    questions: [...from.questions],
    terms: (await findGlossary(ctx)).terms,
  }
}
