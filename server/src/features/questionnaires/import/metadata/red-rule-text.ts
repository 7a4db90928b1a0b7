import { namesInTest, type Condition } from '@portico/shared/rules/conditions'
import type { QuestionDefinition, RedRule } from '@portico/shared/rules/definition'
import { parseCondition, formatCondition } from '../constraints/condition.ts'
import { formatDecimal } from '../constraints/expression.ts'
import { contradictionsIn } from '../constraints/contradictions/contradictions.ts'
import { doubtsAbout, partsThatNeverHold, type Warning } from '../constraints/doubtful-operations.ts'
import { comparisonsIn, createValueReader, impossibleIn, impossibleInWords } from '../constraints/impossible-comparisons.ts'
import { cleanCode } from '../text-cleaning.ts'
import { importProblems } from '@portico/shared/words/import/import-problems'
import { hasAnswer, isChoiceType, type QuestionType } from '@portico/shared/words/question-types'

/** A parsed rule, or a message that explains why it is invalid. */
export type RuleOutcome = { readonly rule: RedRule } | { readonly fault: string }
export interface RuleProblem {
  readonly code: 'M07' | 'M08' | 'M09'
  readonly message: string
}

type NumberOp = 'greaterThan' | 'lessThan' | 'ageUnder' | 'ageOver' | 'yearsSinceUnder' | 'yearsSinceOver'

const { M06, M07, M08, M09 } = importProblems
const decimal = /^-?\d{1,15}(\.\d{1,10})?$/
const operators: Readonly<Record<string, RedRule['op']>> = {
  in: 'in',
  not_in: 'notIn',
  greater_than: 'greaterThan',
  less_than: 'lessThan',
  age_under: 'ageUnder',
  age_over: 'ageOver',
  years_since_under: 'yearsSinceUnder',
  years_since_over: 'yearsSinceOver',
  answered: 'answered',
  when: 'when',
}
const examples: Readonly<Record<RedRule['op'], string>> = {
  in: 'in: yes | unsure',
  notIn: 'not_in: yes',
  greaterThan: 'greater_than: 912',
  lessThan: 'less_than: 3',
  ageUnder: 'age_under: 18',
  ageOver: 'age_over: 65',
  yearsSinceUnder: 'years_since_under: 2.75',
  yearsSinceOver: 'years_since_over: 10',
  answered: 'answered',
  when: "when: ${daysAbroad} > 912 and ${arrested} = 'yes'",
}

/** The key beside `op` in the object of a rule. */
const operandOf: Readonly<Record<RedRule['op'], string | undefined>> = {
  in: 'values',
  notIn: 'values',
  greaterThan: 'value',
  lessThan: 'value',
  ageUnder: 'years',
  ageOver: 'years',
  yearsSinceUnder: 'years',
  yearsSinceOver: 'years',
  answered: undefined,
  when: 'condition',
}

/** Parses the text of a `red_flag_when` cell (shared/spec/questionnaire-files.md#red-flag-rules), such as `in: yes | unsure`. */
export function parseRedRule(text: string): RuleOutcome {
  const [, word = '', rest] = /^([a-z_ ]+?)\s*(?::\s*(.*))?$/is.exec(text) ?? []
  const op = parseOperator(word)
  if (op === undefined) return { fault: M06.rule(text) }
  const fault = { fault: M06.rule(text, examples[op]) }
  switch (op) {
    case 'answered':
      return rest === undefined ? { rule: { op } } : fault
    case 'in':
    case 'notIn': {
      const values = (rest ?? '').split('|').map((value) => value.trim())
      return values.includes('') ? fault : { rule: { op, values: [...new Set(values)] } }
    }
    case 'when':
      return parseWhenRule(rest)
    default:
      return decimal.test(rest ?? '') ? createNumberRule(op, Number(rest), fault) : fault
  }
}

/** Parses the rule object of a JSON record, such as `{"op":"in","values":["yes"]}`. */
export function parseRedRuleJson(value: unknown): RuleOutcome {
  const fault = { fault: M06.rule(JSON.stringify(value) ?? '') }
  if (typeof value !== 'object' || value === null || !('op' in value) || typeof value.op !== 'string') return fault
  const op = parseOperator(value.op.replace(/[A-Z]/g, (letter) => `_${letter}`))
  // Some programs write every key, those without a value as null.
  if (op === undefined || Object.entries(value).some(([key, part]) => key !== 'op' && key !== operandOf[op] && part !== null)) return fault
  switch (op) {
    case 'answered':
      return { rule: { op } }
    case 'in':
    case 'notIn': {
      const values: readonly unknown[] = 'values' in value && Array.isArray(value.values) ? value.values : []
      const texts = values.filter((item) => typeof item === 'string').map(cleanCode)
      return values.length > 0 && texts.length === values.length ? { rule: { op, values: [...new Set(texts)] } } : fault
    }
    case 'when':
      return 'condition' in value && typeof value.condition === 'string' ? parseWhenRule(cleanCode(value.condition)) : fault
    case 'greaterThan':
    case 'lessThan':
      return 'value' in value && typeof value.value === 'number' ? createNumberRule(op, value.value, fault) : fault
    default:
      return 'years' in value && typeof value.years === 'number' ? createNumberRule(op, value.years, fault) : fault
  }
}

/** Formats a rule for a metadata file; `parseRedRule` parses it back. */
export function formatRedRule(rule: RedRule): string {
  const name = Object.keys(operators).find((word) => operators[word] === rule.op) ?? rule.op
  switch (rule.op) {
    case 'answered':
      return name
    case 'in':
    case 'notIn':
      return `${name}: ${rule.values.join(' | ')}`
    case 'greaterThan':
    case 'lessThan':
      return `${name}: ${formatDecimal(rule.value)}`
    case 'when':
      return `${name}: ${formatCondition(rule.condition)}`
    default:
      return `${name}: ${formatDecimal(rule.years)}`
  }
}

