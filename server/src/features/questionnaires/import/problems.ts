import type { ImportProblemCode } from '@portico/shared/words/import/import-problems'

/**
 * A problem or warning about an uploaded file: its location and what to do about it (shared/spec/questionnaire-files.md#message-format).
 * `location` is `sheet!CELL`, `line L, column K (header)`, `item N, "key"` or the file name; `order` sorts problems within the file in
 * ascending order, those without it first.
 */
export interface Problem {
  readonly code: ImportProblemCode
  readonly location: string
  readonly message: string
  readonly order?: number
}

/** The location of a problem, and its position in the order of the file. */
export type FileLocation = Pick<Problem, 'location' | 'order'>

/** The findings from reading a file. Problems stop the upload, warnings do not. */
export interface Findings {
  readonly problems: Problem[]
  readonly warnings: Problem[]
}

const maxProblems = 20_000
const maxLines = 20
const maxLocations = 3
const maxWarnings = 100

/** A list capped at 20,000 problems, so that no file can exhaust the memory. */
class LimitedProblems extends Array<Problem> {
  override push(...problems: Problem[]): number {
    return this.length < maxProblems ? super.push(...problems) : this.length
  }
}

/** Whether a list has reached its cap, so that no more messages need to be built. */
export function isFull(problems: readonly Problem[]): boolean {
  return problems.length >= maxProblems
}

/** Creates empty findings. */
export function createFindings(): Findings {
  return { problems: new LimitedProblems(), warnings: new LimitedProblems() }
}

/**
 * Formats problems in file order, one line per cause with its locations, at most 20 lines followed by the number of the rest
 * (shared/spec/questionnaire-files.md#message-format).
 */
export function formatProblems(problems: readonly Problem[]): string {
  return formatLines(problems, maxLines, 'problem').join('\n')
}

/** Formats warnings as lines of the same form. */
export function formatWarnings(warnings: readonly Problem[]): string[] {
  return formatLines(warnings, maxWarnings, 'warning')
}

/** Sorts problems by their position in the file; for a cell that cannot be read as text, other problems are dropped. */
export function sortInFileOrder(problems: readonly Problem[]): Problem[] {
  const unreadable = new Set(problems.filter(({ code }) => code === 'Q20' || code === 'M01').map(({ location }) => location))
  return problems
    .filter(({ code, location }) => code === 'Q20' || code === 'M01' || !unreadable.has(location))
    .toSorted((one, other) => (one.order ?? -1) - (other.order ?? -1))
}

function formatLines(problems: readonly Problem[], max: number, noun: string): string[] {
  const inOrder = sortInFileOrder(problems)
  const exact = groupByCause(inOrder, ({ message }) => message)
  // If the list would be too long, the same fault with different values counts as one cause.
  const causes = exact.length <= max ? exact : groupByCause(inOrder, ({ message }) => message.replace(/"[^"]*"/g, '""'))
  const more = causes.slice(max).reduce((sum, cause) => sum + cause.length, 0)
  const lines = causes.slice(0, max).map(formatCause)
  return more > 0 ? [...lines, `…and ${more} more ${noun}${more === 1 ? '' : 's'}.`] : lines
}

function groupByCause(problems: readonly Problem[], kindOf: (problem: Problem) => string): Problem[][] {
  const causes = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = `${problem.code} ${kindOf(problem)}`
    const cause = causes.get(key)
    if (cause) cause.push(problem)
    else causes.set(key, [problem])
  }
  return [...causes.values()]
}

function formatCause(cause: readonly Problem[]): string {
  const [first] = cause
  const isSame = cause.every(({ message }) => message === first?.message)
  return `[${first?.code}] ${formatLocations(cause.map(({ location }) => location))}: ${first?.message}${isSame ? '' : ' Likewise at the others.'}`
}

/** Formats up to three locations, naming the sheet once: `survey!A5, A9, A14 and 9 more`. */
function formatLocations(locations: readonly string[]): string {
  const places = [...new Set(locations)]
  let sheet: string | undefined
  const shown = places.slice(0, maxLocations).map((place) => {
    const [, own, cell] = /^(.*)!([A-Z]+\d+)$/s.exec(place) ?? []
    const isSame = own !== undefined && own === sheet
    sheet = own
    return isSame ? cell : place
  })
  const text = shown.join(places[0]?.startsWith('line ') ? '; ' : ', ')
  return places.length > maxLocations ? `${text} and ${places.length - maxLocations} more` : text
}
