import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { calculate } from '@portico/shared/rules/calculations'
import { type Condition, holds, numberOf } from '@portico/shared/rules/conditions'
import { dayAfter, isCalendarDay } from '@portico/shared/rules/days'
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

/** A part of a condition that no answer meets, and why: ever, where its question is asked, or once that is answered. */
export interface NeverHolds {
  readonly why: 'never' | 'notAsked' | 'unanswered'
  readonly text: string
}

/** What a condition asks of one answer and no answer meets, such as `${a} = 'yes' and ${a} = 'no'`. */
interface Contradictions {
  readonly never: readonly NeverHolds[]
  /** Others of which a part decides elsewhere, since they may only follow from multiplying out brackets, or that only its question excludes. */
  readonly partly: readonly NeverHolds[]
}

// Each pair of alternatives takes time.
const maxPairs = 400
const always: Condition = [[]]

/** Finds the alternatives of a condition that never hold. */
export function contradictionsIn(condition: Condition, questions: Questions, circumstances: Circumstances = {}): Contradictions {
  const { askedWhen = always, ...others } = circumstances
  const within = condition.length * askedWhen.length > maxPairs ? others : circumstances
  const judged = condition.map((tests) => ({ tests, contradiction: contradictionOf(tests, questions, within) }))
  const deciding = new Set(judged.flatMap(({ tests, contradiction }) => (contradiction === undefined ? tests.map(keyOf) : [])))
  const found = judged.flatMap(({ tests, contradiction }) => {
    if (contradiction === undefined) return []
    const decides = tests.map((test) => deciding.has(keyOf(test)))
    const isPart = contradiction.why === 'notAsked' && deciding.size > 0
    return { contradiction, isNever: !isPart && !decides.includes(true), isPartly: decides.includes(false) }
  })
  const never = found.filter(({ isNever }) => isNever)
  const partly = found.filter(({ isNever, isPartly }) => !isNever && isPartly)
  return { never: contradictionsOf(never), partly: contradictionsOf(partly) }
}

function contradictionsOf(found: readonly { readonly contradiction: NeverHolds }[]): NeverHolds[] {
  return [...new Map(found.map(({ contradiction }) => [contradiction.text, contradiction])).values()]
}

function keyOf(test: AnswerTest): string {
  return JSON.stringify(test)
}

function contradictionOf(
  tests: readonly AnswerTest[],
  questions: Questions,
  { askedWhen = always, answered }: Circumstances,
): NeverHolds | undefined {
  const inItself = joinedContradiction(tests, { questions, answered: undefined })
  if (inItself !== undefined) return { why: 'never', text: inItself }
  const text = formatCondition([tests])
  const neverHolds = (context: Context) =>
    askedWhen.every((alternative) => joinedContradiction([...alternative, ...tests], context) !== undefined)
  if (neverHolds({ questions, answered: undefined })) return { why: 'notAsked', text }
  if (answered === undefined || !neverHolds({ questions, answered })) return undefined
  return { why: 'unanswered', text: joinedContradiction(tests, { questions, answered }) ?? text }
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
  const texts = values.several === undefined ? textSamples(values, constants) : [...values.texts, ...constants]
  const words = new Set([...constants].filter((text) => text !== '' && (values.texts.has(text) || kinds.has('any'))))
  const other = kinds.has('any') ? somethingElse : [...values.texts].find((text) => !constants.has(text))
  // Words that are joined are all selected.
  const joined = kinds.has('any') || values.several !== undefined ? combinations([...words], other) : []
  if (!joined) return undefined
  return [
    '',
    ...texts,
    ...joined,
    ...(kinds.has('any') ? [...constants, ...numberSamples(numbers)] : []),
    ...(kinds.has('any') || kinds.has('date') ? [today, ...days.flatMap((day) => [-1, 0, 1].map((by) => dayAfter(day, by)))] : []),
    ...(kinds.has('time') ? ['00:00', '12:00', '23:59', ...constants] : []),
    ...(values.numbers ? numberSamples([...numbers, ...values.numbers.filter(Number.isFinite)]).filter(isWithin(values.numbers)) : []),
  ]
}

/** Returns the texts that are compared, all numbers, and one of the others, which all compare alike. */
function textSamples({ texts }: PossibleValues, constants: ReadonlySet<string>): string[] {
  const numbers = numbersOrDaysIn(texts)
  const other = [...texts].find((text) => !constants.has(text) && !numbers.has(text))
  return [...texts.intersection(constants), ...numbers, ...(other === undefined ? [] : [other])]
}

const numbersOrDaysIn = remembered(
  (texts): ReadonlySet<string> => new Set([...texts].filter((text) => Number.isFinite(Number(text)) || isCalendarDay(text))),
)

const maxMentioned = 6

/** Returns each selection of these words, alone and with another one; undefined if there are too many. */
function combinations(words: readonly string[], other: string | undefined): string[] | undefined {
  if (words.length > maxMentioned) return undefined
  const chosen = words.reduce<string[][]>((sum, word) => [...sum, ...sum.map((before) => [...before, word])], [[]])
  const all = other === undefined ? chosen : [...chosen, ...chosen.map((before) => [...before, other])]
  return all.map((one) => one.join(' '))
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
