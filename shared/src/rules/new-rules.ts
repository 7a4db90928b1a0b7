import type { DecidableFlag } from '../words/flags.ts'
import { questionTypeFacts } from '../words/question-types.ts'
import { hasAnswerForm } from './answers.ts'
import { calculateFromKnown } from './calculations.ts'
import { holdsByKnown, namesInTest } from './conditions.ts'
import { askingCondition, type QuestionDefinition } from './definition.ts'
import { isRed } from './red-rules.ts'

/** New calculations that are red, by identifier, each with its result: what an answer is red for besides its own rule. */
export type RedCalculations = Readonly<Record<string, string>>

/** What new rules need to know of a question in the version that was answered. */
export type AnsweredQuestion = Pick<QuestionDefinition, 'type' | 'redWhen' | 'redReason'>

/** An answer of an open case, with the decision on it that holds. */
export interface AnswerWithDecision {
  readonly identifier: string
  /** The question that was answered. */
  readonly question: AnsweredQuestion
  readonly value: string
  /** Whether the question was asked, given the other answers. */
  readonly wasAsked: boolean
  readonly initialFlag: DecidableFlag
  /**
   * `rulesVersion`: the version whose rules made it; undefined if a person did. `calculations`: for which the rules made the answer red,
   * also if a person then decided on it.
   */
  readonly decided:
    | {
        readonly flag: DecidableFlag | null
        readonly reason: string
        readonly rulesVersion?: number | undefined
        readonly calculations?: RedCalculations | undefined
      }
    | undefined
}

/** An answer whose flag changes under new rules, or that is red for another reason than it was. */
export interface FlagChange {
  /** Its position in the respondent's list. */
  readonly position: number
  readonly identifier: string
  readonly flag: DecidableFlag
  readonly reason: string
  /** The version whose rules change it. */
  readonly rulesVersion: number
  readonly calculations?: RedCalculations | undefined
  /** On which answers the rules of these calculations depend, and that of its own if it is one. */
  readonly from: readonly string[]
}

/**
 * Returns how the rules of a newer version change the flags of answers to an earlier one
 * (shared/spec/questionnaire-files.md#new-rules-for-open-cases). Decisions by people stay. A rule that may or may not be red, because of an
 * answer that was never asked for or that the newer question cannot have, makes nothing red, and nothing green that it depends on. A red
 * calculation that is new makes the first answer red that it is made from and that no person decided on, unless a person already decided on
 * one that it had made red. `today` is the day of the response, YYYY-MM-DD.
 */
export function flagChanges(
  { version, questions }: { readonly version: number; readonly questions: readonly QuestionDefinition[] },
  answers: readonly AnswerWithDecision[],
  today: string,
): FlagChange[] {
  const given = givenAnswers(answers)
  const facts = knownFacts(questions, given, today)
  const { reds, calculated, uncertain } = judge(questions, given, facts)
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  return answers.flatMap((answer, position): FlagChange[] => {
    const { identifier, initialFlag, decided } = answer
    const question = byIdentifier.get(identifier)
    if (!question || !facts.known.has(identifier) || isOfPerson(decided)) return []
    const found = calculated.get(identifier) ?? []
    const redOnes = reds.has(identifier) ? [question, ...found] : found
    const flag = redOnes.length > 0 ? 'red' : 'green'
    const results = found.map((one) => [one.identifier, facts.answerTo(one.identifier)] as const)
    const isTold =
      results.every(([name, result]) => decided?.calculations?.[name] === result) &&
      (!reds.has(identifier) || isReasonKnown(answer, question))
    if (flag === (decided?.flag ?? initialFlag) && isTold) return []
    if (flag === 'green' && (uncertain.has(identifier) || facts.impossible.has(identifier))) return []
    const reason = reasonOf(version, question, redOnes)
    const calculations = results.length > 0 ? Object.fromEntries(results) : undefined
    const from = [...new Set([...found, ...(question.calculation ? [question] : [])].flatMap((one) => originsOf(one, facts)))]
    return [{ position, identifier, flag, reason, rulesVersion: version, ...(calculations && { calculations }), from }]
  })
}

/**
 * Returns the answers on which an earlier green no longer holds because others were corrected: those that the rule of their own question makes
 * red now and did not, or with another result of its calculation; and for each new calculation that is red now and was not, or had another
 * result, those on which a person decided because of it, or if there is none the first that it is made from, if people decided on each of
 * them (shared/spec/questionnaire-files.md#new-rules-for-open-cases). `today` is the day of the response, YYYY-MM-DD.
 */
