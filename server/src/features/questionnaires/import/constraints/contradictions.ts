import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { calculate } from '@portico/shared/rules/calculations'
import { type Condition, holds, numberOf } from '@portico/shared/rules/conditions'
import { dayAfter, isCalendarDay } from '@portico/shared/rules/days'
import { askingCondition } from '@portico/shared/rules/definition'
import { formatCalculation } from './calculation.ts'
import { formatCondition } from './condition.ts'
import type { Operand, Operation } from './impossible-comparisons.ts'
import { dayNumber, type PossibleValues, type Questions, remembered, valuesOfSteps } from './possible-values.ts'
import { formatDecimal } from './expression.ts'

// Only what depends on today would need a day.
const today = '2000-01-01'

/** Part of an expression that is about one answer: the fixed values that it names, and whether it holds for an answer. */
interface Part {
  readonly about: string
  readonly constants: readonly string[]
  readonly holdsFor: (answer: string) => boolean
  readonly text: string
}

interface Context {
  readonly questions: Questions
  readonly answered: string | undefined
}

/** Where a condition is judged. */
interface Circumstances {
  /** When the question that it is about is asked. */
  readonly askedWhen?: Condition | undefined
  /** The question that is known to be answered. */
  readonly answered?: string
}

/** A part of a condition that no answers meet, and why: in itself, where its questions are asked, or once its question is answered. */
export interface NeverHolds {
  readonly why: 'never' | 'notAsked' | 'unanswered'
  readonly text: string
}

/** The alternatives of a condition that never hold, such as `${a} = 'yes' and ${a} = 'no'`. */
interface Contradictions {
  /** All of them, if the whole condition never holds. */
  readonly never: readonly NeverHolds[]
  /** Some of them, if others may hold; without those that may only follow from multiplying out brackets. */
  readonly partly: readonly NeverHolds[]
}

/** Finds the alternatives of a condition that never hold. */
export function contradictionsIn(
  condition: Condition,
  questions: Questions,
  { askedWhen = always, answered }: Circumstances = {},
): Contradictions {
  const search = { questions, left: maxSteps }
  // A question that is never asked is reported where that is written.
  const around = askedWhen.some((tests) => mayHold(tests, undefined, search)) ? askedWhen : always
  const judged = condition.map((tests) => ({ tests, contradiction: contradictionOf(tests, { askedWhen: around, answered }, search) }))
  const deciding = new Set(judged.flatMap(({ tests, contradiction }) => (contradiction === undefined ? tests.map(keyOf) : [])))
  const found = judged.flatMap(({ tests, contradiction }) =>
    contradiction === undefined ? [] : [{ contradiction, isPart: !tests.every((test) => deciding.has(keyOf(test))) }],
  )
  const parts = new Map(found.flatMap(({ contradiction, isPart }) => (isPart ? [[contradiction.text, contradiction]] : [])))
  const contradictions = [...parts.values()]
  return deciding.size === 0 ? { never: contradictions, partly: [] } : { never: [], partly: contradictions }
}

function keyOf(test: AnswerTest): string {
  return JSON.stringify(test)
}

/** A search for answers; `left`: how many more times tests may be joined, which takes time. */
interface Search {
  readonly questions: Questions
  left: number
}

const maxSteps = 400
const always: Condition = [[]]

function contradictionOf(
  tests: readonly AnswerTest[],
  { askedWhen = always, answered }: Circumstances,
  search: Search,
): NeverHolds | undefined {
  const { questions } = search
  const inItself = joinedContradiction(tests, { questions, answered: undefined })
  if (inItself !== undefined) return { why: 'never', text: inItself }
  const mayHoldIf = (known: string | undefined) => askedWhen.some((asked) => mayHold([...asked, ...tests], known, search))
  const text = formatCondition([tests])
  if (!mayHoldIf(undefined)) return { why: 'notAsked', text }
  if (answered === undefined || mayHoldIf(answered)) return undefined
  return { why: 'unanswered', text: joinedContradiction(tests, { questions, answered }) ?? text }
}

/**
 * Returns whether answers may meet all of these tests, and those of the questions that have to be answered for that: an answer to a question
 * that is not asked counts as missing. `asked`: the questions whose conditions are among the tests.
 */
function mayHold(tests: readonly AnswerTest[], answered: string | undefined, search: Search, asked: readonly string[] = []): boolean {
  const { questions } = search
  search.left -= 1
  if (search.left < 0) return true
  if (joinedContradiction(tests, { questions, answered }) !== undefined) return false
  const next = tests.find((test) => needsAnswer(test) && !asked.includes(test.identifier))?.identifier
  if (next === undefined) return true
  const question = questions.get(next)
  const askedWhen = question ? askingCondition({ ...question, identifier: next }, (name) => questions.get(name)) : always
  return askedWhen.some((more) => mayHold([...tests, ...more], answered, search, [...asked, next]))
}

