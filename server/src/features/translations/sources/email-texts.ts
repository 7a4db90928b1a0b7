import { emailSourceName } from '@portico/shared/rules/translations'
import { defaultLanguage, languageCodes, languageOf } from '@portico/shared/words/languages'
import { templateKinds, templateTexts, type TemplateKind } from '@portico/shared/words/message-templates'
import type { RequestContext } from '../../../infra/request-context.ts'
import { findVersions, shippedTexts } from '../../messages/template-versions/templates.ts'
import type { SourceText, TextSource } from './text-source.ts'

/** The e-mails to respondents as they leave now; their English may be an admin's own (shared/spec/contract.md#messages). */
export async function findEmailTexts(ctx: RequestContext): Promise<TextSource> {
  const versions = await findVersions(ctx)
  const newest = (kind: TemplateKind, language: string, until = Infinity) =>
    versions.find((one) => one.kind === kind && one.language === language && one.createdAt.getTime() <= until)
  const textOf = (kind: TemplateKind, key: string, language: string, until?: number) => {
    const code = languageOf(language)?.code
    return code === language ? ((newest(kind, code, until)?.texts ?? shippedTexts(kind, code))[key] ?? '') : ''
  }
  const textsIn = (language: string): SourceText[] =>
    emailKeys.map(({ kind, name }) => ({
      key: `${kind}/${name}`,
      kind: 'email',
      identifier: kind,
      source: textOf(kind, name, defaultLanguage),
      published: textOf(kind, name, language),
    }))
  return {
    kind: 'e-mails',
    id: 0,
    name: emailSourceName,
    version: 0,
    title: 'E-mails to respondents',
    mainLanguage: defaultLanguage,
    languages: languageCodes,
    textsIn,
    madeFrom(key, language) {
      const found = emailKeys.find(({ kind, name }) => key === `${kind}/${name}`)
      // What is shipped was translated from what is shipped.
      const own = found && newest(found.kind, language)
      return found && textOf(found.kind, found.name, defaultLanguage, own?.texts ? own.createdAt.getTime() : -Infinity)
    },
    questions: [],
  }
}

const emailKeys = templateKinds.flatMap((kind) => templateTexts[kind].map((name) => ({ kind, name })))
