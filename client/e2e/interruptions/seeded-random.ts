/** Returns a function that picks a pseudo-random element; the same seed gives the same sequence (mulberry32). */
export function seededRandom(seed: number): <One>(from: readonly One[]) => One {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (from) => {
    const drawn = from[Math.floor(next() * from.length)]
    if (drawn === undefined) throw new Error('There is nothing to draw from')
    return drawn
  }
}
