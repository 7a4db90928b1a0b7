import { createHash } from 'node:crypto'
import type { Question } from '@portico/shared/contract/questionnaires'
import type { SourceKind, TextKind } from '@portico/shared/rules/translations'

/** A text to translate into one language, beside what respondents read in it today. */
export interface SourceText {
  /** Stable while the text is what it is. */
  readonly key: string
  readonly kind: TextKind
  /** What it belongs to: a question, an e-mail, a part of a screen. */
  readonly identifier: string | undefined
  readonly source: string
  /** Empty: they read the main language. */
  readonly published: string
  /** Places that a translation may leave out: a count that it says in words. */
  readonly optionalPlaces?: string[]
}

/** Where texts come from: a questionnaire by its name, the e-mails or the screens. */
export interface TextSource {
  readonly kind: SourceKind
  /** Id of the newest version of a questionnaire, else 0. */
  readonly id: number
  readonly name: string
  readonly version: number
  readonly title: string | undefined
  readonly mainLanguage: string
  /** Those that respondents can choose today, the main one included. */
  readonly languages: readonly string[]
  /** In the order in which people meet them; those that the main language leaves empty are left out. */
  readonly textsIn: (language: string) => readonly SourceText[]
  /** The source at the time when this published translation came; undefined where that is not known. */
  readonly madeFrom: (key: string, language: string) => string | undefined
  /** For context, in the main language. */
  readonly questions: readonly Question[]
}

/** What tells whether a text is still the same. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