function needsAnswer(test: AnswerTest): boolean {
  return typeof test.value !== 'object' && !holds([[test]], { answerTo: () => '', today })
}

function joinedContradiction(tests: readonly AnswerTest[], context: Context): string | undefined {
  const parts = tests.flatMap((test): Part | [] => {
    const { identifier, value } = test
    if (typeof value === 'object') return []
    const holdsFor = (answer: string) => holds([[test]], { answerTo: () => answer, today })
    return { about: identifier, constants: [String(value)], holdsFor, text: formatCondition([[test]]) }
  })
  return sameForAll('and', parts, context)[0]
}

/** Returns what operands of a calculation joined by `and` or `or` ask of one answer and every answer, or none, meets, as text. */
export function sameForAllAnswers(operations: readonly Operation[], questions: Questions): string[] {
  const byPlace = new Map(operations.map((operation) => [placeOf(operation), operation]))
  const joined = ({ op, operands }: Operation): Operand[] =>
    operands.flatMap((operand) => {
      const inner = byPlace.get(operand.at)
      return inner?.op === op ? joined(inner) : [operand]
    })
  const isInner = new Set(
    operations.flatMap(({ op, operands }) => operands.map(({ at }) => byPlace.get(at)).filter((inner) => inner?.op === op)),
  )
  return operations.flatMap((operation): string[] => {
    const { op } = operation
    if ((op !== 'and' && op !== 'or') || isInner.has(operation)) return []
    return sameForAll(
      op,
      joined(operation).flatMap((operand) => partOf(operand) ?? []),
      { questions, answered: undefined },
    )
  })
}

/** The position of an operation in its expression: after those of its operands. */
function placeOf({ operands }: Operation): number {
  return (operands.at(-1)?.at ?? 0) + 1
}

const comparing = new Set<string>(['and', 'or', 'not', '=', '!=', '<', '<=', '>', '>=', 'selected'])

/** Undefined if the operand is not only made of comparisons of one answer with fixed values. */
function partOf({ steps }: Operand): Part | undefined {
  const names = new Set(steps.flatMap((step) => ('answerTo' in step ? step.answerTo : [])))
  const [about] = names
  const isComparison = steps.length > 1 && steps.every((step) => !('today' in step) && (!('apply' in step) || comparing.has(step.apply)))
  if (about === undefined || names.size > 1 || !isComparison) return undefined
  const holdsFor = (answer: string) => calculate(steps, { answerTo: () => answer, today }) === '1'
  return { about, constants: steps.flatMap(constantOf), holdsFor, text: formatCalculation(steps) }
}

function constantOf(step: CalculationStep): string[] {
  if ('number' in step) return [formatDecimal(step.number)]
  return 'text' in step ? [step.text] : []
}

// Comparisons take time for each answer that they may tell apart.
const maxTogether = 24

function sameForAll(op: 'and' | 'or', parts: readonly Part[], { questions, answered }: Context): string[] {
  return [...Map.groupBy(parts, ({ about }) => about)].flatMap(([about, together]): string[] => {
    // One comparison alone is judged by what its operands may be.
    if ((together.length < 2 && about !== answered) || together.length > maxTogether) return []
    const all = samplesOf(about, new Set(together.flatMap(({ constants }) => constants)), questions)
    if (!all) return []
    const samples = about === answered ? all.filter((answer) => answer !== '') : all
    const isSame =
      op === 'and'
        ? !samples.some((answer) => together.every(({ holdsFor }) => holdsFor(answer)))
        : samples.every((answer) => together.some(({ holdsFor }) => holdsFor(answer)))
    return isSame ? [together.map(({ text }) => text).join(` ${op} `)] : []
  })
}

const somethingElse = 'something else'

/**
 * Returns possible answers, among them one for each way to pass or fail comparisons with these texts; undefined if they cannot be listed.
 */
