import { daysFromToday } from '@portico/shared/rules/days'
import type { Bound, Constraint } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { type QuestionType, questionTypeFacts } from '@portico/shared/words/question-types'
import { patterns } from '../../patterns.ts'
import { formatDecimal, type Expression, parseExpression, type Operand } from './expression.ts'
import { ExpressionSyntaxError } from './tokens.ts'

const { Q16 } = importProblems
const mirroredOperators = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/**
 * Parses the constraint of a question file (shared/spec/questionnaire-files.md#constraints): one or two bounds of the answer (a day or
 * number) or of its length, or, for text, `regex(., 'PATTERN')` with a pattern that runs in linear time. Returns a message if it is
 * invalid; whether an answer can satisfy it also depends on the question (`isSatisfiable`).
 */
export function parseConstraint(text: string, type: QuestionType): Constraint | string {
  const expression = tryParseExpression(text)
  if (typeof expression === 'string') return expression
  if (expression.kind === 'regex') return expression.of.kind === 'own' ? patternConstraint(expression.pattern, type) : Q16.own
  const parts = flattenAnd(expression)
  const bounds = parts.map(parseBound)
  const fault = bounds.find((bound) => typeof bound === 'string')
  if (fault !== undefined) return fault
  const known = bounds.filter((bound) => typeof bound !== 'string')
  const [first] = known
  if (known.length > 2 || first === undefined || !known.every(({ of }) => of === first.of)) return Q16.form
  const { answer } = questionTypeFacts[type]
  const fits =
    first.of === 'length' ? answer === 'text' : known.every(({ bound }) => answer === (typeof bound.value === 'string' ? 'date' : 'number'))
  if (!fits) return Q16.fit(type)
  return createRange(
    first.of === 'length' ? 'length' : 'range',
    known.map(({ bound }) => bound),
  )
}

/** Formats a constraint for a question file; `parseConstraint` parses it back. */
export function formatConstraint(constraint: Constraint): string {
  if (constraint.kind === 'pattern') return `regex(., ${quote(constraint.pattern)})`
  const own = constraint.kind === 'length' ? 'string-length(.)' : '.'
  return constraint.bounds.map(({ op, value }) => `${own} ${op} ${formatValue(value)}`).join(' and ')
}

function formatValue(value: Bound['value']): string {
  if (typeof value === 'number') return formatDecimal(value)
  const days = daysFromToday(value)
  if (days === undefined) return `date('${value}')`
  return days === 0 ? 'today()' : `today() ${days < 0 ? '-' : '+'} ${Math.abs(days)}`
}

function tryParseExpression(text: string): Expression | string {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error.from === '' ? Q16.unfinished : Q16.unclear(error.from)
    throw error
  }
}

function flattenAnd(expression: Expression): Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(flattenAnd) : [expression]
}

interface SubjectBound {
  readonly of: 'own' | 'length'
  readonly bound: Bound
}

function parseBound(expression: Expression): SubjectBound | string {
  if (expression.kind !== 'compare') return Q16.form
  const { op, left, right } = expression
  if (op === '=' || op === '!=') return Q16.form
  if (left.kind === 'own' || left.kind === 'length') return createBound(left.kind, op, right)
  return right.kind === 'own' || right.kind === 'length' ? createBound(right.kind, mirroredOperators[op], left) : Q16.own
}

function createBound(of: SubjectBound['of'], op: Bound['op'], other: Operand): SubjectBound | string {
  switch (other.kind) {
    case 'number':
      return { of, bound: { op, value: other.number } }
    case 'day':
      return of === 'own' ? { of, bound: { op, value: other.day } } : Q16.form
    case 'today': {
      const days = other.plus === 0 ? '' : `${other.plus > 0 ? '+' : ''}${other.plus}`
      return of === 'own' ? { of, bound: { op, value: `today${days}` } } : Q16.form
    }
    case 'answer':
      return Q16.own
    case 'own':
    case 'length':
    case 'text':
      return Q16.form
  }
}

function quote(pattern: string): string {
  return pattern.includes("'") ? `"${pattern}"` : `'${pattern}'`
}

function patternConstraint(pattern: string, type: QuestionType): Constraint | string {
  const isText = questionTypeFacts[type].answer === 'text'
  if (!isText || pattern === '' || pattern.length > limits.patternMax || (pattern.includes("'") && pattern.includes('"'))) return Q16.form
  const size = isJavaScriptPattern(pattern) ? patterns.sizeOf(pattern) : undefined
  if (size === undefined) return Q16.pattern
  return size <= limits.patternSizeMax ? { kind: 'pattern', pattern } : Q16.large
}

// The engine also accepts syntax such as `\A`, which other programs that read question files do not support.
function isJavaScriptPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

function createRange(kind: 'range' | 'length', bounds: readonly Bound[]): Constraint | string {
  const [one, other] = bounds
  if (!one || !other) return { kind, bounds }
  const sameSide = one.op.charAt(0) === other.op.charAt(0)
  return sameSide && isRelativeToToday(one) !== isRelativeToToday(other) ? Q16.form : { kind, bounds }
}

function isRelativeToToday({ value }: Bound): boolean {
  return typeof value === 'string' && daysFromToday(value) !== undefined
}
