import type { Translations, TranslationText, translationList } from '@portico/shared/contract/translations'
import { questionsIn, titleIn } from '@portico/shared/rules/definition'
import type { z } from 'zod'
import type { RequestContext } from '../../infra/request-context.ts'
import { isTheirs, requireTheirs } from './scope.ts'
import { findTexts, type QuestionnaireTexts } from './questionnaire-texts.ts'
import { findWritten, textsIn, type WrittenText } from './translation-state.ts'

type ListItem = z.output<typeof translationList>[number]

const mostNames = 100

/** Every questionnaire, the one published last first, with how far each of its languages is that the caller may work on. */
export async function getTranslationList(ctx: RequestContext): Promise<ListItem[]> {
  const rows = await ctx.db
    .selectFrom('questionnaire')
    .select((select) => ['name', select.fn.max('id').as('newest')])
    .groupBy('name')
    .orderBy('newest', 'desc')
    .limit(mostNames)
    .execute()
  const items: ListItem[] = []
  for (const { name } of rows) {
    const item = listItem(await findTexts(ctx, name), await findWritten(ctx, name))
    items.push({ ...item, languages: item.languages.filter(({ language }) => isTheirs(ctx, language)) })
  }
  return items
}

function listItem(questionnaire: QuestionnaireTexts, written: readonly WrittenText[]): ListItem {
  const { definition } = questionnaire
  const languages = new Set([...definition.languages, ...written.map(({ language }) => language)])
  languages.delete(definition.defaultLanguage)
  return {
    ...headOf(questionnaire),
    language: definition.defaultLanguage,
    languages: [...languages].map((language) => ({
      language,
      isOffered: definition.languages.includes(language),
      ...countsOf(textsIn(questionnaire, language, written)),
    })),
  }
}

function headOf({ id, name, version, definition }: QuestionnaireTexts) {
  const title = titleIn(definition, definition.defaultLanguage)
  return { id, name, ...(title && { title }), version }
}

function countsOf(texts: readonly TranslationText[]) {
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
    signedOffBy: last?.signedOffBy ?? null,
    signedOffAt: last?.signedOffAt ?? null,
  }
}

/** The texts of a questionnaire's newest version beside their translations into one language. Throws `NOT_FOUND`. */
export async function getTranslations(ctx: RequestContext, { name, language }: { name: string; language: string }): Promise<Translations> {
  requireTheirs(ctx, language)
  const questionnaire = await findTexts(ctx, name)
  const { definition } = questionnaire
  return {
    ...headOf(questionnaire),
    mainLanguage: definition.defaultLanguage,
    language,
    isOffered: definition.languages.includes(language),
    texts: textsIn(questionnaire, language, await findWritten(ctx, name, language)),
    questions: questionsIn(definition, definition.defaultLanguage, false),
  }
}
