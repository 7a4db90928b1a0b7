const mostKept = 500
const longestKept = 40

/**
 * As `make`, for values of which few come again and again: what was made of each is kept, of up to 500 and of no long text, so that memory does
 * not grow with the rows. Where there are more, most come once, and nothing is looked up any more.
 */
export function remembered<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const kept = new Map<Given, Made>()
  return (given) => {
    if (kept.size >= mostKept || (typeof given === 'string' && given.length > longestKept)) return make(given)
    const known = kept.get(given)
    if (known !== undefined) return known
    const made = make(given)
    // Text put together of pieces becomes one piece when it is read, which is faster to use again and again.
    if (typeof made === 'string') made.charCodeAt(0)
    kept.set(given, made)
    return made
  }
}
