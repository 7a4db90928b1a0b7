/**
 * Returns the candidate that was most likely meant by `word`, for "Did you mean …?": the one with the smallest edit distance, or else the
 * only one that begins with the word. Ignores case. `maxDistance` is in edits; by default one in three characters may be wrong, but at most
 * eight. Undefined if no candidate is close enough.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  maxDistance = Math.min(8, Math.max(1, Math.floor(word.length / 3))),
): string | undefined {
  const wanted = word.toLowerCase()
  const longer: string[] = []
  let best: string | undefined
  let bestDistance = maxDistance + 1
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase()
    if (wanted.length >= 3 && lower.startsWith(wanted)) longer.push(candidate)
    if (Math.abs(lower.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, lower, bestDistance)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best ?? (longer.length === 1 ? longer[0] : undefined)
}

/**
 * Returns the number of edits (insertion, deletion, replacement, or swap of neighbors) from one word to the other; some number that is not
 * below `limit` if there are at least that many.
 */
export function editDistance(from: string, to: string, limit = Infinity): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  let current: number[] = []
  let lowestOfLast = 0
  for (let row = 1; row <= from.length; row++) {
    // Cells further from the diagonal cost at least the limit.
    const [first, end] = [Math.max(1, row - limit), Math.min(to.length, row + limit)]
    current[first - 1] = first === 1 ? row : Infinity
    current[end + 1] = Infinity
    let lowest = first === 1 ? row : Infinity
    for (let column = first; column <= end; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let cost = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current[column] = cost
      if (cost < lowest) lowest = cost
    }
    // A swap reaches back two rows.
    if (lowest >= limit && lowestOfLast >= limit) return limit
    lowestOfLast = lowest
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return at(last, to.length)
}

function at(costs: readonly number[], column: number): number {
  return costs[column] ?? Infinity
}