export function endedGreens(
  questions: readonly QuestionDefinition[],
  { before, after }: { readonly before: readonly AnswerWithDecision[]; readonly after: readonly AnswerWithDecision[] },
  today: string,
): ReadonlySet<string> {
  const was = redResults(questions, before, today)
  const is = redResults(questions, after, today)
  const changed = questions.filter(({ identifier }) => is.reds.has(identifier) && is.reds.get(identifier) !== was.reds.get(identifier))
  const ended = changed.flatMap((question) => {
    const { identifier } = question
    if (is.given.has(identifier)) return identifier
    const made = knownAnswers(originsOf(question, is.facts), is)
    const decidedFor = made.filter(({ decided }) => decided?.calculations?.[identifier] !== undefined)
    const bearers = decidedFor.length === 0 && made.every(({ decided }) => isOfPerson(decided)) ? made.slice(0, 1) : decidedFor
    return bearers.map((answer) => answer.identifier)
  })
  return new Set(ended)
}

/** Returns which questions are red for certain, each with the result of its calculation, empty if it has none. */
function redResults(questions: readonly QuestionDefinition[], answers: readonly AnswerWithDecision[], today: string) {
  const given = givenAnswers(answers)
  const facts = knownFacts(questions, given, today)
  const red = questions.filter((question) => verdictOf(question, facts) === 'red')
  const reds = new Map(red.map(({ identifier, calculation }) => [identifier, calculation ? facts.answerTo(identifier) : '']))
  return { given, facts, reds }
}

interface Judged {
  /** The answers that are red by the rule of their own question. */
  readonly reds: ReadonlySet<string>
  /** The red new calculations, by the answer that bears them. */
  readonly calculated: ReadonlyMap<string, readonly QuestionDefinition[]>
  /** The answers on which a rule depends that may or may not be red. */
  readonly uncertain: ReadonlySet<string>
}

function judge(questions: readonly QuestionDefinition[], given: GivenAnswers, facts: KnownFacts): Judged {
  const reds = new Set<string>()
  const uncertain = new Set<string>()
  const calculated = new Map<string, QuestionDefinition[]>()
  for (const question of questions) {
    const { identifier } = question
    const verdict = verdictOf(question, facts)
    if (verdict === 'green') continue
    const origins = originsOf(question, facts)
    if (verdict === undefined) for (const name of origins) uncertain.add(name)
    else if (given.has(identifier)) reds.add(identifier)
    else {
      const bearer = bearerOf(identifier, facts.answerTo(identifier), knownAnswers(origins, { given, facts }))
      if (bearer !== undefined) calculated.set(bearer, [...(calculated.get(bearer) ?? []), question])
    }
  }
  return { reds, calculated, uncertain }
}

/** Returns whether reviewers who see a red answer already know why the rule of its newer question makes it red. */
function isReasonKnown({ question: answered, decided }: AnswerWithDecision, question: QuestionDefinition): boolean {
  const reason = ownReason(question)
  if (decided) return decided.reason.includes(reason)
  return reason === ownReason(answered) || JSON.stringify(question.redWhen) === JSON.stringify(answered.redWhen)
}

function ownReason({ redReason }: Pick<QuestionDefinition, 'redReason'>): string {
  return redReason || 'this answer is red.'
}

function isOfPerson(decided: AnswerWithDecision['decided']): boolean {
  return decided !== undefined && decided.rulesVersion === undefined
}

type GivenAnswers = ReadonlyMap<string, AnswerWithDecision>

function givenAnswers(answers: readonly AnswerWithDecision[]): GivenAnswers {
  return new Map(answers.map((answer) => [answer.identifier, answer]))
}

function knownAnswers(
  names: readonly string[],
  { given, facts }: { readonly given: GivenAnswers; readonly facts: KnownFacts },
): AnswerWithDecision[] {
  return names.flatMap((name) => (facts.known.has(name) ? (given.get(name) ?? []) : []))
}

interface KnownFacts {
  readonly today: string
  readonly answerTo: (identifier: string) => string
  /** The existing answers, and the calculations of the newer version on them. */
  readonly known: ReadonlyMap<string, string>
  /** Which of these the newer question cannot have, or are calculated from such an answer. */
  readonly impossible: ReadonlySet<string>
  /** The answers on which each calculation, and each question whose answer is not known, depends: first those that are not empty. */
  readonly sources: ReadonlyMap<string, readonly string[]>
}

