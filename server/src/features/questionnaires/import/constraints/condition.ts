import type { AnswerTest } from '@portico/shared/contract/conditions'
import type { Condition } from '@portico/shared/rules/conditions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { type ComparisonOp, decimalText, type Expression, expressionOf, type Operand } from './expression.ts'
import { NotUnderstood } from './tokens.ts'

const { Q14 } = importProblems
const mostTests = 200
const turned = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/**
 * Parses a `relevant` cell (shared/spec/questionnaire-files.md#conditions); returns a message if it is invalid. Brackets and `not()` are
 * expanded into disjunctive normal form: a list of alternatives, each a list of tests.
 */
export function conditionOf(text: string): Condition | string {
  try {
    return withoutRepetition(alternatives(expressionOf(text), false))
  } catch (error) {
    if (error instanceof NotUnderstood) return error.from === '' ? Q14.unfinished : Q14.unclear(error.from)
    if (error instanceof TooManyTests) return Q14.long
    throw error
  }
}

/** Combines two conditions with `and`; returns a message if the result is too long. */
export function bothOf(one: Condition, other: Condition): Condition | string {
  try {
    return withoutRepetition(product([one, other]))
  } catch (error) {
    if (error instanceof TooManyTests) return Q14.long
    throw error
  }
}

/** Formats a condition for a question file; `conditionOf` parses it back. */
export function conditionText(condition: Condition): string {
  const alone = condition.length === 1
  return condition
    .map((tests) => tests.map(testText).join(' and '))
    .map((text, index) => (alone || condition[index]?.length === 1 ? text : `(${text})`))
    .join(' or ')
}

class TooManyTests extends Error {
  override readonly name = 'TooManyTests'
}

function alternatives(expression: Expression, negated: boolean): AnswerTest[][] {
  switch (expression.kind) {
    case 'not':
      return alternatives(expression.of, !negated)
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => alternatives(part, negated))
      return (expression.kind === 'or') === negated ? product(parts) : limited(parts.flat())
    }
    case 'selected':
      if (expression.from.kind !== 'answer') throw new NotUnderstood('selected(')
      return [[testOf(expression.from.identifier, 'selected', expression.value, negated)]]
    case 'regex':
      throw new NotUnderstood('regex(')
    case 'compare':
      return [[comparisonOf(expression, negated)]]
  }
}

function comparisonOf({ op, left, right }: Extract<Expression, { kind: 'compare' }>, negated: boolean): AnswerTest {
  if (left.kind === 'answer') return oriented(left.identifier, op, right, negated)
  if (right.kind === 'answer') return oriented(right.identifier, turned[op], left, negated)
  throw new NotUnderstood(`${op} …`)
}

function oriented(identifier: string, op: ComparisonOp, other: Operand, negated: boolean): AnswerTest {
  return op === '!=' ? testOf(identifier, '=', valueOf(other), !negated) : testOf(identifier, op, valueOf(other), negated)
}

function testOf(identifier: string, op: AnswerTest['op'], value: AnswerTest['value'], negated: boolean): AnswerTest {
  return { identifier, op, value, ...(negated && { not: true as const }) }
}

function valueOf(operand: Operand): AnswerTest['value'] {
  switch (operand.kind) {
    case 'text':
      return operand.text
    case 'day':
      return operand.day
    case 'number':
      return operand.number
    case 'today':
      return { todayPlus: operand.plus }
    case 'answer':
      return { answerTo: operand.identifier }
    case 'own':
    case 'length':
      throw new NotUnderstood(operand.kind === 'own' ? '.' : 'string-length(')
  }
}

/** Returns the cartesian product of the alternatives of each part. */
function product(parts: readonly Condition[]): AnswerTest[][] {
  return parts.reduce<AnswerTest[][]>((sum, part) => limited(sum.flatMap((tests) => part.map((more) => [...tests, ...more]))), [[]])
}

function limited(condition: AnswerTest[][]): AnswerTest[][] {
  if (condition.reduce((sum, tests) => sum + tests.length, 0) > mostTests) throw new TooManyTests()
  return condition
}

function withoutRepetition(condition: Condition): Condition {
  const once = <Item>(items: readonly Item[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  return once(condition.map((tests) => once(tests)))
}

function testText({ identifier, op, value, not }: AnswerTest): string {
  const answer = `\${${identifier}}`
  if (op === 'selected') return negatedIf(not, `selected(${answer}, ${valueText(value)})`)
  if (op === '=') return `${answer} ${not ? '!=' : '='} ${valueText(value)}`
  return negatedIf(not, `${answer} ${op} ${valueText(value)}`)
}

function negatedIf(not: true | undefined, text: string): string {
  return not ? `not(${text})` : text
}

function valueText(value: AnswerTest['value']): string {
  if (typeof value === 'number') return decimalText(value)
  if (typeof value === 'string') return value.includes("'") ? `"${value}"` : `'${value}'`
  if ('answerTo' in value) return `\${${value.answerTo}}`
  if (value.todayPlus === 0) return 'today()'
  return `today() ${value.todayPlus < 0 ? '-' : '+'} ${Math.abs(value.todayPlus)}`
}
