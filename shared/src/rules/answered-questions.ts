import type { Question } from '../contract/questionnaires.ts'
import { literal } from '../words/formatted-text.ts'

const reference = /\$\{\s*([^{}]+?)\s*\}/g
// A first strong isolate around an inserted answer, so that an answer in another script does not reorder the surrounding text.
const [isolate, end] = ['\u2068', '\u2069']

/** Returns the identifiers of the answers that a text shows (shared/spec/questionnaire-files.md#texts). */
export function namesInText(text: string): string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name)
}

/** Returns the text with the answers it shows inserted, or dots where there is none. Formatting marks in an answer are shown literally. */
export function insertAnswers(text: string, wordsOf: (identifier: string) => string): string {
  if (!text.includes('${')) return text
  return text.replace(reference, (_, name: string) => `${isolate}${literal(wordsOf(name)) || '…'}${end}`)
}

/** Returns the question with only the choices that the earlier answer allows. */
export function withOfferedOptions(question: Question, answerTo: (identifier: string) => string): Question {
  const { options, optionsBy } = question
  if (!options || optionsBy === undefined) return question
  const answer = answerTo(optionsBy)
  const wanted = new Set([answer, ...answer.split(' ')])
  return { ...question, options: options.filter(({ offeredFor = '' }) => offeredFor !== '' && wanted.has(offeredFor)) }
}

/** Formats an answer for display. */
export type WordsOf = (question: Question, value: string) => string

/** Returns a function that inserts answers into the texts of a question. It runs per question, because a screen shows few of many. */
export function withInsertedAnswers(
  questions: readonly Question[],
  known: ReadonlyMap<string, string>,
  wordsOf: WordsOf,
): (question: Question) => Question {
  const words = (identifier: string) => {
    const value = known.get(identifier) ?? ''
    const question = value === '' ? undefined : questions.find((one) => one.identifier === identifier)
    return question ? wordsOf(question, value) : ''
  }
  return (question) => {
    const { questionText, hint, section } = question
    if (![questionText, hint, section].some((text) => text?.includes('${'))) return question
    const filled = (text: string) => insertAnswers(text, words)
    return {
      ...question,
      questionText: filled(questionText),
      ...(hint && { hint: filled(hint) }),
      ...(section && { section: filled(section) }),
    }
  }
}

/**
 * Returns a function that adapts a question to what is known of someone (`knownAnswers`): with answers in its texts, and only the choices
 * that are offered.
 */
export function asAnswered(...[questions, known, wordsOf]: Parameters<typeof withInsertedAnswers>): (question: Question) => Question {
  const read = withInsertedAnswers(questions, known, wordsOf)
  return (question) => withOfferedOptions(read(question), (identifier) => known.get(identifier) ?? '')
}
