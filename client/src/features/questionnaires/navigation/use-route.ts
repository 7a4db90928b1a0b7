import type { Questionnaire } from '@portico/shared/contract/questionnaires'
import { asAnswered } from '@portico/shared/rules/answered-questions'
import { useMemo } from 'react'
import { answerWords } from '../../../words/answer-words.ts'
import type { DraftState } from '../draft/draft.ts'
import { todayHere } from '../fields/fault-words.ts'
import { routeAt } from './route.ts'
import { knownValues, stepsOf, mapQuestions, unitsOf, type Step, type Unit } from './units.ts'
import { useDropOff } from './use-drop-off.ts'
import { useWide } from './use-wide.ts'

/**
 * Returns the current route, and functions that insert the answers so far into question texts. Apply these only to what is on screen,
 * because all of this runs on every keystroke. Also reports drop-offs, if the program counts them.
 */
export function useRoute(questionnaire: Questionnaire, state: DraftState) {
  const { questions, language } = questionnaire
  const { answers, place } = state
  const wide = useWide()
  const steps = useMemo(() => stepsOf(unitsOf(questions), wide), [questions, wide])
  const known = knownValues(questions, answers, todayHere())
  const insertAnswers = asAnswered(questions, known, (question, value) => answerWords(question, value, language))
  const insertAnswersInUnits = (units: readonly Unit[]) => units.map((unit) => mapQuestions(unit, insertAnswers))
  const insertAnswersInStep = (step: Step): Step => {
    const read = insertAnswersInUnits(step.units)
    return { ...step, ...(step.section && { section: read[0]?.question.section }), units: read }
  }
  const route = routeAt(questions, steps, known, place)
  useDropOff(questionnaire, state, route.kind === 'step' ? route.step : undefined)
  return { route, insertAnswers, insertAnswersInUnits, insertAnswersInStep }
}
