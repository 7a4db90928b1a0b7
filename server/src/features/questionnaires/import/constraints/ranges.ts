/** The numbers from the least to the greatest; both may be infinite. */
export type Range = readonly [least: number, greatest: number]

export const everyNumber: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

/** Returns the range of all these numbers; undefined if there are none. */
export function rangeOf(numbers: readonly number[]): Range | undefined {
  return numbers.length === 0 ? undefined : [Math.min(...numbers), Math.max(...numbers)]
}

/** Returns the range that covers both. */
export function union(one: Range | undefined, other: Range | undefined): Range | undefined {
  return one && other ? [Math.min(one[0], other[0]), Math.max(one[1], other[1])] : (one ?? other)
}

/** Returns whether a range has a number of another. */
export function overlap([least, greatest]: Range, [otherLeast, otherGreatest]: Range): boolean {
  return least <= otherGreatest && otherLeast <= greatest
}

type Operation = (operands: readonly Range[]) => Range

const byEnds =
  (operation: (...ends: number[]) => number): Operation =>
  (operands) => {
    const ends = operands.reduce<number[][]>((sum, range) => sum.flatMap((chosen) => range.map((end) => [...chosen, end])), [[]])
    const results = ends.map((chosen) => operation(...chosen))
    return results.some(Number.isNaN) ? everyNumber : (rangeOf(results.map(rounded)) ?? everyNumber)
  }
// Results are rounded to nine decimals: 0.7 + 0.1 reaches 0.8.
const rounded = (number: number) => (Math.abs(number) < 1e9 ? Number(number.toFixed(9)) : number)
const each =
  (operation: (...ends: number[]) => number): Operation =>
  (operands) => [operation(...operands.map(([least]) => least)), operation(...operands.map(([, greatest]) => greatest))]

const halfOfLast = 5e-10

const quotient = byEnds((one = 0, other = 1) => one / other)

function roundedTo([least, greatest]: Range, [digits, most]: Range): Range {
  const factor = 10 ** digits
  // What is rounded has more decimals than the range.
  const [from = NaN, to = NaN] = [least - halfOfLast, greatest + halfOfLast].map((end) => Math.round(end * factor) / factor)
  return digits === most && from <= to ? [from, to] : everyNumber
}

/** Operations on numbers, by name, whose results are bounded by their operands; others may result in any number. */
export const rangeOperations: Readonly<Record<string, Operation>> = {
  '+': byEnds((one = 0, other = 0) => one + other),
  '-': byEnds((one = 0, other) => (other === undefined ? -one : one - other)),
  '*': byEnds((one = 0, other = 0) => one * other),
  // Next to zero, results have no bound.
  div: (operands) => (overlap(operands[1] ?? everyNumber, [0, 0]) ? everyNumber : quotient(operands)),
  min: each(Math.min),
  max: each(Math.max),
  int: each(Math.floor),
  abs: ([[least, greatest] = everyNumber]) => [Math.max(0, least, -greatest), Math.max(-least, greatest)],
  round: ([range = everyNumber, digits]) => roundedTo(range, digits ?? [0, 0]),
  number: each((one = 0) => one),
}
