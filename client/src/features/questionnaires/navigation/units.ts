import type { Question } from '@portico/shared/contract/questionnaires'
import { knownAnswers } from '@portico/shared/rules/answers'
import { takesAnswer } from '@portico/shared/words/question-types'

/** A question together with the notes above it and the one that may follow from its answer; they are never apart. */
export interface Unit {
  readonly notes?: readonly Question[]
  readonly question: Question
  readonly followUp?: Question
}

/** Which questions are asked. */
export type Asked = Pick<ReadonlySet<string>, 'has'>

/** What is shown at once. */
export interface Step {
  readonly section?: string
  readonly units: readonly Unit[]
  /** The place of its first unit among all, from 0. */
  readonly first: number
}

/** How many units a step has on a wide screen where the questionnaire has no sections. */
const unitsWithoutSections = 5

/** The questions in their order, each with its follow-up. Notes stand with the question after them; those at the end stand alone. */
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

/** What is known of the questions that are asked, given the answers so far, by identifier. */
export function knownNow(questions: readonly Question[], answers: Readonly<Record<string, string>>, today: string): Map<string, string> {
  const values = new Map(Object.entries(answers).map(([identifier, value]) => [identifier, value.trim()]))
  return knownAnswers(questions, values, today)
}

/**
 * The steps without what is not asked. Steps hold the same questions whatever is asked, so that nothing moves to another page while someone
 * answers; a note goes on to the next question that is asked.
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

/** One unit per step on a phone; on a wide screen a section, or a handful of units where there are no sections. */
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

/** The step that holds this question or follow-up, if one does. */
export function stepWith(steps: readonly Step[], identifier: string): Step | undefined {
  const holds = (unit: Unit) => unit.question.identifier === identifier || unit.followUp?.identifier === identifier
  return steps.find((step) => step.units.some(holds))
}

/** The questions of this unit that are asked, given the answers so far. */
export function askedIn({ question, followUp }: Unit, answers: Readonly<Record<string, string>>): Question[] {
  const asks = followUp && question.followUp?.showWhen.includes(answers[question.identifier] ?? '')
  return asks ? [question, followUp] : [question]
}

/** Whether this question takes an answer; a video does not. */
export function isAnswerable(question: Question): boolean {
  return takesAnswer(question.questionType)
}

/** A unit whose questions read as `read` says. */
export function unitRead({ notes, question, followUp }: Unit, read: (question: Question) => Question): Unit {
  return { ...(notes && { notes: notes.map(read) }), question: read(question), ...(followUp && { followUp: read(followUp) }) }
}
