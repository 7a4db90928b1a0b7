/**
 * The constants of SHA-256: the first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of
 * the first 8.
 */
const rounds = fractions(64, Math.cbrt)
const start = fractions(8, Math.sqrt)
const schedule = new Int32Array(64)

/**
 * Hashes texts with a common prefix synchronously: the browser's own digest is asynchronous, and missing in pages served over plain HTTP.
 * Returns a function from the rest of the text (ASCII) to the first 32 bits of the SHA-256.
 */
export function firstBitsAfter(prefix: string): (rest: string) => number {
  const bytes = new TextEncoder().encode(prefix)
  const whole = bytes.length - (bytes.length % 64)
  const begun = start.slice()
  for (let index = 0; index < whole; index += 64) compress(begun, bytes, index)
  const tail = bytes.subarray(whole)
  return (rest) => {
    const state = begun.slice()
    const last = lastBlocks(tail, rest, bytes.length + rest.length)
    for (let index = 0; index < last.length; index += 64) compress(state, last, index)
    return (state[0] ?? 0) >>> 0
  }
}

function lastBlocks(tail: Uint8Array, rest: string, length: number): Uint8Array {
  const used = tail.length + rest.length
  const blocks = new Uint8Array(used + 9 > 64 ? 128 : 64)
  blocks.set(tail)
  for (let index = 0; index < rest.length; index += 1) blocks[tail.length + index] = rest.charCodeAt(index)
  blocks[used] = 0x80
  new DataView(blocks.buffer).setUint32(blocks.length - 4, length * 8)
  return blocks
}

function compress(state: Int32Array, bytes: Uint8Array, offset: number): void {
  expand(bytes, offset)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (rounds[round] ?? 0) + (schedule[round] ?? 0)) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) | 0
}

function expand(bytes: Uint8Array, offset: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, 64)
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(index * 4)
  for (let index = 16; index < 64; index += 1) {
    const near = schedule[index - 2] ?? 0
    const far = schedule[index - 15] ?? 0
    const mixedFar = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const mixedNear = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    schedule[index] = ((schedule[index - 16] ?? 0) + mixedFar + (schedule[index - 7] ?? 0) + mixedNear) | 0
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fractions(count: number, root: (prime: number) => number): Int32Array {
  const words = new Int32Array(count)
  let prime = 1
  for (let index = 0; index < count; index += 1) {
    do prime += 1
    while (!isPrime(prime))
    words[index] = ((root(prime) % 1) * 2 ** 32) | 0
  }
  return words
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false
  return true
}