function samplesOf(identifier: string, constants: ReadonlySet<string>, questions: Questions): readonly string[] | undefined {
  const [values] = valuesOfSteps([{ answerTo: identifier }], questions)
  if (!values) return undefined
  const days = [...constants].filter(isCalendarDay)
  const plain = [...constants].map(numberOf).filter(Number.isFinite)
  // A calculation takes days for numbers.
  if (values.kinds.has('date') && plain.length > 0) return undefined
  const numbers = [...plain, ...days.map(dayNumber)]
  const { kinds } = values
  const isMentioned = (text: string) => constants.has(text)
  const texts = values.several === undefined ? textSamples(values, constants, numbers) : [...values.texts, ...constants]
  const words = [...constants].filter((text) => text !== '' && (values.texts.has(text) || kinds.has('any')))
  const others = kinds.has('any') ? [somethingElse] : [...values.texts].filter((text) => !isMentioned(text)).slice(0, 2)
  // Words that are joined are all selected.
  const joined = kinds.has('any') || values.several !== undefined ? combinations(words, others) : []
  if (!joined) return undefined
  return [
    '',
    ...texts,
    ...joined,
    ...(kinds.has('any') ? [...constants, ...numberSamples(numbers).flatMap(writtenInTwoWays)] : []),
    ...(kinds.has('any') || kinds.has('date') ? [today, ...days.flatMap((day) => [-1, 0, 1].map((by) => dayAfter(day, by)))] : []),
    ...(kinds.has('time') ? [...constants, ...times.filter((time) => !isMentioned(time)).slice(0, 1)] : []),
    ...(values.numbers ? numberSamples([...numbers, ...values.numbers.filter(Number.isFinite)]).filter(isWithin(values.numbers)) : []),
  ]
}

const times = Array.from({ length: 60 }, (_, minute) => `12:${String(minute).padStart(2, '0')}`)

function writtenInTwoWays(number: string): string[] {
  return [number, number.includes('.') ? `${number}0` : `${number}.0`]
}

/** Returns the texts that are compared or have a word that is, days, numbers, and one of the others, which all compare alike. */
function textSamples({ texts }: PossibleValues, constants: ReadonlySet<string>, numbers: readonly number[]): string[] {
  const { days, phrases, notNumbers, sortedNumbers } = formsOf(texts)
  const isMentioned = (text: string) => constants.has(text) || text.split(' ').some((word) => constants.has(word))
  const other = notNumbers.find((text) => !isMentioned(text))
  return [
    ...texts.intersection(constants),
    ...days,
    ...phrases.filter(isMentioned),
    ...numbersAround(sortedNumbers, numbers),
    ...(other === undefined ? [] : [other]),
  ]
}

interface NumberText {
  readonly text: string
  readonly number: number
}

const formsOf = remembered((texts) => {
  const all = [...texts]
  const numbers = all.map((text): NumberText => ({ text, number: numberOf(text) })).filter(({ number }) => Number.isFinite(number))
  return {
    days: all.filter(isCalendarDay),
    phrases: all.filter((text) => text.includes(' ')),
    notNumbers: all.filter((text) => !Number.isFinite(numberOf(text))),
    sortedNumbers: numbers.toSorted((one, other) => one.number - other.number),
  }
})

/** Returns those that equal one of these numbers, and those next to them. */
function numbersAround(sorted: readonly NumberText[], numbers: readonly number[]): string[] {
  const near = numbers.flatMap((bound) => {
    const [from, to] = [countBelow(sorted, (number) => number < bound), countBelow(sorted, (number) => number <= bound)]
    return sorted.slice(Math.max(0, from - 1), to + 1)
  })
  return (numbers.length === 0 ? sorted.slice(0, 1) : near).map(({ text }) => text)
}

/** Returns how many come before those of which this no longer holds, found by halving. */
function countBelow(sorted: readonly NumberText[], isBelow: (number: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(sorted[middle]?.number ?? NaN)) low = middle + 1
    else high = middle
  }
  return low
}

const maxMentioned = 6

/** Returns each selection of these words, alone and with one or both of the others; undefined if there are too many. */
function combinations(words: readonly string[], [other, another]: readonly string[]): string[] | undefined {
  if (words.length > maxMentioned) return undefined
  const chosen = words.reduce<string[][]>((sum, word) => [...sum, ...sum.map((before) => [...before, word])], [[]])
  const withOthers = [[other], [other, another]].filter((more) => more.every((one) => one !== undefined))
  return [[], ...withOthers].flatMap((more) => chosen.map((before) => [...before, ...more].join(' ')))
}

/** Returns these numbers, and those next to and between them. */
function numberSamples(numbers: readonly number[]): string[] {
  const sorted = numbers.toSorted((one, other) => one - other)
  const between = sorted.slice(1).map((number, place) => (number + (sorted[place] ?? number)) / 2)
  return [0, ...between, ...sorted.flatMap((number) => [number - 1, number - 0.5, number, number + 0.5, number + 1])].map(formatDecimal)
}

function isWithin([least, greatest]: readonly [number, number]) {
  return (text: string) => Number(text) >= least && Number(text) <= greatest
}
