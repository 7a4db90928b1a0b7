/** A supported language. `code` is a BCP 47 tag; `direction` is for the element that contains the text. */
export interface Language {
  readonly code: string
  readonly englishName: string
  readonly nativeName: string
  readonly script: string
  readonly direction: 'ltr' | 'rtl'
  readonly alternativeCodes: readonly string[]
}

/** The 15 languages of the interface, of messages and of Citizenship Day 2025 (shared/spec/product.md#languages). */
export const languages = [
  { code: 'en', englishName: 'English', nativeName: 'English', script: 'Latn', direction: 'ltr', alternativeCodes: [] },
  { code: 'es', englishName: 'Spanish', nativeName: 'Español', script: 'Latn', direction: 'ltr', alternativeCodes: [] },
  { code: 'vi', englishName: 'Vietnamese', nativeName: 'Tiếng Việt', script: 'Latn', direction: 'ltr', alternativeCodes: [] },
  {
    code: 'zh-Hans',
    englishName: 'Mandarin',
    nativeName: '普通话',
    script: 'Hans',
    direction: 'ltr',
    alternativeCodes: ['cmn-Hans', 'zh-CN'],
  },
  {
    code: 'yue-Hant',
    englishName: 'Cantonese',
    nativeName: '廣東話',
    script: 'Hant',
    direction: 'ltr',
    alternativeCodes: ['zh-Hant-HK', 'zh-Hant'],
  },
  { code: 'ko', englishName: 'Korean', nativeName: '한국어', script: 'Kore', direction: 'ltr', alternativeCodes: [] },
  { code: 'tl', englishName: 'Tagalog', nativeName: 'Tagalog', script: 'Latn', direction: 'ltr', alternativeCodes: ['fil'] },
  { code: 'am', englishName: 'Amharic', nativeName: 'አማርኛ', script: 'Ethi', direction: 'ltr', alternativeCodes: [] },
  { code: 'hi', englishName: 'Hindi', nativeName: 'हिन्दी', script: 'Deva', direction: 'ltr', alternativeCodes: [] },
  { code: 'pa', englishName: 'Punjabi', nativeName: 'ਪੰਜਾਬੀ', script: 'Guru', direction: 'ltr', alternativeCodes: ['pa-Guru'] },
  {
    code: 'pt',
    englishName: 'Portuguese',
    nativeName: 'Português',
    script: 'Latn',
    direction: 'ltr',
    alternativeCodes: ['pt-PT', 'pt-BR'],
  },
  { code: 'fa', englishName: 'Persian', nativeName: 'فارسی', script: 'Arab', direction: 'rtl', alternativeCodes: ['fa-AF', 'prs'] },
  { code: 'ps', englishName: 'Pashto', nativeName: 'پښتو', script: 'Arab', direction: 'rtl', alternativeCodes: [] },
  { code: 'ar', englishName: 'Arabic', nativeName: 'العربية', script: 'Arab', direction: 'rtl', alternativeCodes: [] },
  { code: 'ru', englishName: 'Russian', nativeName: 'Русский', script: 'Cyrl', direction: 'ltr', alternativeCodes: [] },
] as const satisfies readonly Language[]

export type LanguageCode = (typeof languages)[number]['code']
export const languageCodes: readonly LanguageCode[] = languages.map((language) => language.code)
export const defaultLanguage: LanguageCode = 'en'

/** Returns the language of this tag: by exact code, alternative code, or the same primary subtag; undefined if none matches. */
export function languageOf(tag: string): (typeof languages)[number] | undefined {
  const wanted = tag.toLowerCase()
  const fits = (code: string) => code.toLowerCase() === wanted
  const exact = languages.find((language) => fits(language.code) || language.alternativeCodes.some(fits))
  if (exact) return exact
  const [primary, second] = wanted.split('-')
  if (primary === 'zh') {
    const traditional = second === 'hant' || second === 'hk' || second === 'tw' || second === 'mo'
    return languages.find((language) => language.code === (traditional ? 'yue-Hant' : 'zh-Hans'))
  }
  return languages.find((language) =>
    [language.code, ...language.alternativeCodes].some((code) => code.toLowerCase().split('-')[0] === primary),
  )
}

/** Returns the base direction of text in the language of this tag; left to right for unknown languages. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languageOf(tag)?.direction ?? 'ltr'
}

/** Matches a letter of each script; a text without one is not written in it. */
export const scriptLetters: Record<(typeof languages)[number]['script'], RegExp> = {
  Latn: /\p{Script=Latin}/u,
  Hans: /\p{Script=Han}/u,
  Hant: /\p{Script=Han}/u,
  Kore: /\p{Script=Hangul}/u,
  Ethi: /\p{Script=Ethiopic}/u,
  Deva: /\p{Script=Devanagari}/u,
  Guru: /\p{Script=Gurmukhi}/u,
  Arab: /\p{Script=Arabic}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
}
