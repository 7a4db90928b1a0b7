import { describe, expect, test } from 'vitest'
import { languageCodes, languages, scriptLetters, type LanguageCode } from './languages.ts'
import { keysIn, mayLeaveOutCount, originalOf, textsOf } from './locale-files.ts'
import am from './locales/am.json' with { type: 'json' }
import ar from './locales/ar.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fa from './locales/fa.json' with { type: 'json' }
import hi from './locales/hi.json' with { type: 'json' }
import ko from './locales/ko.json' with { type: 'json' }
import pa from './locales/pa.json' with { type: 'json' }
import ps from './locales/ps.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }
import ru from './locales/ru.json' with { type: 'json' }
import tl from './locales/tl.json' with { type: 'json' }
import vi from './locales/vi.json' with { type: 'json' }
import yueHant from './locales/yue-Hant.json' with { type: 'json' }
import zhHans from './locales/zh-Hans.json' with { type: 'json' }

const files: Record<LanguageCode, object> = {
  en,
  es,
  vi,
  'zh-Hans': zhHans,
  'yue-Hant': yueHant,
  ko,
  tl,
  am,
  hi,
  pa,
  pt,
  fa,
  ps,
  ar,
  ru,
}
const translated = languages.filter(({ code }) => code !== 'en')
const english = textsOf(en)

/** Texts that are the same in other languages: names, and words shared with English. */
const names = new Set(['Portico', 'CET', 'OSSJ', 'SVCF', '© 2025 Portico'])
const shared: Partial<Record<LanguageCode, ReadonlySet<string>>> = {
  es: new Set(['Error', 'No']),
  tl: new Set(['Workshop', 'Email']),
  pt: new Set(['Menu']),
}

/** Latin words that are allowed in texts of another script. */
const latinWords = new Set('Portico CET OSSJ SVCF USCIS N PDF QR YouTube XLSX CSV GIF STOP HELP START name example com'.split(' '))

/** Letters that indicate another language of the same script. */
const foreignLetters: Partial<Record<LanguageCode, RegExp>> = {
  'zh-Hans': /[們個這時會來為與對關語裏裡嗎請說]/,
  'yue-Hant': /[们个这时会来为与对关语吗请说]/,
  fa: /[يكةۀټډړږښڼېۍ]/,
  ar: /[یکگپچژټډړږښڼېۍ]/,
  ps: /[ك]/,
}

describe.each(translated)('locale $englishName', ({ code, script }) => {
  const texts = textsOf(files[code])

  test('has exactly the texts that English has', () => {
    const wanted = new Set(keysIn(english, code))
    expect([...wanted].filter((key) => !texts.has(key))).toEqual([])
    expect([...texts.keys()].filter((key) => !wanted.has(key))).toEqual([])
  })

  test('writes numbers with the same digits as dates and counts', () => {
    expect([...texts].filter(([, text]) => /\p{Nd}/u.test(text.replaceAll(/[0-9]/g, ''))).map(([key]) => key)).toEqual([])
  })

  test('keeps the placeholders and marks of every text', () => {
    const changed = [...texts].filter(([key, text]) => {
      const original = originalOf(english, key)
      const counted = mayLeaveOutCount(english, code, key)
      return marksOf(text, counted) !== marksOf(original, counted)
    })
    expect(changed).toEqual([])
  })

  test('has no text that is still English, or empty', () => {
    const same = [...texts].filter(
      ([key, text]) => isWords(text) && originalOf(english, key) === text && !names.has(text) && !shared[code]?.has(text),
    )
    expect(same).toEqual([])
    expect([...texts].filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([])
    const half = [...texts].filter(([, text]) => /\b(the|and|your|with|this|please|you|are|of)\b/i.test(withoutMarks(text)))
    expect(half).toEqual([])
  })

  test('is written in its own script', () => {
    const strange = [...texts].filter(([, text]) => isWords(text) && !names.has(text) && !scriptLetters[script].test(text))
    expect(strange).toEqual([])
    if (script === 'Latn') return
    const latin = [...texts].flatMap(([key, text]) =>
      [...withoutMarks(text).matchAll(/\p{Script=Latin}+/gu)].filter(([word]) => !latinWords.has(word)).map(([word]) => `${key}: ${word}`),
    )
    expect(latin).toEqual([])
  })

  test('has no letters of another language with the same script', () => {
    const foreign = foreignLetters[code]
    expect([...texts].filter(([, text]) => foreign?.test(text))).toEqual([])
  })

  test('states who signed it off, or that nobody has', () => {
    const status = '_status' in files[code] ? files[code]._status : undefined
    const draft = { translation: 'draft', note: 'Unreviewed draft; must be signed off by a native speaker', signedOffBy: null }
    const signed = { translation: 'signed off', note: expect.any(String), signedOffBy: expect.stringMatching(/\S/) }
    expect([expect.objectContaining(draft), expect.objectContaining(signed)]).toContainEqual(status)
    expect(Object.keys(files[code])[0]).toBe('_status')
  })
})

test('every language has a locale file, and English has both forms of each plural', () => {
  expect(Object.keys(files).toSorted()).toEqual([...languageCodes].toSorted())
  const singulars = [...english.keys()].filter((key) => key.endsWith('_one'))
  expect(singulars.filter((key) => !english.has(key.replace(/_one$/, '_other')))).toEqual([])
})

/** Returns the `{{places}}` and `<marks>` of a text, sorted; with `counted`, without the count. */
function marksOf(text: string, counted: boolean): string {
  const marks = text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []
  return marks
    .filter((mark) => !(counted && mark === '{{count}}'))
    .toSorted()
    .join(' ')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\{\{\w+\}\}|<\/?\w+>/g, ' ')
}

function isWords(text: string): boolean {
  return /\p{Letter}/u.test(withoutMarks(text))
}
