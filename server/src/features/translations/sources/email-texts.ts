import { emailSourceName } from '@portico/shared/rules/translations'
import { defaultLanguage, languageCodes, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { templateKinds, templateTexts, type TemplateKind } from '@portico/shared/words/message-templates'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findVersions, shippedTexts } from '../../messages/template-versions/templates.ts'
import type { SourceText, TextSource } from './text-source.ts'

/** Returns the current texts of e-mails to respondents; admins may have changed their English (shared/spec/contract.md#messages). */
export async function findEmailTexts(ctx: RequestContext): Promise<TextSource> {
  const versions = await findVersions(ctx)
  const newest = (kind: TemplateKind, language: string, until = Infinity) =>
    versions.find((one) => one.kind === kind && one.language === language && one.createdAt.getTime() <= until)
  const textOf = (kind: TemplateKind, key: string, language: LanguageCode, until?: number) =>
    (newest(kind, language, until)?.texts ?? shippedTexts(kind, language))[key] ?? ''
  const textsIn = (language: string): SourceText[] => {
    const code = languageOf(language)?.code
    if (code !== language) return []
    return emailKeys.map(({ kind, name }) => ({
      key: `${kind}/${name}`,
      kind: 'email',
      identifier: kind,
      source: textOf(kind, name, defaultLanguage),
      published: textOf(kind, name, code),
    }))
  }
  return {
    kind: 'e-mails',
    id: 0,
    name: emailSourceName,
    version: 0,
    title: 'Emails to respondents',
    mainLanguage: defaultLanguage,
    languages: languageCodes,
    textsIn,
    madeFrom(key, language) {
      const found = emailKeys.find(({ kind, name }) => key === `${kind}/${name}`)
      // Shipped translations were made from the shipped English.
      const own = found && newest(found.kind, language)
      return found && textOf(found.kind, found.name, defaultLanguage, own?.texts ? own.createdAt.getTime() : -Infinity)
    },
    questions: [],
  }
}

const emailKeys = templateKinds.flatMap((kind) => templateTexts[kind].map((name) => ({ kind, name })))
