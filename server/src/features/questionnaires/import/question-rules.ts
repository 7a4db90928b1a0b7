import type { AnswerTest } from '@portico/shared/contract/conditions'
import { inLanguage, type QuestionDefinition, type QuestionnaireDefinition } from '@portico/shared/rules/definition'
import { hiddenCharacterIn, visibleForm } from '@portico/shared/rules/labels'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { findLanguageCode, formatLanguage, isLanguageCode } from './file-languages.ts'
import type { FileLocation, Problem } from './problems.ts'

/** The content of a question file: the questions and their locations, for warnings. */
export interface QuestionFileContent {
  readonly definition: QuestionnaireDefinition
  readonly locations: ReadonlyMap<string, FileLocation>
}

const { Q09, C02, C04, W15, W16 } = importProblems

/**
 * Explains why a name cannot be an identifier; undefined if it can (Q09): 1 to 80 visible characters that the export template does not use.
 */
export function nameFault(name: string): string | undefined {
  if (name === '') return Q09.missing
  if (name.startsWith('$')) return Q09.dollar(name)
  if ([...name].length > 80) return Q09.long(name)
  if (!/^[^\s.{}"\p{C}\p{Z}]+$/u.test(name)) return Q09.malformed(name)
  return name in {} ? Q09.reserved(name) : undefined
}

/** Whether the text can be the stored value of a choice (C02). */
export function isChoiceName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.-]{1,64}$/u.test(name)
}

/**
 * Explains why a text cannot be a stored value in the one-sheet-per-language layout; undefined if it can (C02): any text of 1 to 64
 * characters without a comma.
 */
export function storedValueFault(value: string): string | undefined {
  if (value === '') return C02.missingValue
  if (value.includes('|')) return C02.reservedValue(value)
  return [...value].length > 64 ? C02.longValue(value) : undefined
}

/**
 * Whether a question directly below another may have its number (Q21): a text that is asked only for some of its choices, such as "other".
 */
export function mayShareNumber(
  { type, askedWhen }: Pick<QuestionDefinition, 'type' | 'askedWhen'>,
  above: Pick<QuestionDefinition, 'identifier' | 'options'>,
): boolean {
  const isChoiceAbove = ({ identifier, op, not }: AnswerTest) =>
    identifier === above.identifier && !not && (op === '=' || op === 'selected')
  return type === 'input' && above.options !== undefined && askedWhen !== undefined && askedWhen.every((tests) => tests.some(isChoiceAbove))
}

/** Parses the `required` column; undefined if it is not understood (Q13). */
export function parseRequired(text: string): boolean | undefined {
  if (/^(yes|true|true\(\)|1)$/i.test(text)) return true
  return /^(no|false|false\(\)|0|)$/i.test(text) ? false : undefined
}

/** Explains why the value of a contact language is not a language code; undefined if it is (C04). */
export function contactLanguageFault(value: string): string | undefined {
  return isLanguageCode(value) ? undefined : C04.code(value, findLanguageCode(value))
}

/** Whether the text is the https URL of a YouTube video (Q18). */
export function isYoutubeAddress(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, pathname, searchParams, username, port } = new URL(text)
  if (protocol !== 'https:' || username !== '' || port !== '') return false
  const host = hostname.replace(/^(www|m)\./, '')
  const video = /^[\w-]{6,20}$/
  if (host === 'youtu.be') return video.test(pathname.slice(1))
  if (host !== 'youtube.com' && host !== 'youtube-nocookie.com') return false
  if (pathname === '/watch') return video.test(searchParams.get('v') ?? '')
  return /^\/(embed|shorts|live|v)\/[\w-]{6,20}\/?$/.test(pathname)
}

/** Warns about choices that respondents can mistake for each other: they look the same (W15), or a label hides or reorders text (W16). */
export function confusingLabels({ definition, locations }: QuestionFileContent): Problem[] {
  return definition.questions.flatMap((question): Problem[] => {
    const location = locations.get(question.identifier)
    if (!location) return []
    return definition.languages.flatMap((code) =>
      confusingLabelsIn(question, code, definition).map((problem): Problem => ({ ...location, ...problem })),
    )
  })
}

/** Returns at most one warning of each kind. */
function confusingLabelsIn(
  { identifier, options = [] }: QuestionDefinition,
  code: string,
  { defaultLanguage, languageNames }: QuestionnaireDefinition,
): Pick<Problem, 'code' | 'message'>[] {
  const language = formatLanguage({ code, name: languageNames[code] ?? code })
  const seen = new Map<string, string>()
  const found = new Map<Problem['code'], string>()
  for (const { value, label, offeredFor = '' } of options) {
    const key = JSON.stringify([offeredFor, visibleForm(inLanguage(label, code, defaultLanguage))])
    const other = seen.get(key)
    const hidden = hiddenCharacterIn(label[code] ?? '')
    if (other === undefined) seen.set(key, value)
    else if (!found.has('W15')) found.set('W15', W15.same(other, value, identifier, language))
    if (hidden !== undefined && !found.has('W16')) found.set('W16', W16.hidden(hidden, value, identifier, language))
  }
  return [...found].map(([problem, message]) => ({ code: problem, message }))
}
