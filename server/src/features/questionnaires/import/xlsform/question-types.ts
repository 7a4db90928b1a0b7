import type { QuestionType } from '@portico/shared/words/question-types'
import { importProblems } from '@portico/shared/words/import-problems'

/** What a row of `survey` is, by its `type` cell. */
export type RowType =
  | { readonly kind: 'choice'; readonly list: string }
  | { readonly kind: 'text' | 'integer' | 'decimal' | 'date' | 'note' }
  | { readonly kind: 'beginGroup' | 'endGroup' }
  | { readonly kind: 'metadata'; readonly word: string }
  | { readonly kind: 'unsupported' }

/** The question type that a row becomes, or why its appearance does not fit (Q17). */
export type TypeOutcome =
  | { readonly type: QuestionType; readonly multiline?: true }
  | { readonly fault: string }
  | { readonly unsupported: true }

interface Meaning {
  readonly type: QuestionType
  readonly needs: RowType['kind']
}

const { Q17 } = importProblems
const metadataTypes = [
  'start',
  'end',
  'today',
  'deviceid',
  'username',
  'phonenumber',
  'email',
  'simserial',
  'subscriberid',
  'imei',
  'audit',
]
const choiceWord = /^(?:select_one|select one from|select one|select1)(?: (\S+))?$/i
const plainTypes: Readonly<Record<string, RowType>> = {
  text: { kind: 'text' },
  string: { kind: 'text' },
  integer: { kind: 'integer' },
  int: { kind: 'integer' },
  decimal: { kind: 'decimal' },
  date: { kind: 'date' },
  note: { kind: 'note' },
  begin_group: { kind: 'beginGroup' },
  end_group: { kind: 'endGroup' },
}
/**
 * The appearance words with a meaning, and the type a row needs for each (shared/spec/questionnaire-files.md#question-types-in-xlsform).
 */
const meanings: Readonly<Record<string, Meaning>> = {
  minimal: { type: 'dropDown', needs: 'choice' },
  'contact-language': { type: 'contactLanguage', needs: 'choice' },
  phone: { type: 'phoneNumber', needs: 'text' },
  email: { type: 'email', needs: 'text' },
  zip: { type: 'zip', needs: 'text' },
  multiline: { type: 'input', needs: 'text' },
  youtube: { type: 'youtube', needs: 'note' },
}
const neededType: Readonly<Record<string, string>> = { choice: 'select_one', text: 'text', note: 'note' }

/** What a row is, from its `type` cell in any accepted spelling. */
export function rowTypeOf(text: string): RowType {
  const choice = choiceWord.exec(text)
  if (choice) return { kind: 'choice', list: choice[1] ?? '' }
  const word = text.toLowerCase().replaceAll(' ', '_')
  if (Object.hasOwn(plainTypes, word)) return plainTypes[word] ?? { kind: 'unsupported' }
  return metadataTypes.includes(word) ? { kind: 'metadata', word } : { kind: 'unsupported' }
}

/** The question type of a row by its type, appearance and name; any text row named `email` asks for an e-mail address. */
export function questionTypeOf(row: RowType, appearance: string, name: string): TypeOutcome {
  const words = [...new Set(appearance.toLowerCase().split(' '))].filter((word) => Object.hasOwn(meanings, word))
  const [first, second] = words
  const meaning = first === undefined ? undefined : meanings[first]
  if (first !== undefined && second !== undefined) return { fault: Q17.two(first, second) }
  if (first !== undefined && meaning && meaning.needs !== row.kind) return { fault: Q17.fit(first, neededType[meaning.needs] ?? '') }
  const isEmail = row.kind === 'text' && name === 'email'
  if (isEmail && meaning && meaning.type !== 'email' && first !== undefined && first !== 'multiline')
    return { fault: Q17.two(first, 'email') }
  if (isEmail) return { type: 'email' }
  if (meaning) return first === 'multiline' ? { type: 'input', multiline: true } : { type: meaning.type }
  return plainTypeOf(row)
}

function plainTypeOf(row: RowType): TypeOutcome {
  switch (row.kind) {
    case 'choice':
      return { type: 'radio' }
    case 'text':
      return { type: 'input' }
    case 'integer':
    case 'decimal':
      return { type: 'numeric' }
    case 'date':
      return { type: 'date' }
    case 'note':
    case 'beginGroup':
    case 'endGroup':
    case 'metadata':
    case 'unsupported':
      return { unsupported: true }
  }
}
