import type { Constraint } from '@portico/shared/rules/definition'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { limits } from '@portico/shared/words/limits'
import { type QuestionType, questionTypeFacts } from '@portico/shared/words/question-types'
import { patterns } from '../../patterns.ts'

type Bound = Extract<Constraint, { kind: 'range' }>['bounds'][number]

const { Q16 } = importProblems

/**
 * The constraint of a question file (shared/spec/questionnaire-files.md#question-file-errors, Q16): `. OP N`, two of them joined by `and`,
 * `. OP today()` for dates, or `regex(., 'PATTERN')` for text with a pattern that runs in linear time. A string says what is wrong with it.
 */
export function constraintOf(text: string, type: QuestionType): Constraint | string {
  const pattern = patternIn(text)
  if (pattern !== undefined) return patternConstraint(pattern, type)
  const bounds = text.split(/\s+and\s+/i).map(boundOf)
  if (bounds.length > 2 || !bounds.every((bound) => bound !== undefined)) return Q16.form
  const fits = bounds.every(({ value }) => questionTypeFacts[type].answer === (value === 'today' ? 'date' : 'number'))
  if (!fits) return Q16.form
  return isPossible(bounds) ? { kind: 'range', bounds } : Q16.impossible
}

/** The constraint as a question file writes it; `constraintOf` reads it back. */
export function constraintText(constraint: Constraint): string {
  if (constraint.kind === 'pattern') return `regex(., ${inQuotes(constraint.pattern)})`
  return constraint.bounds.map(({ op, value }) => `. ${op} ${value === 'today' ? 'today()' : value}`).join(' and ')
}

function inQuotes(pattern: string): string {
  return pattern.includes("'") ? `"${pattern}"` : `'${pattern}'`
}

function patternIn(text: string): string | undefined {
  return /^regex\(\s*\.\s*,\s*(['"])(.*)\1\s*\)$/is.exec(text)?.[2]
}

function patternConstraint(pattern: string, type: QuestionType): Constraint | string {
  const isText = questionTypeFacts[type].answer === 'text'
  if (!isText || pattern === '' || pattern.length > limits.patternMax || (pattern.includes("'") && pattern.includes('"'))) return Q16.form
  const size = isJavaScript(pattern) ? patterns.sizeOf(pattern) : undefined
  if (size === undefined) return Q16.pattern
  return size <= limits.patternSizeMax ? { kind: 'pattern', pattern } : Q16.large
}

// What the engine takes besides, such as `\A`, no other program that reads question files understands.
function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

function boundOf(text: string): Bound | undefined {
  const [, op, value = ''] = /^\.\s*(>=|<=|>|<)\s*(-?\d{1,15}(?:\.\d{1,10})?|today\(\s*\))$/i.exec(text.trim()) ?? []
  if (op !== '>=' && op !== '<=' && op !== '>' && op !== '<') return undefined
  return { op, value: /^today/i.test(value) ? 'today' : Number(value) }
}

function isPossible(bounds: readonly Bound[]): boolean {
  const least = bounds.filter(({ op }) => op.startsWith('>'))
  const most = bounds.filter(({ op }) => op.startsWith('<'))
  return least.every((low) =>
    most.every((high) => {
      const [from, to] = [low.value, high.value].map((value) => (value === 'today' ? 0 : value))
      return from !== undefined && to !== undefined && (from < to || (from === to && low.op === '>=' && high.op === '<='))
    }),
  )
}
