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

/** The questions with the answers in place that their texts show. `wordsOf` says an answer in words. */
export function withAnswersIn(
  questions: readonly Question[],
  known: ReadonlyMap<string, string>,
  wordsOf: (question: Question, value: string) => string,
): Question[] {
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  const words = (identifier: string) => {
    const question = byIdentifier.get(identifier)
    const value = known.get(identifier) ?? ''
    return question && value !== '' ? wordsOf(question, value) : ''
  }
  return questions.map((question) => {
    const { questionText, hint } = question
    if (!`${questionText}${hint ?? ''}`.includes('${')) return question
    return { ...question, questionText: filledText(questionText, words), ...(hint && { hint: filledText(hint, words) }) }
  })
}

/** The questions as they read for someone of whom this is known (`knownAnswers`): answers in their texts, and only choices that are offered. */
export function asAnswered(...[questions, known, wordsOf]: Parameters<typeof withAnswersIn>): Question[] {
  return withAnswersIn(questions, known, wordsOf).map((question) => withOffered(question, (identifier) => known.get(identifier) ?? ''))
}
