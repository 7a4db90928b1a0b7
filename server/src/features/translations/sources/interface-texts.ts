import { interfaceSourceName } from '@portico/shared/rules/translations'
import { defaultLanguage, languageCodes, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { keysIn, mayLeaveOutCount, originalOf, textsOf } from '@portico/shared/words/locale-files'
import { templateKinds, templateTexts } from '@portico/shared/words/message-templates'
import { locales } from '../../../infra/locales.ts'
import type { SourceText, TextSource } from './text-source.ts'

const english = textsOf(locales[defaultLanguage])
const emailTextKeys = new Set(templateKinds.flatMap((kind) => templateTexts[kind].map((key) => `mail.${kind}.${key}`)))

// Cached without expiry, because shipped texts change only with a release.
const known = new Map<LanguageCode, readonly SourceText[]>()

function textsIn(code: LanguageCode): readonly SourceText[] {
  const found = known.get(code)
  if (found) return found
  const shipped = textsOf(locales[code])
  const texts = keysIn(english, code)
    .filter((key) => !emailTextKeys.has(key))
    .map((key) => ({
      key,
      kind: 'interface' as const,
      identifier: key,
      source: originalOf(english, key),
      published: shipped.get(key) ?? '',
      ...(mayLeaveOutCount(english, code, key) && { optionalPlaces: ['{{count}}'] }),
    }))
  known.set(code, texts)
  return texts
}

/** The shipped texts of the screens, and of e-mails apart from what admins can write. */
export const interfaceTexts: TextSource = {
  kind: 'interface-texts',
  id: 0,
  name: interfaceSourceName,
  version: 0,
  title: 'Screens',
  mainLanguage: defaultLanguage,
  languages: languageCodes,
  textsIn(language) {
    const code = languageOf(language)?.code
    return code === language ? textsIn(code) : []
  },
  madeFrom: () => undefined,
  questions: [],
}

/**
 * Returns the locale file of a language for the next release, with these texts instead of the shipped ones; undefined for an unsupported
 * language.
 */
export function localeFileWith(language: string, texts: ReadonlyMap<string, string>): string | undefined {
  const code = languageOf(language)?.code
  if (code !== language) return undefined
  return `${JSON.stringify(withTexts(locales[code], '', texts), null, 2)}\n`
}

function withTexts(tree: object, path: string, texts: ReadonlyMap<string, string>): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, branch]: [string, unknown]) => {
      if (typeof branch === 'string') return [key, texts.get(path + key) ?? branch]
      return [key, typeof branch === 'object' && branch !== null ? withTexts(branch, `${path}${key}.`, texts) : branch]
    }),
  )
}
