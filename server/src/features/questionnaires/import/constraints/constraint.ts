import { daysFromToday } from '@portico/shared/rules/days'
import type { Bound, Constraint } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { type QuestionType, questionTypeFacts } from '@portico/shared/words/question-types'
import { patterns } from '../../patterns.ts'
import { decimalText, type Expression, expressionOf, type Operand } from './expression.ts'
import { NotUnderstood } from './tokens.ts'

const { Q16 } = importProblems
const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const

/**
 * Parses the constraint of a question file (shared/spec/questionnaire-files.md#constraints): one or two bounds of the answer (a day or
 * number) or of its length, or, for text, `regex(., 'PATTERN')` with a pattern that runs in linear time. Returns a message if it is
 * invalid.
 */
export function constraintOf(text: string, type: QuestionType): Constraint | string {
  const expression = parsed(text)
  if (typeof expression === 'string') return expression
  if (expression.kind === 'regex') return expression.of.kind === 'own' ? patternConstraint(expression.pattern, type) : Q16.own
  const parts = conjunction(expression)
  const bounds = parts.map(boundOf)
  const fault = bounds.find((bound) => typeof bound === 'string')
  if (fault !== undefined) return fault
  const known = bounds.filter((bound) => typeof bound !== 'string')
  const [first] = known
  if (known.length > 2 || first === undefined || !known.every(({ of }) => of === first.of)) return Q16.form
  const { answer } = questionTypeFacts[type]
  const fits =
    first.of === 'length' ? answer === 'text' : known.every(({ bound }) => answer === (typeof bound.value === 'string' ? 'date' : 'number'))
  if (!fits) return Q16.fit(type)
  return rangeOf(
    first.of === 'length' ? 'length' : 'range',
    known.map(({ bound }) => bound),
  )
}

/** Formats a constraint for a question file; `constraintOf` parses it back. */
export function constraintText(constraint: Constraint): string {
  if (constraint.kind === 'pattern') return `regex(., ${inQuotes(constraint.pattern)})`
  const own = constraint.kind === 'length' ? 'string-length(.)' : '.'
  return constraint.bounds.map(({ op, value }) => `${own} ${op} ${valueText(value)}`).join(' and ')
}

function valueText(value: Bound['value']): string {
  if (typeof value === 'number') return decimalText(value)
  const days = daysFromToday(value)
  if (days === undefined) return `date('${value}')`
  return days === 0 ? 'today()' : `today() ${days < 0 ? '-' : '+'} ${Math.abs(days)}`
}

function parsed(text: string): Expression | string {
  try {
    return expressionOf(text)
  } catch (error) {
    if (error instanceof NotUnderstood) return error.from === '' ? Q16.unfinished : Q16.unclear(error.from)
    throw error
  }
}

function conjunction(expression: Expression): Expression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(conjunction) : [expression]
}

interface BoundOf {
  readonly of: 'own' | 'length'
  readonly bound: Bound
}

function boundOf(expression: Expression): BoundOf | string {
  if (expression.kind !== 'compare') return Q16.form
  const { op, left, right } = expression
  if (op === '=' || op === '!=') return Q16.form
  if (left.kind === 'own' || left.kind === 'length') return boundWith(left.kind, op, right)
  return right.kind === 'own' || right.kind === 'length' ? boundWith(right.kind, turned[op], left) : Q16.own
}

function boundWith(of: BoundOf['of'], op: Bound['op'], other: Operand): BoundOf | string {
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

function inQuotes(pattern: string): string {
  return pattern.includes("'") ? `"${pattern}"` : `'${pattern}'`
}

function patternConstraint(pattern: string, type: QuestionType): Constraint | string {
  const isText = questionTypeFacts[type].answer === 'text'
  if (!isText || pattern === '' || pattern.length > limits.patternMax || (pattern.includes("'") && pattern.includes('"'))) return Q16.form
  const size = isJavaScript(pattern) ? patterns.sizeOf(pattern) : undefined
  if (size === undefined) return Q16.pattern
  return size <= limits.patternSizeMax ? { kind: 'pattern', pattern } : Q16.large
}

// The engine also accepts syntax such as `\A`, which other programs that read question files do not support.
function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

function rangeOf(kind: 'range' | 'length', bounds: readonly Bound[]): Constraint | string {
  const [one, other] = bounds
  if (!one || !other) return { kind, bounds }
  const sameSide = one.op.charAt(0) === other.op.charAt(0)
  if (sameSide) return isCounted(one) === isCounted(other) ? { kind, bounds } : Q16.form
  const [low, high] = one.op.startsWith('>') ? [one, other] : [other, one]
  if (isCounted(low) !== isCounted(high)) return { kind, bounds }
  const [from, to] = [sizeOf(low), sizeOf(high)]
  return from < to || (from === to && low.op === '>=' && high.op === '<=') ? { kind, bounds } : Q16.impossible
}

function isCounted({ value }: Bound): boolean {
  return typeof value === 'string' && daysFromToday(value) !== undefined
}

function sizeOf({ value }: Bound): number {
  return typeof value === 'number' ? value : (daysFromToday(value) ?? Date.parse(value))
}
