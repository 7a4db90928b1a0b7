import { createHash } from 'node:crypto'
import type { Question } from '@portico/shared/contract/questionnaires'
import type { SourceKind, TextKind } from '@portico/shared/rules/translations'

/** A text to translate into one language, with its currently published translation. */
export interface SourceText {
  /** Stable for as long as the text exists. */
  readonly key: string
  readonly kind: TextKind
  /** The question, e-mail or part of a screen that it belongs to. */
  readonly identifier: string | undefined
  readonly source: string
  /** Empty: respondents read the main language. */
  readonly published: string
  /** Placeholders that a translation may omit, such as a count that it states in words. */
  readonly optionalPlaces?: string[]
}

/** A source of texts: a questionnaire by its name, the e-mails or the screens. */
export interface TextSource {
  readonly kind: SourceKind
  /** Id of the newest version of a questionnaire, otherwise 0. */
  readonly id: number
  readonly name: string
  readonly version: number
  readonly title: string | undefined
  readonly mainLanguage: string
  /** The languages that respondents can choose today, the main one included. */
  readonly languages: readonly string[]
  /** In the order in which respondents meet them, without those that are empty in the main language. */
  readonly textsIn: (language: string) => readonly SourceText[]
  /** The source text that this published translation was made from; undefined if unknown. */
  readonly madeFrom: (key: string, language: string) => string | undefined
  /** For context, in the main language. */
  readonly questions: readonly Question[]
}

/** Returns a digest by which a changed text is detected. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
