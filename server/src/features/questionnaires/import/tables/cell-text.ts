/** Text of a cell as people read it: trimmed, white space collapsed to one space, control characters removed (questionnaire-files 2.1). */
export function cleaned(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}

/** Cleaned text with curly quotes made straight, for cells that hold a name, a type, a condition or a rule. */
export function straightened(text: string): string {
  return cleaned(text.replace(/[\u2018\u2019\u201a\u201b]/g, "'").replace(/[\u201c\u201d\u201e\u201f]/g, '"'))
}

/** How sheet names and headers are compared: without case, outer white space, or the difference of space and underscore. */
export function comparable(name: string): string {
  return cleaned(name).toLowerCase().replace(/[ _]+/g, '_')
}

/** The one of these that is at most two typing mistakes away from the word, if any; the closest wins. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase()
  const most = wanted.length <= 4 ? 1 : 2
  let best: string | undefined
  let fewest = most + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue
    const mistakes = editDistance(wanted, candidate.toLowerCase())
    if (mistakes >= fewest) continue
    fewest = mistakes
    best = candidate
  }
  return best
}

/** Letters to add, leave out, replace or swap with their neighbour to get from one word to the other. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same, swap))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
