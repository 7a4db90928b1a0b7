import type { Question } from '../contract/questionnaires.ts'
import { literal } from '../words/formatted-text.ts'

const reference = /\$\{\s*([^{}]+?)\s*\}/g
// A first strong isolate around what is put in: an answer in another script leaves the order of the words around it alone.
const [isolate, end] = ['\u2068', '\u2069']

/** The identifiers of the answers that a text shows (shared/spec/questionnaire-files.md#texts). */
export function namesInText(text: string): string[] {
  return [...text.matchAll(reference)].map(([, name = '']) => name)
}

/** The text with the answers that it shows; dots stand where there is none. An answer is put in as it is written: its marks emphasize nothing. */
export function filledText(text: string, wordsOf: (identifier: string) => string): string {
  if (!text.includes('${')) return text
  return text.replace(reference, (_, name: string) => `${isolate}${literal(wordsOf(name)) || '…'}${end}`)
}

/** The same question with the choices alone that the earlier answer allows. */
export function withOffered(question: Question, answerTo: (identifier: string) => string): Question {
  const { options, optionsBy } = question
  if (!options || optionsBy === undefined) return question
  const answer = answerTo(optionsBy)
  const wanted = new Set([answer, ...answer.split(' ')])
  return { ...question, options: options.filter(({ offeredFor = '' }) => offeredFor !== '' && wanted.has(offeredFor)) }
}

/** Says an answer in words. */
export type WordsOf = (question: Question, value: string) => string

/** How a question reads with the answers in place that its texts show. It is asked for one question at a time: a screen has few of many. */
export function withAnswersIn(
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
    const filled = (text: string) => filledText(text, words)
    return {
      ...question,
      questionText: filled(questionText),
      ...(hint && { hint: filled(hint) }),
      ...(section && { section: filled(section) }),
    }
  }
}

/**
 * How a question reads for someone of whom this is known (`knownAnswers`): with answers in its texts, and with those choices alone that are
 * offered.
 */
export function asAnswered(...[questions, known, wordsOf]: Parameters<typeof withAnswersIn>): (question: Question) => Question {
  const read = withAnswersIn(questions, known, wordsOf)
  return (question) => withOffered(read(question), (identifier) => known.get(identifier) ?? '')
}
