import type { Question } from '@portico/shared/contract/questionnaires'
import { identifierAt, questionStep, type DraftStep } from '../draft/draft-record.ts'
import { askedSteps, findStep, type Asked, type Step, type Unit } from './units.ts'

/** What is at a place of the questionnaire, and where Back and Continue lead. */
export type Route =
  | { readonly kind: 'start'; readonly units: readonly Unit[]; readonly next: DraftStep }
  | { readonly kind: 'step'; readonly units: readonly Unit[]; readonly step: Step; readonly back: DraftStep; readonly next: DraftStep }
  | { readonly kind: 'all'; readonly units: readonly Unit[] }
  | { readonly kind: 'review'; readonly units: readonly Unit[]; readonly back: DraftStep }

/**
 * Returns the route at a place, given all steps of these questions. A place is an identifier, so it is stable when width or language
 * changes.
 */
export function routeAt(questions: readonly Question[], all: readonly Step[], asked: Asked, place: DraftStep): Route {
  const steps = askedSteps(all, asked)
  const units = steps.flatMap((one) => one.units)
  const identifier = identifierAt(place)
  const step = identifier === undefined ? undefined : stepNear(questions, steps, identifier)
  if (step) {
    const at = steps.indexOf(step)
    return { kind: 'step', units, step, back: startOf(steps[at - 1]) ?? 'start', next: startOf(steps[at + 1]) ?? 'review' }
  }
  if (place === 'all') return { kind: 'all', units }
  if (place === 'review') return { kind: 'review', units, back: startOf(steps.at(-1)) ?? 'start' }
  return { kind: 'start', units, next: startOf(steps[0]) ?? 'review' }
}

/**
 * Returns the step of this question; if it is not asked, the step of the nearest asked question above; for an unknown question, the first
 * step.
 */
function stepNear(questions: readonly Question[], steps: readonly Step[], identifier: string): Step | undefined {
  const own = findStep(steps, identifier)
  if (own) return own
  const above = questions.slice(0, questions.findIndex((question) => question.identifier === identifier) + 1)
  const near = above.toReversed().find((question) => findStep(steps, question.identifier))
  return (near && findStep(steps, near.identifier)) ?? steps[0]
}

function startOf(step: Step | undefined): DraftStep | undefined {
  const unit = step?.units[0]
  return unit && questionStep(unit.question.identifier)
}
