const pairs = 200
const warmUp = 20

/**
 * Returns how much longer one of two functions takes than the other: the ratio of their times, at least 1. They alternate in order, and the
 * fastest quarter of each counts, because other load on the machine only ever adds time.
 */
export async function timeRatio(what: string, one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const sides = [
    { run: one, times: [] as number[] },
    { run: other, times: [] as number[] },
  ]
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    for (const { run, times } of pair % 2 === 0 ? sides : sides.toReversed()) {
      const start = performance.now()
      await run()
      if (pair >= 0) times.push(performance.now() - start)
    }
  }
  const [first = 0, second = 0] = sides.map(({ times }) => meanOfFastest(times))
  console.log(`${what}: fastest quarters of ${pairs} pairs ${first.toFixed(2)} ms and ${second.toFixed(2)} ms`)
  return Math.max(first, second) / Math.min(first, second)
}

function meanOfFastest(times: readonly number[]): number {
  const fastest = times.toSorted((slow, fast) => slow - fast).slice(0, Math.ceil(times.length / 4))
  return fastest.reduce((sum, time) => sum + time, 0) / fastest.length
}
