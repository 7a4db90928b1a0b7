import type { AnswerTest } from '@portico/shared/contract/conditions'
import type { Condition } from '@portico/shared/rules/conditions'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { type ComparisonOp, formatDecimal, type Expression, parseExpression, type Operand } from './expression.ts'
import { ExpressionSyntaxError } from './tokens.ts'

const { Q14 } = importProblems
const maxTests = 200
const mirroredOperators = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/**
 * Parses a `relevant` cell (shared/spec/questionnaire-files.md#conditions); returns a message if it is invalid. Brackets and `not()` are
 * expanded into disjunctive normal form: a list of alternatives, each a list of tests.
 */
export function parseCondition(text: string): Condition | string {
  try {
    return removeDuplicates(toAlternatives(parseExpression(text), false))
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error.from === '' ? Q14.unfinished : Q14.unclear(error.from)
    if (error instanceof TooManyTests) return Q14.long
    throw error
  }
}

/** Combines two conditions with `and`; returns a message if the result is too long. */
export function combineConditions(one: Condition, other: Condition): Condition | string {
  try {
    return removeDuplicates(cartesianProduct([one, other]))
  } catch (error) {
    if (error instanceof TooManyTests) return Q14.long
    throw error
  }
}

/** Formats a condition for a question file; `parseCondition` parses it back. */
export function formatCondition(condition: Condition): string {
  const alone = condition.length === 1
  return condition
    .map((tests) => tests.map(formatTest).join(' and '))
    .map((text, index) => (alone || condition[index]?.length === 1 ? text : `(${text})`))
    .join(' or ')
}

class TooManyTests extends Error {
  override readonly name = 'TooManyTests'
}

function toAlternatives(expression: Expression, negated: boolean): AnswerTest[][] {
  switch (expression.kind) {
    case 'not':
      return toAlternatives(expression.of, !negated)
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => toAlternatives(part, negated))
      return (expression.kind === 'or') === negated ? cartesianProduct(parts) : ensureWithinLimit(parts.flat())
    }
    case 'selected':
      if (expression.from.kind !== 'answer') throw new ExpressionSyntaxError('selected(')
      return [[createTest(expression.from.identifier, 'selected', expression.value, negated)]]
    case 'regex':
      throw new ExpressionSyntaxError('regex(')
    case 'compare':
      return [[createComparison(expression, negated)]]
  }
}

function createComparison({ op, left, right }: Extract<Expression, { kind: 'compare' }>, negated: boolean): AnswerTest {
  if (left.kind === 'answer') return createAnswerComparison(left.identifier, op, right, negated)
  if (right.kind === 'answer') return createAnswerComparison(right.identifier, mirroredOperators[op], left, negated)
  throw new ExpressionSyntaxError(`${op} …`)
}

function createAnswerComparison(identifier: string, op: ComparisonOp, other: Operand, negated: boolean): AnswerTest {
  return op === '!=' ? createTest(identifier, '=', toTestValue(other), !negated) : createTest(identifier, op, toTestValue(other), negated)
}

function createTest(identifier: string, op: AnswerTest['op'], value: AnswerTest['value'], negated: boolean): AnswerTest {
  return { identifier, op, value, ...(negated && { not: true as const }) }
}

function toTestValue(operand: Operand): AnswerTest['value'] {
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
      throw new ExpressionSyntaxError(operand.kind === 'own' ? '.' : 'string-length(')
  }
}

/** Returns the cartesian product of the alternatives of each part. */
function cartesianProduct(parts: readonly Condition[]): AnswerTest[][] {
  return parts.reduce<AnswerTest[][]>(
    (sum, part) => ensureWithinLimit(sum.flatMap((tests) => part.map((more) => [...tests, ...more]))),
    [[]],
  )
}

function ensureWithinLimit(condition: AnswerTest[][]): AnswerTest[][] {
  if (condition.reduce((sum, tests) => sum + tests.length, 0) > maxTests) throw new TooManyTests()
  return condition
}

function removeDuplicates(condition: Condition): Condition {
  const unique = <Item>(items: readonly Item[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  return unique(condition.map((tests) => unique(tests)))
}

function formatTest({ identifier, op, value, not }: AnswerTest): string {
  const answer = `\${${identifier}}`
  if (op === 'selected') return negateIf(not, `selected(${answer}, ${formatValue(value)})`)
  if (op === '=') return `${answer} ${not ? '!=' : '='} ${formatValue(value)}`
  return negateIf(not, `${answer} ${op} ${formatValue(value)}`)
}

function negateIf(not: true | undefined, text: string): string {
  return not ? `not(${text})` : text
}

function formatValue(value: AnswerTest['value']): string {
  if (typeof value === 'number') return formatDecimal(value)
  if (typeof value === 'string') return value.includes("'") ? `"${value}"` : `'${value}'`
  if ('answerTo' in value) return `\${${value.answerTo}}`
  if (value.todayPlus === 0) return 'today()'
  return `today() ${value.todayPlus < 0 ? '-' : '+'} ${Math.abs(value.todayPlus)}`
}
