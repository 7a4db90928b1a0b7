import { limits } from '../words/limits.ts'

interface Group {
  readonly respondents: number
}

/**
 * Returns the groups whose sizes may be published beside their published total: none below five, and, if those left out add up to fewer
 * than five, not the smallest remaining one either, because the rest would follow by subtraction (shared/spec/contract.md#figures).
 */
export function groupsToShow<One extends Group>(groups: readonly One[]): One[] {
  const large = groups.filter(isLargeEnough)
  const leftOut = sumOf(groups) - sumOf(large)
  if (leftOut === 0 || leftOut >= limits.smallestGroup) return large
  const smallest = Math.min(...large.map(({ respondents }) => respondents))
  const withheld = large.findIndex(({ respondents }) => respondents === smallest)
  return large.filter((_group, place) => place !== withheld)
}

/** Returns whether a group is large enough that its size identifies nobody. */
export function isLargeEnough({ respondents }: Group): boolean {
  return respondents >= limits.smallestGroup
}

function sumOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { respondents }) => sum + respondents, 0)
}
