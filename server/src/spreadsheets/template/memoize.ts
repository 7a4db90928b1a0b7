const maxResults = 500
const maxKeyLength = 40

/**
 * Memoizes `make` for values that recur often. Keeps at most 500 results and none for long strings, so that memory does not grow with the
 * rows. Once it is full, most values are assumed to be unique and lookups stop.
 */
export function memoize<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const kept = new Map<Given, Made>()
  return (given) => {
    if (kept.size >= maxResults || (typeof given === 'string' && given.length > maxKeyLength)) return make(given)
    const known = kept.get(given)
    if (known !== undefined) return known
    const made = make(given)
    // Flattens the concatenated text once, which makes repeated use faster.
    if (typeof made === 'string') made.charCodeAt(0)
    kept.set(given, made)
    return made
  }
}