/**
 * Checks that a rule fits its question and is not trivial: M07, M08 and M09; warns about parts of it that do not do for every answer what
 * they seem to do.
 */
export function checkRule(
  rule: RedRule,
  question: QuestionDefinition,
  byIdentifier: ReadonlyMap<string, QuestionDefinition>,
): { readonly problems: readonly RuleProblem[]; readonly warnings: readonly Warning[] } {
  const problems = fitProblems(rule, question)
  const condition = conditionOf(rule, question.identifier)
  if (problems.length > 0 || !condition) return { problems, warnings: [] }
  const unfit = conditionProblems(condition, byIdentifier)
  if (unfit.length > 0) return { problems: unfit, warnings: [] }
  // An unanswered question is never red.
  const circumstances = { askedWhen: question.askedWhen, answered: question.identifier }
  const { never, partly } = contradictionsIn(condition, byIdentifier, circumstances)
  return {
    problems: never.map(({ why, text }) => ({ code: 'M07', message: M07[why](text) })),
    warnings: [...doubtsAbout(comparisonsIn(condition), byIdentifier, createValueReader(byIdentifier)), ...partsThatNeverHold(partly)],
  }
}

function fitProblems(rule: RedRule, question: QuestionDefinition): RuleProblem[] {
  const needs = requiredType(rule.op)
  if (!needs.fits(question.type)) {
    const name = formatRedRule(rule).replace(/:.*$/s, '')
    return [{ code: 'M07', message: M07.fit(name, needs.words, question.identifier, question.type) }]
  }
  if (question.defaultAnswer !== undefined) return [{ code: 'M07', message: M07.inAdvance(question.identifier) }]
  if (rule.op !== 'in' && rule.op !== 'notIn') return []
  const choices = (question.options ?? []).map((option) => option.value)
  const unknown = rule.values.filter((value) => !choices.includes(value))
  if (unknown.length > 0) return unknown.map((value) => ({ code: 'M08', message: M08.value(value, question.identifier, choices) }))
  if (!choices.every((value) => rule.values.includes(value))) return []
  return [{ code: 'M09', message: rule.op === 'in' ? M09.every : M09.none }]
}

/** Returns the condition of a rule that compares; undefined for other rules. */
function conditionOf(rule: RedRule, identifier: string): Condition | undefined {
  if (rule.op === 'when') return rule.condition
  if (rule.op !== 'greaterThan' && rule.op !== 'lessThan') return undefined
  return [[{ identifier, op: rule.op === 'lessThan' ? '<' : '>', value: rule.value }]]
}

/** A condition may refer to any question that takes an answer, and compare the answer only with what it may be. */
function conditionProblems(condition: Condition, byIdentifier: ReadonlyMap<string, QuestionDefinition>): RuleProblem[] {
  return condition.flat().flatMap((test): RuleProblem[] => {
    const unknown = namesInTest(test).filter((name) => !hasAnswer(byIdentifier.get(name)?.type ?? 'note'))
    if (unknown.length > 0) return unknown.map((name) => ({ code: 'M07', message: M07.names(name) }))
    const { identifier, op, value } = test
    const { options } = byIdentifier.get(identifier) ?? {}
    // `selected` looks for a word, because several choices are stored with spaces between them.
    const word = op === 'selected' && typeof value === 'string' ? value : ''
    const longer = word && options?.find((option) => option.value.split(' ').includes(word) && option.value !== word)
    if (longer) return [{ code: 'M07', message: M07.part(word, longer.value, identifier) }]
    const choice = (text: string, name: string) => M08.value(text, name, options?.map((option) => option.value) ?? [])
    return impossibleIn(comparisonsIn([[test]]), byIdentifier).map((impossible) => ({
      code: impossible.why === 'choice' ? 'M08' : 'M07',
      message: impossibleInWords(impossible, { ...M07, choice }),
    }))
  })
}

function parseWhenRule(text: string | undefined): RuleOutcome {
  if (!text) return { fault: M06.rule('when', examples.when) }
  const condition = parseCondition(text)
  return typeof condition === 'string' ? { fault: M06.when(condition) } : { rule: { op: 'when', condition } }
}

function parseOperator(word: string): RedRule['op'] | undefined {
  const key = word.trim().toLowerCase().replaceAll(' ', '_')
  return Object.hasOwn(operators, key) ? operators[key] : undefined
}

function createNumberRule(op: NumberOp, number: number, fault: { fault: string }): RuleOutcome {
  // JSON has numbers that a file would not give back as they were: 1e309 is infinite, which is stored as null.
  const written = formatDecimal(number)
  if (!decimal.test(written) || Number(written) !== number) return fault
  if (op === 'greaterThan' || op === 'lessThan') return { rule: { op, value: number } }
  return number >= 0 && number <= 200 ? { rule: { op, years: number } } : fault
}

function requiredType(op: RedRule['op']): { words: string; fits(type: QuestionType): boolean } {
  switch (op) {
    case 'in':
    case 'notIn':
      return { words: 'a question with choices', fits: isChoiceType }
    case 'greaterThan':
    case 'lessThan':
      return { words: 'a numeric question', fits: (type) => type === 'numeric' || type === 'calculate' }
    case 'ageUnder':
    case 'ageOver':
    case 'yearsSinceUnder':
    case 'yearsSinceOver':
      return { words: 'a date question', fits: (type) => type === 'date' }
    case 'answered':
      return { words: 'an input question', fits: (type) => type === 'input' }
    case 'when':
      return { words: 'a question with an answer', fits: hasAnswer }
  }
}
