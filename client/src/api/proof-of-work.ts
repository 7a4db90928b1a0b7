import { failureOf } from './failure.ts'
import { firstBitsAfter } from './sha256.ts'

/** How long one slice of work may take without making the page unresponsive. */
const sliceMs = 12

/**
 * Solves the proof of work that a 429 asks for (shared/spec/contract.md#submission). A challenge reads `v1.BITS.EXPIRY.NONCE.SIGNATURE`;
 * the proof is `CHALLENGE:COUNTER`, whose SHA-256 begins with BITS zero bits. Works in small slices. Rejects if `signal` is aborted or the
 * challenge is malformed.
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

/** Makes a call, and repeats it with a proof of work if the server asks for one. */
export async function withProof<Result>(call: (proof?: string) => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const { challenge } = failureOf(error).details
    if (typeof challenge !== 'string') throw error
    return call(await solve(challenge, new AbortController().signal))
  }
}
