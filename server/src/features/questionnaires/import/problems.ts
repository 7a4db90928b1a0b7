import type { ImportProblemCode } from '@portico/shared/words/import/import-problems'

/**
 * One thing wrong with an uploaded file, or worth a look: where it stands and what to do
 * (shared/spec/questionnaire-files.md#message-format). `location` is `sheet!CELL`, `line L, column K (header)`, `item N, "key"` or the file
 * name; `order` sorts within the file, smaller first, and a problem without it comes before the others.
 */
export interface Problem {
  readonly code: ImportProblemCode
  readonly location: string
  readonly message: string
  readonly order?: number
}

/** Where a problem stands, and its position in the order of the file. */
export type FileLocation = Pick<Problem, 'location' | 'order'>

/** What the reading of a file has found so far. Problems stop the upload, warnings do not. */
export interface Findings {
  readonly problems: Problem[]
  readonly warnings: Problem[]
}

const mostProblems = 20_000
const mostLines = 20
const mostWarnings = 100

/** A list that takes no more than 20,000 problems, so that no file can fill the memory with them. */
class LimitedProblems extends Array<Problem> {
  override push(...problems: Problem[]): number {
    return this.length < mostProblems ? super.push(...problems) : this.length
  }
}

/** Whether a list has taken all it takes, so that nothing more needs to be worded. */
export function isFull(problems: readonly Problem[]): boolean {
  return problems.length >= mostProblems
}

/** Nothing found yet. */
export function noFindings(): Findings {
  return { problems: new LimitedProblems(), warnings: new LimitedProblems() }
}

/**
 * Problems in file order, one line each, at most 20 and then how many more there are (shared/spec/questionnaire-files.md#message-format).
 */
export function formatProblems(problems: readonly Problem[]): string {
  return linesOf(problems, mostLines, 'problem').join('\n')
}

/** Warnings as lines of the same form. */
export function formatWarnings(warnings: readonly Problem[]): string[] {
  return linesOf(warnings, mostWarnings, 'warning')
}

/** The problems as a reader of the file meets them; of a cell that cannot be read as text, nothing else is said. */
export function inFileOrder(problems: readonly Problem[]): Problem[] {
  const unreadable = new Set(problems.filter(({ code }) => code === 'Q20' || code === 'M01').map(({ location }) => location))
  return problems
    .filter(({ code, location }) => code === 'Q20' || code === 'M01' || !unreadable.has(location))
    .toSorted((one, other) => (one.order ?? -1) - (other.order ?? -1))
}

function linesOf(problems: readonly Problem[], most: number, noun: string): string[] {
  const inOrder = inFileOrder(problems)
  const lines = inOrder.slice(0, most).map(({ code, location, message }) => `[${code}] ${location}: ${message}`)
  const more = inOrder.length - most
  return more > 0 ? [...lines, `…and ${more} more ${noun}${more === 1 ? '' : 's'}.`] : lines
}
