import type { Question } from '@portico/shared/contract/questionnaires'
import { knownAnswers } from '@portico/shared/rules/answers'
import { takesAnswer } from '@portico/shared/words/question-types'

/** A question with the notes above it and its follow-up; they are always shown together. */
export interface Unit {
  readonly notes?: readonly Question[]
  readonly question: Question
  readonly followUp?: Question
}

/** The questions that are asked. */
export type Asked = Pick<ReadonlySet<string>, 'has'>

/** What one page shows. */
export interface Step {
  readonly section?: string
  readonly units: readonly Unit[]
  /** Index of its first unit among all units, from 0. */
  readonly first: number
}

/** Units per step on a wide screen if the questionnaire has no sections. */
const unitsWithoutSections = 5

/** Returns the questions in order, each with its follow-up. Notes belong to the next question; notes at the end are separate units. */
export function unitsOf(questions: readonly Question[]): Unit[] {
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  const followUps = new Set(questions.flatMap((question) => question.followUp?.identifier ?? []))
  const units: Unit[] = []
  let notes: Question[] = []
  for (const question of questions) {
    if (followUps.has(question.identifier) || question.questionType === 'calculate') continue
    if (question.questionType === 'note') {
      notes.push(question)
      continue
    }
    const followUp = question.followUp && byIdentifier.get(question.followUp.identifier)
    units.push({ ...(notes.length > 0 && { notes }), question, followUp })
    notes = []
  }
  return [...units, ...notes.map((question) => ({ question }))]
}

/** Returns the known values of the questions that are asked, given the answers so far, by identifier. */
export function knownValues(questions: readonly Question[], answers: Readonly<Record<string, string>>, today: string): Map<string, string> {
  const values = new Map(Object.entries(answers).map(([identifier, value]) => [identifier, value.trim()]))
  return knownAnswers(questions, values, today)
}

/**
 * Removes units that are not asked. Units never move to another step when answers change; a note moves on to the next question that is
 * asked.
 */
export function askedSteps(steps: readonly Step[], asked: Asked): Step[] {
  const isAsked = (question: Question) => asked.has(question.identifier)
  let waiting: Question[] = []
  let first = 0
  const left: Step[] = []
  for (const step of steps) {
    const units: Unit[] = []
    for (const { notes = [], ...unit } of step.units) {
      waiting.push(...notes.filter(isAsked))
      if (!isAsked(unit.question)) continue
      units.push(waiting.length > 0 ? { ...unit, notes: waiting } : unit)
      waiting = []
    }
    if (units.length > 0) left.push({ ...step, units, first })
    first += units.length
  }
  return waiting.length === 0 ? left : [...left, { units: waiting.map((question) => ({ question })), first }]
}

/** Groups units into steps: one each on a phone; on a wide screen a section or, without sections, a fixed number of units. */
export function stepsOf(units: readonly Unit[], wide: boolean): Step[] {
  const sectioned = units.some((unit) => unit.question.section)
  const steps: { section?: string; units: Unit[]; first: number }[] = []
  for (const [first, unit] of units.entries()) {
    const { section } = unit.question
    const step = steps.at(-1)
    const joins = step && wide && (sectioned ? step.section === section : step.units.length < unitsWithoutSections)
    if (joins) step.units.push(unit)
    else steps.push({ section, units: [unit], first })
  }
  return steps
}

/** Returns the step that contains this question or follow-up, if any. */
export function findStep(steps: readonly Step[], identifier: string): Step | undefined {
  const holds = (unit: Unit) => unit.question.identifier === identifier || unit.followUp?.identifier === identifier
  return steps.find((step) => step.units.some(holds))
}

/** Returns the questions of this unit that are asked, given the answers so far. */
export function askedQuestions({ question, followUp }: Unit, answers: Readonly<Record<string, string>>): Question[] {
  const asks = followUp && question.followUp?.showWhen.includes(answers[question.identifier] ?? '')
  return asks ? [question, followUp] : [question]
}

/** Returns whether the question takes an answer; a video does not. */
export function isAnswerable(question: Question): boolean {
  return takesAnswer(question.questionType)
}

/** Applies `read` to every question of a unit. */
export function mapQuestions({ notes, question, followUp }: Unit, read: (question: Question) => Question): Unit {
  return { ...(notes && { notes: notes.map(read) }), question: read(question), ...(followUp && { followUp: read(followUp) }) }
}
