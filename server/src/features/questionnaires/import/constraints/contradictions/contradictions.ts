import type { AnswerTest, CalculationStep } from '@portico/shared/contract/conditions'
import { calculate } from '@portico/shared/rules/calculations'
import { type Condition, holds, namesInTest } from '@portico/shared/rules/conditions'
import { askingCondition } from '@portico/shared/rules/definition'
import { formatCalculation } from '../calculation.ts'
import { formatCondition } from '../condition.ts'
import { formatDecimal } from '../expression.ts'
import type { Operand, Operation } from '../impossible-comparisons.ts'
import type { Questions } from '../possible-values.ts'
import { limitedBy } from './limited-answers.ts'
import { samplesOf, today } from './sample-answers.ts'

/** Part of an expression that is about one answer: the fixed values that it names, and whether it holds for an answer. */
interface Part {
  readonly about: string
  readonly constants: readonly string[]
  readonly holdsFor: (answer: string) => boolean
  readonly text: () => string
  /** The test that it is, if it is one of a condition. */
  readonly test?: AnswerTest
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
  const search = { questions, budget: { tries: 400, tests: 1_000 } }
  // A question that is never asked is reported where that is written.
  const around = askedWhen.some((tests) => mayHold(tests, search)) ? askedWhen : always
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

/** A search for answers. */
interface Search {
  readonly questions: Questions
  readonly answered?: string | undefined
  /** How many more times answers may be tried for joined tests, and how many more tests may be joined: both take time. */
  readonly budget: { tries: number; tests: number }
}

const always: Condition = [[]]

function contradictionOf(
  tests: readonly AnswerTest[],
  { askedWhen, answered }: { readonly askedWhen: Condition; readonly answered: string | undefined },
  search: Search,
): NeverHolds | undefined {
  const { questions } = search
  const inItself = contradictionAmong(tests, { questions, answered: undefined })
  if (inItself !== undefined) return { why: 'never', text: inItself }
  const text = formatCondition([tests])
  const mayHoldIn = (one: Search) => askedWhen.some((asked) => mayHold([...asked, ...tests], one))
  if (!mayHoldIn(search)) return { why: 'notAsked', text }
  if (answered === undefined || mayHoldIn({ ...search, answered })) return undefined
  return { why: 'unanswered', text: contradictionAmong(tests, { questions, answered }) ?? text }
}

/**
 * Returns whether answers may meet all of these tests, and those of the questions that have to be answered for that: an answer to a question
 * that is not asked counts as missing. What is too long to search may hold.
 */
function mayHold(tests: readonly AnswerTest[], { questions, answered, budget }: Search): boolean {
  // What is joined so far, without repetition, and the questions that have to be answered: taken back where they lead nowhere.
  const joined = new Map<string, Map<string, Part>>()
  const needed = new Set<string>()
  const queue: string[] = []

  const need = (names: readonly string[]) => queue.push(...names.filter((name) => !needed.has(name) && needed.add(name).has(name)))
  const needOnly = (first: number) => {
    for (const name of queue.splice(first)) needed.delete(name)
  }
  const isNew = ([key, part]: readonly [string, Part]) => {
    const { about } = part
    const known = joined.get(about) ?? new Map<string, Part>()
    joined.set(about, known)
    return known.has(key) ? false : known.set(key, part).has(key)
  }
  const isContradiction = (about: string) => {
    const parts = [...(joined.get(about)?.values() ?? [])]
    if (parts.length < 2 && about !== answered) return false
    budget.tries -= 1
    return budget.tries >= 0 && sameForAll('and', parts, { questions, answered }).length > 0
  }
  /** `place`: in the queue, of the next question. */
  const holdWith = (more: readonly AnswerTest[], place: number): boolean => {
    budget.tests -= more.length + 1
    if (budget.tests < 0) return true
    const requirements = more.map(requirementsOf)
    const added = requirements.flatMap(({ parts }) => parts.filter(isNew))
    const first = queue.length
    need(requirements.flatMap((one) => one.needed))
    const changed = new Set(added.map(([, { about }]) => about))
    if (![...changed].some(isContradiction) && areAsked(place)) return true
    for (const [key, { about }] of added) joined.get(about)?.delete(key)
    needOnly(first)
    return false
  }
  const areAsked = (place: number): boolean => {
    const name = queue[place]
    if (name === undefined) return resultsMayMeet(joined, { questions, answered, budget })
    const question = questions.get(name)
    if (!question) return areAsked(place + 1)
    const first = queue.length
    need(neededInputs(question.calculation ?? []))
    const askedWhen = askingCondition({ ...question, identifier: name }, (parent) => questions.get(parent))
    if (askedWhen.some((more) => holdWith(more, place + 1))) return true
    needOnly(first)
    return false
  }
  if (answered !== undefined) need([answered])
  return holdWith(tests, 0)
}

/** Returns whether calculations may have results that meet what is joined of them, given what is joined of what they are calculated from. */
function resultsMayMeet(joined: ReadonlyMap<string, ReadonlyMap<string, Part>>, { questions, answered, budget }: Search): boolean {
  const asked = new Map([...joined].map(([about, parts]) => [about, [...parts.values()]]))
  const limited = limitedBy(asked, questions)
  return [...asked].every(([about, parts]) => {
    const question = questions.get(about)
    if (question?.calculation === undefined || limited.get(about) === question) return true
    budget.tries -= 1
    const isMet = (by: Questions) => budget.tries < 0 || meetsAll(parts, { about, questions: by, answered }) !== false
    // What no result meets in itself is reported where it is written.
    return isMet(limited) || !isMet(questions)
  })
}

function contradictionAmong(tests: readonly AnswerTest[], context: Context): string | undefined {
  return sameForAll('and', [...new Map(tests.flatMap((test) => requirementsOf(test).parts)).values()], context)[0]
}

/** What a test asks of single answers, by what tells it from other tests, and the questions that have to be answered for it to pass. */
interface Requirements {
  readonly parts: readonly (readonly [string, Part])[]
  readonly needed: readonly string[]
}

const knownRequirements = new WeakMap<AnswerTest, Requirements>()

function requirementsOf(test: AnswerTest): Requirements {
  const known = knownRequirements.get(test)
  if (known) return known
  const { identifier, value } = test
  const needed = neededNames(test)
  const isOfTwo = typeof value === 'object'
  const holdsFor = isOfTwo ? (answer: string) => answer !== '' : (answer: string) => holds([[test]], { answerTo: () => answer, today })
  const common = { constants: isOfTwo ? [] : [String(value)], holdsFor, text: () => formatCondition([[test]]), test }
  const parts = (isOfTwo ? needed : [identifier]).map((about) => [`${about} ${keyOf(test)}`, { about, ...common }] as const)
  const requirements = { parts, needed }
  knownRequirements.set(test, requirements)
  return requirements
}

function neededNames(test: AnswerTest): string[] {
  const { op, value } = test
  if (holds([[test]], { answerTo: () => '', today })) return []
  // An answer differs from a missing one, whichever it is.
  return op === '=' && typeof value === 'object' && 'answerTo' in value ? [] : namesInTest(test)
}

const numeric = new Set<string>(['+', '-', '*', 'div', 'mod', 'min', 'max', 'abs', 'int', 'round', 'number', 'date', 'age'])

/** Returns the answers without which a calculation has no result. */
function neededInputs(steps: readonly CalculationStep[]): string[] {
  const isNeeded = steps.every((step) => !('apply' in step) || numeric.has(step.apply))
  return isNeeded ? steps.flatMap((step) => ('answerTo' in step ? step.answerTo : [])) : []
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
  return { about, constants: steps.flatMap(constantOf), holdsFor, text: () => formatCalculation(steps) }
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
    const samples = samplesFor(together, { about, questions, answered })
    if (!samples) return []
    const isSame =
      op === 'and'
        ? !samples.some((answer) => together.every(({ holdsFor }) => holdsFor(answer)))
        : samples.every((answer) => together.some(({ holdsFor }) => holdsFor(answer)))
    return isSame ? [together.map(({ text }) => text()).join(` ${op} `)] : []
  })
}

/** Returns whether an answer meets all of these parts; undefined if that takes too long to find out. */
function meetsAll(parts: readonly Part[], context: Context & { readonly about: string }): boolean | undefined {
  const samples = parts.length > maxTogether ? undefined : samplesFor(parts, context)
  return samples?.some((answer) => parts.every(({ holdsFor }) => holdsFor(answer)))
}

function samplesFor(parts: readonly Part[], { about, questions, answered }: Context & { readonly about: string }) {
  const samples = samplesOf(about, new Set(parts.flatMap(({ constants }) => constants)), questions)
  return about === answered ? samples?.filter((answer) => answer !== '') : samples
}