function knownFacts(questions: readonly QuestionDefinition[], given: GivenAnswers, today: string): KnownFacts {
  const known = new Map<string, string>()
  const impossible = new Set<string>()
  const sources = new Map<string, readonly string[]>()
  const facts = { answerTo: (identifier: string) => known.get(identifier) ?? '', today }
  const isKnown = (name: string) => known.has(name)
  const byIdentifier = new Map(questions.map((question) => [question.identifier, question]))
  for (const question of questions) {
    const { identifier, calculation } = question
    const answer = calculation ? undefined : given.get(identifier)
    if (answer?.wasAsked || answer?.value) {
      known.set(identifier, answer.value)
      if (!isPossible(question, answer)) impossible.add(identifier)
      continue
    }
    const askedWhen = askingCondition(question, (name) => byIdentifier.get(name))
    const calculated = (calculation ?? []).flatMap((step) => ('answerTo' in step ? step.answerTo : []))
    const needed = [...calculated, ...askedWhen.flat().flatMap(namesInTest)]
    const from = needed.flatMap((name) => [...(sources.get(name) ?? []), name])
    sources.set(identifier, [...new Set([...from.filter((name) => facts.answerTo(name) !== ''), ...from])])
    if (needed.some((name) => impossible.has(name))) impossible.add(identifier)
    const isAsked = holdsByKnown(askedWhen, facts, isKnown)
    if (isAsked === false) known.set(identifier, '')
    const result = isAsked && calculation ? calculateFromKnown(calculation, known, today) : undefined
    if (result !== undefined) known.set(identifier, result)
  }
  return { ...facts, known, impossible, sources }
}

// Any value could be a text, but a choice or a number is not what a person would have written.
function isPossible(question: QuestionDefinition, { question: answered, value }: AnswerWithDecision): boolean {
  if (value === '') return true
  const [then, now] = [questionTypeFacts[answered.type].answer, questionTypeFacts[question.type].answer]
  return now === 'text' ? then === 'text' || then === 'calculated' : hasAnswerForm(question.type, value, question.options)
}

/** Returns the flag that the rule of a question gives; undefined if it depends on what is not known. */
function verdictOf(question: QuestionDefinition, facts: KnownFacts): DecidableFlag | undefined {
  const { known, impossible } = facts
  const { identifier, redWhen } = question
  const value = known.get(identifier)
  if (!redWhen) return 'green'
  const isRedFor = (answer: string) =>
    redWhen.op === 'when'
      ? answer.trim() !== '' && holdsByKnown(redWhen.condition, facts, (name) => known.has(name)) === true
      : isRed(question, answer, facts)
  if (value !== undefined && isRedFor(value)) return 'red'
  const isSure = (name: string) => known.has(name) && !impossible.has(name)
  if (redWhen.op === 'when' && holdsByKnown(redWhen.condition, facts, isSure) === false) return 'green'
  if (!isSure(identifier)) return undefined
  return redWhen.op === 'when' && value?.trim() !== '' ? undefined : 'green'
}

/** Returns the answers on which the rule of a question depends: first those of its own calculation. */
function originsOf({ identifier, redWhen }: QuestionDefinition, { sources }: KnownFacts): string[] {
  const names = redWhen?.op === 'when' ? redWhen.condition.flat().flatMap(namesInTest) : []
  return [identifier, ...names].flatMap((name) => [...(sources.get(name) ?? []), name])
}

/**
 * Returns which of the answers that it is made from a red new calculation makes red; undefined if a person decided on it, or on all of them.
 */
function bearerOf(calculation: string, result: string, answers: readonly AnswerWithDecision[]): string | undefined {
  if (answers.some(({ decided }) => isOfPerson(decided) && decided?.calculations?.[calculation] === result)) return undefined
  const left = answers.filter(({ decided }) => !isOfPerson(decided))
  const bearer = left.find(({ decided }) => decided?.calculations?.[calculation] !== undefined) ?? left[0]
  return bearer?.identifier
}

/** `redOnes` are the questions whose rules make the answer red: its own, or calculations. */
function reasonOf(version: number, question: QuestionDefinition, redOnes: readonly QuestionDefinition[]): string {
  const reasons = redOnes.flatMap((redOne) => {
    const { identifier, redGuidance } = redOne
    const from = redOne === question ? [] : [`(${identifier}, calculated from this answer)`]
    const guidance = redGuidance ? [`To find out: ${redGuidance}`] : []
    return [ownReason(redOne), ...from, ...guidance]
  })
  return [`Rules of version ${version}:`, ...(reasons.length > 0 ? reasons : ['this answer is not red.'])].join(' ')
}
