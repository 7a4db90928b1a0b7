import type { Question } from '@portico/shared/contract/questionnaires'
import { takesAnswer } from '@portico/shared/words/question-types'

/** A question together with the one that may follow from its answer; they are never apart. */
export interface Unit {
  readonly question: Question
  readonly followUp?: Question
}

/** What is shown at once. */
export interface Step {
  readonly section?: string
  readonly units: readonly Unit[]
  /** The place of its first unit among all, from 0. */
  readonly first: number
}

/** How many units a step has on a wide screen where the questionnaire has no sections. */
const unitsWithoutSections = 5

/** The questions in their order, each with its follow-up. */
export function unitsOf(questions: readonly Question[]): Unit[] {
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  const followUps = new Set(questions.flatMap((question) => question.followUp?.identifier ?? []))
  return questions
    .filter((question) => !followUps.has(question.identifier))
    .map((question) => ({ question, followUp: question.followUp && byIdentifier.get(question.followUp.identifier) }))
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

/** The step that holds this question or follow-up; the first when none does, as after a change of the questions. */
export function stepWith(steps: readonly Step[], identifier: string): Step | undefined {
  const holds = (unit: Unit) => unit.question.identifier === identifier || unit.followUp?.identifier === identifier
  return steps.find((step) => step.units.some(holds)) ?? steps[0]
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
