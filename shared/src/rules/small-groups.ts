import { limits } from '../words/limits.ts'

interface Group {
  readonly respondents: number
}

/**
 * Of the groups that make up a whole that is told, those that may be told as well: none of fewer than five, and where those left out are fewer than
 * five together, not the smallest of the others either, or they would follow by subtraction (shared/spec/contract.md#figures).
 */
export function groupsToTell<One extends Group>(groups: readonly One[]): One[] {
  const large = groups.filter(isLargeEnough)
  const leftOut = sumOf(groups) - sumOf(large)
  if (leftOut === 0 || leftOut >= limits.smallestGroup) return large
  const smallest = Math.min(...large.map(({ respondents }) => respondents))
  const spared = large.findIndex(({ respondents }) => respondents === smallest)
  return large.filter((_group, place) => place !== spared)
}

/** Whether there are so many that nobody of them is known by it. */
export function isLargeEnough({ respondents }: Group): boolean {
  return respondents >= limits.smallestGroup
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { respondents }) => sum + respondents, 0)
}
