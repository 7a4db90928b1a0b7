import { hasAnswer } from '@portico/shared/words/question-types'
import type { CalculationStep } from '@portico/shared/contract/conditions'
import { namesInTest, type Condition } from '@portico/shared/rules/conditions'
import type { Localized, QuestionDefinition } from '@portico/shared/rules/definition'
import { nearest } from '@portico/shared/rules/nearest'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { parseCalculation } from '../../constraints/calculation.ts'
import { combineConditions, parseCondition } from '../../constraints/condition.ts'
import {
  createValueReader,
  comparisonsIn,
  operationsIn,
  impossibleIn,
  impossibleInWords,
} from '../../constraints/impossible-comparisons.ts'
import { contradictionsIn, sameForAllAnswers } from '../../constraints/contradictions/contradictions.ts'
import { doubtsAbout, partsThatNeverHold } from '../../constraints/doubtful-operations.ts'
import type { FileLocation, Problem } from '../../problems.ts'
import type { TableRow } from '../../table.ts'
import type { QuestionRow, Survey } from './survey-row.ts'

/** A question whose number is not yet known. */
export type UnnumberedQuestion = Omit<QuestionDefinition, 'questionNumber'>

/** State carried from row to row. */
export interface SurveyState {
  readonly survey: Survey
  readonly questions: { question: UnnumberedQuestion; readonly row: TableRow }[]
  readonly rowOfName: Map<string, TableRow>
  /** The open groups: their row, heading, and condition combined with those of the groups around it. */
  readonly groups: { readonly row: TableRow; readonly label: Localized | undefined; readonly condition: Condition | undefined }[]
  readonly skipped: Set<string>
  /** Names of rejected rows; problems that follow from them are not reported. */
  readonly refused: Set<string>
  /** The question in the row directly above, if any. */
  above: QuestionRow | undefined
}

const { Q14, Q24, Q26 } = importProblems

/** Returns the location of a cell of this row. */
export function surveyLocation({ table, columns }: Survey, row: TableRow, base: string): FileLocation {
  return table.at(row.number, columns.plain.get(base)?.column ?? 1)
}

/** Reports values of a condition that are not choices of the question (Q14). */
export function refuseUnknownChoices(
  { survey }: SurveyState,
  row: TableRow,
  { identifier, options }: UnnumberedQuestion,
  values: readonly string[],
): void {
  const unknown = values.filter((value) => options && options.length > 0 && !options.some((option) => option.value === value))
  for (const value of unknown) {
    const message = Q14.choice(value, identifier)
    survey.findings.problems.push({ ...surveyLocation(survey, row, 'relevant'), code: 'Q14', message })
  }
}

function knownQuestions({ questions }: SurveyState): ReadonlyMap<string, UnnumberedQuestion> {
  return new Map(questions.map(({ question }) => [question.identifier, question]))
}

/** Returns the condition in this row combined with those of the groups around it. */
export function combinedCondition(reading: SurveyState, row: TableRow, relevant: string): Condition | undefined {
  const own = relevant === '' ? undefined : readCondition(reading, row, relevant)
  return bothConditions(reading, row, [conditionAround(reading), own])
}

/** Combines two conditions with `and`; refuses what is too long (Q14). */
export function bothConditions(
  { survey }: SurveyState,
  row: TableRow,
  [one, other]: readonly [Condition | undefined, Condition | undefined],
): Condition | undefined {
  if (!one || !other) return one ?? other
  const both = combineConditions(one, other)
  if (typeof both !== 'string') return both
  survey.findings.problems.push({ ...surveyLocation(survey, row, 'relevant'), code: 'Q14', message: both })
  return undefined
}

function conditionAround({ groups }: SurveyState): Condition | undefined {
  return groups.at(-1)?.condition
}

/** Parses a `relevant` cell; it may only refer to questions above and to their choices (Q14). */
export function readCondition(reading: SurveyState, row: TableRow, text: string): Condition | undefined {
  const { survey, refused } = reading
  const condition = parseCondition(text)
  const refuse = (message: string) => {
    survey.findings.problems.push({ ...surveyLocation(survey, row, 'relevant'), code: 'Q14', message })
  }
  if (typeof condition === 'string') {
    refuse(condition)
    return undefined
  }
  const known = knownQuestions(reading)
  const reported = new Set<string>()
  for (const test of condition.flat()) {
    for (const name of namesInTest(test)) {
      const question = known.get(name)
      if (reported.has(name) || refused.has(name)) continue
      if (question === undefined) refuse(Q14.above(name, nearest(name, [...known.keys()])))
      else if (!hasAnswer(question.type)) refuse(Q14.noAnswer(name))
      reported.add(name)
    }
  }
  const comparisons = comparisonsIn(condition)
  const valuesOf = createValueReader(known)
  for (const impossible of impossibleIn(comparisons, known, valuesOf)) refuse(impossibleInWords(impossible, Q14))
  const { never, partly } = contradictionsIn(condition, known, { askedWhen: conditionAround(reading) })
  for (const { why, text } of never) refuse(why === 'never' ? Q14.never(text) : Q14.notAsked(text))
  warn(survey, row, 'relevant', [...doubtsAbout(comparisons, known, valuesOf), ...partsThatNeverHold(partly)])
  return condition
}

/** Parses a `calculation` cell into steps; it may only refer to questions above (Q26). Undefined on rows without a calculation. */
export function readCalculation(reading: SurveyState, row: TableRow, type: QuestionDefinition['type']): CalculationStep[] | undefined {
  const { survey, refused } = reading
  const text = survey.cells.code(row, survey.columns.plain.get('calculation')?.column)
  const refuse = (message: string): undefined => {
    survey.findings.problems.push({ ...surveyLocation(survey, row, 'calculation'), code: 'Q26', message })
  }
  if (type !== 'calculate') return text === '' ? undefined : refuse(Q26.only(type))
  if (text === '') return refuse(Q26.missing)
  const steps = parseCalculation(text)
  if (typeof steps === 'string') return refuse(steps)
  const known = knownQuestions(reading)
  for (const name of new Set(steps.flatMap((step) => ('answerTo' in step ? step.answerTo : [])))) {
    const question = known.get(name)
    if (refused.has(name)) continue
    if (!question) refuse(Q26.above(name, nearest(name, [...known.keys()])))
    else if (!hasAnswer(question.type)) refuse(Q26.noAnswer(name))
  }
  const operations = operationsIn(steps)
  const valuesOf = createValueReader(known)
  for (const impossible of impossibleIn(operations, known, valuesOf)) refuse(impossibleInWords(impossible, Q26))
  for (const text of sameForAllAnswers(operations, known)) refuse(Q26.never(text))
  warn(survey, row, 'calculation', doubtsAbout(operations, known, valuesOf))
  return steps
}

function warn(survey: Survey, row: TableRow, column: string, warnings: readonly Pick<Problem, 'code' | 'message'>[]): void {
  for (const warning of warnings) survey.findings.warnings.push({ ...surveyLocation(survey, row, column), ...warning })
}

/** Explains why a text in the current row cannot show this answer (Q24); undefined if it can. */
export function referenceFault({ questions, refused }: SurveyState, name: string): string | undefined {
  if (refused.has(name)) return undefined
  const known = questions.map(({ question }) => question)
  const asked = known.find(({ identifier }) => identifier === name)
  if (!asked)
    return Q24.above(
      name,
      nearest(
        name,
        known.map(({ identifier }) => identifier),
      ),
    )
  return hasAnswer(asked.type) ? undefined : Q24.noAnswer(name)
}
