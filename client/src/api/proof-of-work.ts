import { failureOf } from './failure.ts'
import { firstBitsAfter } from './sha256.ts'

/** How long one slice of work may take, so that the page answers to the finger all the while. */
const sliceMs = 12

/**
 * Solves the quiet proof of work that a 429 asks for (shared/spec/contract.md#submission). A challenge reads
 * `v1.BITS.EXPIRY.NONCE.SIGNATURE`; the proof is `CHALLENGE:COUNTER`, whose SHA-256 begins with BITS zero bits. Works in small slices.
 * Rejects when `signal` is aborted or when the challenge cannot be understood.
 */
export async function solve(challenge: string, signal: AbortSignal): Promise<string> {
  const bits = Number(challenge.split('.')[1])
  if (!Number.isInteger(bits) || bits < 1 || bits > 32) throw new Error('The challenge cannot be understood')
  const firstBits = firstBitsAfter(`${challenge}:`)
  const most = 2 ** (32 - bits)
  for (let counter = 0; ;) {
    const until = performance.now() + sliceMs
    while (performance.now() < until) {
      for (let tries = 0; tries < 64; tries += 1, counter += 1) if (firstBits(String(counter)) < most) return `${challenge}:${counter}`
    }
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}

/** Makes a call, and makes it again with the proof of work if it is asked for one. */
export async function withProof<Result>(call: (proof?: string) => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const { challenge } = failureOf(error).details
    if (typeof challenge !== 'string') throw error
    return call(await solve(challenge, new AbortController().signal))
  }
}
