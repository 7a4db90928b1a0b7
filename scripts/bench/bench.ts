import { readFileSync } from 'node:fs'
import type { FilledPortal } from './filled-portal.ts'
import { median } from './load.ts'

/** One row of the table. */
export interface Line {
  readonly what: string
  /** What was measured, and what it is compared with. */
  readonly measured: string
  /** The measured figure: a ratio, or a quantity in `unit`. */
  readonly figure: number
  readonly unit?: string
  /** Good enough, and as good as the machine should allow. */
  readonly bar: number
  readonly aim: number
  /** Whether a larger figure is better. */
  readonly moreIsBetter?: boolean
}

/** What the files in `lines/` use to measure. */
export interface Bench {
  /** Adds a line to the table. */
  readonly report: (line: Line) => void
  /** Returns a portal with respondents, filled on first use and shared by all lines. */
  readonly filled: () => Promise<FilledPortal>
}

/** Formats the lines as a Markdown table, for a terminal and for the README. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const shown = (value: number) => `${formatFigure(value)}${line.unit ? ` ${line.unit}` : ''}`
    return [line.what, line.measured, shown(line.figure), shown(line.bar), shown(line.aim), verdictOf(line)]
  })
  const table = [['line', 'measured', 'now', 'bar', 'aim', ''], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const [head = '', ...body] = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

function verdictOf({ figure, bar, aim, moreIsBetter = false }: Line): string {
  const reaches = (wanted: number) => (moreIsBetter ? figure >= wanted : figure <= wanted)
  if (reaches(aim)) return 'aim'
  return reaches(bar) ? 'bar' : 'missed'
}

function formatFigure(value: number): string {
  if (value >= 100) return String(Math.round(value))
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** The CPU time of a process so far, user and system, in ms; 0 where the system has no `/proc`, and for a process that is gone. */
export function processorTimeOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Measures a duration in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const rounds = 5
const timesEach = 40

/**
 * Measures two functions in ms, alternating so that other load on the machine affects both: medians of several rounds, and the median of
 * the rounds' ratios.
 */
export async function compareTimes(
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<{ readonly ours: number; readonly theirs: number; readonly ratio: number }> {
  const found: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const times = { ours: [] as number[], theirs: [] as number[] }
    for (let time = 0; time < timesEach; time += 1) {
      times.ours.push(await timed(ours))
      times.theirs.push(await timed(theirs))
    }
    found.push({ ours: median(times.ours), theirs: median(times.theirs) })
  }
  return {
    ours: median(found.map((round) => round.ours)),
    theirs: median(found.map((round) => round.theirs)),
    ratio: median(found.map((round) => round.ours / round.theirs)),
  }
}
