import { decisionKinds, type DecisionKind } from '@portico/shared/words/decision-kinds'
import type { RedCalculations } from '@portico/shared/rules/new-rules'
import type { DecidableFlag } from '@portico/shared/words/flags'
import { rulesReason } from '@portico/shared/words/rules-reason'
import { z } from 'zod'

/** A decision on a case or a change to it, with its reason. */
export interface Decision {
  readonly about: DecisionKind
  /** For an answer: its position in the respondent's list. */
  readonly position: number | null
  /** Null revokes a force or a check-in; of a correction, red if a person’s red is kept. */
  readonly flag: DecidableFlag | null
  readonly reason: string
  /** For an answer: the version whose rules made the decision; undefined if a person did. Set only by the code that applies rules. */
  readonly rulesVersion?: number | undefined
  /** For a decision of rules: the new calculations for which the answer is red, with their results. */
  readonly calculations?: RedCalculations | undefined
  /** For an answer: whether the decision takes the one before it back. */
  readonly isUndo?: boolean
  /** For an answer: whether it was overridden at check-in. */
  readonly isAtCheckIn?: boolean
  /** For decisions that are not about a flag: the values before and after the change. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

const kindLetters: Readonly<Record<DecisionKind, string>> = {
  answer: 'a',
  respondent: 'r',
  'check-in': 'c',
  correction: 'k',
  move: 'm',
  withdrawal: 'w',
  merge: 'd',
  return: 'b',
}
const kindsByLetter = new Map(decisionKinds.map((about) => [kindLetters[about], about]))
const flagsByLetter = new Map((['red', 'green'] as const).map((flag) => [flag.slice(0, 1), flag]))
const ruleMark = '\u0000'
// White space, so that a running earlier version trims it away; trimmed reasons do not end in it.
const undoMark = '\f'
const checkInMark = '\v'
const changes = z.tuple([z.string(), z.string(), z.string()])
const redCalculations = z.record(z.string(), z.string())

/**
 * Serializes a decision for sealing: kind, position and flag in six characters, then the reason and, after U+0000, which no typed text
 * contains, the version of the rules that made it and, after another, its calculations as JSON; at the end U+000C for an undo or U+000B for
 * an override at check-in. If it is not about a flag, before, after and reason as JSON.
 */
export function writeDecision({ about, position, flag, reason, isUndo, isAtCheckIn, before, after, ...rules }: Decision): string {
  const { rulesVersion, calculations } = rules
  const ruled = [reason, rulesVersion, calculations && JSON.stringify(calculations)].filter((part) => part !== undefined).join(ruleMark)
  const made = [ruled, isUndo ? undoMark : '', isAtCheckIn ? checkInMark : ''].join('')
  const content = isFlag(about) ? made : JSON.stringify([before ?? '', after ?? '', reason])
  return [kindLetters[about], position === null ? '----' : String(position).padStart(4, '0'), flag?.[0] ?? '-', content].join('')
}

/** Parses such a text, ignoring trailing spaces; undefined if its kind is unknown. */
export function readDecision(text: string): Decision | undefined {
  const about = kindsByLetter.get(text.slice(0, 1))
  if (!about) return undefined
  const position = text.slice(1, 5)
  const flag = flagsByLetter.get(text.slice(5, 6)) ?? null
  return { about, position: position === '----' ? null : Number(position), flag, ...readContent(about, text.slice(6)) }
}

function isFlag(about: DecisionKind): boolean {
  return about === 'answer' || about === 'respondent' || about === 'check-in'
}

function readContent(about: DecisionKind, padded: string): Omit<Decision, 'about' | 'position' | 'flag'> {
  const text = padded.trimEnd()
  if (about === 'answer') {
    // Rules' decisions of earlier releases have no version, only the reason that people cannot write.
    const [reason = '', version = rulesReason.exec(text)?.[1], calculations] = text.split(ruleMark)
    const [isUndo, isAtCheckIn] = [undoMark, checkInMark].map((mark) => padded.startsWith(mark, text.length))
    return {
      reason,
      ...(version !== undefined && { rulesVersion: Number(version) }),
      ...(calculations !== undefined && { calculations: redCalculations.parse(JSON.parse(calculations)) }),
      ...(isUndo && { isUndo }),
      ...(isAtCheckIn && { isAtCheckIn }),
    }
  }
  if (isFlag(about)) return { reason: text }
  const [before, after, reason] = changes.parse(JSON.parse(text))
  return { reason, before, after }
}
