import { hash } from 'node:crypto'

/** What a browser does with a challenge; `bits` are those of the challenge when left out, fewer for a forged proof. */
export function solve(challenge: string | undefined, bits = Number(challenge?.split('.')[1])): string {
  for (let counter = 0; ; counter += 1) {
    const proof = `${challenge}:${counter}`
    if (Number.parseInt(hash('sha256', proof).slice(0, 8), 16) >>> (32 - bits) === 0) return proof
  }
}
