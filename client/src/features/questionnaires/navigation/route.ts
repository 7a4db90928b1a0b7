import type { Question } from '@portico/shared/contract/questionnaires'
import { identifierAt, questionStep, type DraftStep } from '../draft/draft-record.ts'
import { stepsOf, stepWith, unitsOf, type Step, type Unit } from './units.ts'

/** What stands at a place of the questionnaire, and where Back and Continue lead from there. */
export type Route =
  | { readonly kind: 'start'; readonly units: readonly Unit[]; readonly next: DraftStep }
  | { readonly kind: 'step'; readonly units: readonly Unit[]; readonly step: Step; readonly back: DraftStep; readonly next: DraftStep }
  | { readonly kind: 'all'; readonly units: readonly Unit[] }
  | { readonly kind: 'review'; readonly units: readonly Unit[]; readonly back: DraftStep }

/** The route at this place. A place is an identifier, so it stays where it is when the width or the language changes. */
export function routeAt(questions: readonly Question[], place: DraftStep, wide: boolean): Route {
  const units = unitsOf(questions)
  const steps = stepsOf(units, wide)
  const identifier = identifierAt(place)
  const step = identifier === undefined ? undefined : stepWith(steps, identifier)
  if (step) {
    const at = steps.indexOf(step)
    return { kind: 'step', units, step, back: startOf(steps[at - 1]) ?? 'start', next: startOf(steps[at + 1]) ?? 'review' }
  }
  if (place === 'all') return { kind: 'all', units }
  if (place === 'review') return { kind: 'review', units, back: startOf(steps.at(-1)) ?? 'start' }
  return { kind: 'start', units, next: startOf(steps[0]) ?? 'review' }
}

function startOf(step: Step | undefined): DraftStep | undefined {
  const unit = step?.units[0]
  return unit && questionStep(unit.question.identifier)
}
