import type { MessageTemplate, SaveTemplate, TemplateDraft, TemplateList, TemplatePreview } from '@portico/shared/contract/messages'
import { sizeOfText } from '@portico/shared/rules/text-segments'
import { languageCodes, type LanguageCode } from '@portico/shared/words/languages'
import { templateKinds, templateTexts, type TemplateKind, type TemplateTexts } from '@portico/shared/words/message-templates'
import { Failure } from '../../../infra/failure.ts'
import { callerOf, type RequestContext } from '../../../infra/request-context.ts'
import { auditSubject } from '../../../infra/security/audit/audit.ts'
import { locales } from '../../../infra/locales.ts'
import { enqueueTemplateTest } from '../commands.ts'
import { sampleWorkshop, writeTextMessage, writeTemplate } from '../queries.ts'
import { mailLanguage } from '../words.ts'
import { findPublishedTexts } from './published-texts.ts'

interface TemplateRef {
  readonly kind: TemplateKind
  readonly language: LanguageCode
}

/** Returns each e-mail to respondents in each language, with its newest version (shared/spec/contract.md#messages). */
export async function listTemplates(ctx: RequestContext): Promise<TemplateList> {
  const rows = await findVersions(ctx)
  return templateKinds.flatMap((kind) =>
    languageCodes.map((language) => {
      const newest = rows.find((row) => row.kind === kind && row.language === language)
      if (!newest) return { kind, language, version: 0, by: null, createdAt: null, own: false }
      const { version, by, createdAt, texts } = newest
      return { kind, language, version, by, createdAt: createdAt.toISOString(), own: texts !== null }
    }),
  )
}

/** Returns the current texts of an e-mail in a language, and every version of them. */
export async function getTemplate(ctx: RequestContext, { kind, language }: TemplateRef): Promise<MessageTemplate> {
  const shipped = { version: 0, by: null, createdAt: null, texts: shippedTexts(kind, language) }
  const rows = (await findVersions(ctx)).filter((row) => row.kind === kind && row.language === language)
  const published = rows.map(({ version, by, createdAt, texts }) => ({
    version,
    by,
    createdAt: createdAt.toISOString(),
    texts: { ...shipped.texts, ...texts },
  }))
  const versions = [...published, shipped]
  const { version, texts } = versions[0] ?? shipped
  return { kind, language, version, texts, versions }
}

/** Renders the e-mail and the text message with these texts, or the current ones, for the default workshop and no particular respondent. */
export async function previewTemplate(ctx: RequestContext, { kind, language: tag, texts }: TemplateDraft): Promise<TemplatePreview> {
  const written = { kind, texts: texts ?? (await findPublishedTexts(ctx, kind, tag)), workshop: await sampleWorkshop(ctx) }
  const language = mailLanguage([tag])
  const { subject, text } = writeTemplate(language, written)
  const short = writeTextMessage(language, written)
  return { subject, text, short: { text: short.text, ...sizeOfText(short.text) } }
}

/**
 * Publishes texts, which are used in every e-mail sent from then on. Throws `INVALID_REQUEST` if another version was published since
 * `basedOn`.
 */
export async function saveTemplate(ctx: RequestContext, { kind, language, texts, basedOn }: SaveTemplate): Promise<{ version: number }> {
  const newest = (await getTemplate(ctx, { kind, language })).version
  const version = basedOn + 1
  const stored =
    newest === basedOn &&
    (await ctx.db
      .insertInto('message_template')
      .values({ kind, language, version, texts, createdAt: ctx.now, createdById: callerOf(ctx).id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst())
  if (!stored) throw new Failure('INVALID_REQUEST', 'Somebody else published another version meanwhile. Reload to see it.')
  auditSubject(ctx, 'message template', `${kind}.${language}.${version}`)
  return { version }
}

/** Sends the e-mail with these texts, or the current ones, to the caller only. */
export async function sendTemplateTest(ctx: RequestContext, { kind, language, texts }: TemplateDraft): Promise<Record<string, never>> {
  const { email } = await ctx.db.selectFrom('account').select('email').where('id', '=', callerOf(ctx).id).executeTakeFirstOrThrow()
  const used = texts ?? (await findPublishedTexts(ctx, kind, language))
  await enqueueTemplateTest(ctx, { to: email, template: kind, language, texts: used })
  return {}
}

/** Returns every published version, newest first within each e-mail and language. */
export function findVersions({ db }: RequestContext) {
  return db
    .selectFrom('message_template')
    .innerJoin('account', 'account.id', 'message_template.createdById')
    .select(['kind', 'language', 'version', 'texts', 'message_template.createdAt', 'account.name as by'])
    .orderBy('version', 'desc')
    .execute()
}

/** Returns the texts that an e-mail has by default, until others are published. */
export function shippedTexts(kind: TemplateKind, language: LanguageCode): TemplateTexts {
  const words: Readonly<Record<string, string>> = locales[language].mail[kind]
  return Object.fromEntries(templateTexts[kind].map((key) => [key, words[key] ?? '']))
}
