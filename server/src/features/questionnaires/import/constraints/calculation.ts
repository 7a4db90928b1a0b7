import type { CalculationStep } from '@portico/shared/contract/conditions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { formatDecimal } from './expression.ts'
import { ExpressionSyntaxError, TokenReader } from './tokens.ts'

type Apply = Extract<CalculationStep, { apply: string }>['apply']

const { Q26 } = importProblems
const maxDepth = 40
const maxSteps = 200

/** Operators by precedence, lowest first. */
const operators: readonly (readonly Apply[])[] = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', 'div', 'mod']]

/** The supported functions with their number of arguments and operation; a function without an operation returns its argument. */
const functions: Readonly<Record<string, { readonly from: number; readonly to: number; readonly apply?: Apply }>> = {
  if: { from: 3, to: 3, apply: 'if' },
  coalesce: { from: 2, to: 2, apply: 'coalesce' },
  min: { from: 1, to: 50, apply: 'min' },
  max: { from: 1, to: 50, apply: 'max' },
  concat: { from: 1, to: 50, apply: 'concat' },
  round: { from: 1, to: 2, apply: 'round' },
  selected: { from: 2, to: 2, apply: 'selected' },
  'count-selected': { from: 1, to: 1, apply: 'count-selected' },
  not: { from: 1, to: 1, apply: 'not' },
  abs: { from: 1, to: 1, apply: 'abs' },
  int: { from: 1, to: 1, apply: 'int' },
  number: { from: 1, to: 1, apply: 'number' },
  'decimal-date-time': { from: 1, to: 1, apply: 'number' },
  string: { from: 1, to: 1, apply: 'concat' },
  date: { from: 1, to: 1, apply: 'date' },
  age: { from: 1, to: 1, apply: 'age' },
  once: { from: 1, to: 1 },
}

/**
 * Parses a `calculation` cell into steps in postfix order (shared/spec/questionnaire-files.md#calculations); returns a message if it is
 * invalid.
 */
export function parseCalculation(text: string): CalculationStep[] | string {
  try {
    const steps = new CalculationParser(text).parse()
    return steps.length > maxSteps ? Q26.long : steps
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error.from === '' ? Q26.unfinished : Q26.unclear(error.from)
    throw error
  }
}

/** A formatted expression; `level`: how tightly its operator binds, that of a value most. */
interface Formatted {
  readonly text: string
  readonly level: number
}

/** Formats a calculation for a question file; `parseCalculation` parses it back. */
export function formatCalculation(steps: readonly CalculationStep[]): string {
  const stack: Formatted[] = []
  for (const step of steps) {
    if ('apply' in step) stack.push(formatOperation(step.apply, stack.splice(Math.max(0, stack.length - step.count))))
    else stack.push({ text: formatValue(step), level: operators.length })
  }
  return stack[0]?.text ?? ''
}

function formatValue(step: Exclude<CalculationStep, { apply: string }>): string {
  if ('number' in step) return formatDecimal(step.number)
  if ('text' in step) return step.text.includes("'") ? `"${step.text}"` : `'${step.text}'`
  return 'answerTo' in step ? `\${${step.answerTo}}` : 'today()'
}

// Brackets only where they are needed: the parser follows them only to some depth.
function formatOperation(apply: Apply, values: readonly Formatted[]): Formatted {
  const inBrackets = ({ text, level }: Formatted, least: number) => (level < least ? `(${text})` : text)
  const [first, second] = values
  const value = operators.length
  if (first && !second && apply === '-') return { text: `-${inBrackets(first, value)}`, level: value }
  const level = operators.findIndex((known) => known.includes(apply))
  if (level < 0 || !first || !second) return { text: `${apply}(${values.map(({ text }) => text).join(', ')})`, level: value }
  return { text: `${inBrackets(first, level)} ${apply} ${inBrackets(second, level + 1)}`, level }
}

class CalculationParser {
  readonly #tokens: TokenReader
  readonly #steps: CalculationStep[] = []
  #depth = 0

  constructor(text: string) {
    this.#tokens = new TokenReader(text)
  }

  parse(): CalculationStep[] {
    this.#level(0)
    this.#tokens.end()
    return this.#steps
  }

  /** Parses an expression whose operators bind at least as tightly as those of this level. */
  #level(level: number): void {
    const known = operators[level]
    if (known === undefined) return this.#value()
    this.#level(level + 1)
    for (;;) {
      const apply = known.find((operator) => this.#tokens.take(/[a-z]/.test(operator) ? 'word' : 'sign', operator))
      if (apply === undefined) return
      this.#level(level + 1)
      this.#steps.push({ apply, count: 2 })
    }
  }

  #value(): void {
    this.#depth += 1
    if (this.#depth > maxDepth) this.#tokens.fail()
    const found = this.#tokens.next()
    if (found?.kind === 'answer') this.#steps.push({ answerTo: found.text })
    else if (found?.kind === 'text') this.#steps.push({ text: found.text })
    else if (found?.kind === 'number') this.#steps.push({ number: Number(found.text) })
    else if (found?.kind === 'word') {
      this.#tokens.back()
      this.#call(found.text.toLowerCase())
    } else this.#signed(found?.text)
    this.#depth -= 1
  }

  #signed(sign: string | undefined): void {
    if (sign === undefined) return this.#tokens.fail()
    if (sign === '-') {
      this.#value()
      this.#steps.push({ apply: '-', count: 1 })
      return
    }
    if (sign !== '(') return this.#tokens.fail(1)
    this.#level(0)
    this.#tokens.need('sign', ')')
  }

  #call(name: string): void {
    if (this.#tokens.takeCall('today') || this.#tokens.takeCall('now')) {
      this.#tokens.need('sign', ')')
      this.#steps.push({ today: true })
      return
    }
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!called || !this.#tokens.takeCall(name)) return this.#tokens.fail()
    let count = 0
    do {
      this.#level(0)
      count += 1
    } while (this.#tokens.take('sign', ','))
    this.#tokens.need('sign', ')')
    if (count < called.from || count > called.to) this.#tokens.fail(1)
    if (called.apply) this.#steps.push({ apply: called.apply, count })
  }
}
