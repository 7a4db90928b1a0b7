import type { LanguageCode } from '@portico/shared/words/languages'
import type { TemplateKind, TemplateTexts } from '@portico/shared/words/message-templates'
import type { RequestContext } from '../../../infra/request-context.ts'
import type { MailLanguage } from '../words.ts'

/** Returns the latest published texts of a template in a language; undefined if the shipped ones are in use. */
export async function findPublishedTexts(
  ctx: RequestContext,
  kind: TemplateKind,
  language: LanguageCode,
): Promise<TemplateTexts | undefined> {
  const newest = await ctx.db
    .selectFrom('message_template')
    .select('texts')
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.texts ?? undefined
}

/** Returns the language with the texts of one template replaced. */
export function withTemplateTexts(language: MailLanguage, kind: TemplateKind, texts: TemplateTexts = {}): MailLanguage {
  return { ...language, words: { ...language.words, [kind]: { ...language.words[kind], ...texts } } }
}
