/**
 * Returns the candidate that was most likely meant by `word`, for "Did you mean …?": the one with the smallest edit distance, or else the
 * only one that begins with the word. Ignores case. `maxDistance` is in edits; by default one in three characters may be wrong. Undefined
 * if no candidate is close enough.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  maxDistance = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  const wanted = word.toLowerCase()
  const longer: string[] = []
  let best: string | undefined
  let bestDistance = maxDistance + 1
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase()
    if (wanted.length >= 3 && lower.startsWith(wanted)) longer.push(candidate)
    if (Math.abs(lower.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, lower)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best ?? (longer.length === 1 ? longer[0] : undefined)
}

/** Returns the number of edits (insertion, deletion, replacement, or swap of neighbors) from one word to the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const replaced = at(last, column - 1) + (same ? 0 : 1)
      let cost = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(costs: readonly number[], column: number): number {
  return costs[column] ?? 0
}
