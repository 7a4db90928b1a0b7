import { hash } from 'node:crypto'

/** Solves a challenge like a browser; `bits` defaults to those of the challenge, and fewer give a forged proof. */
export function solve(challenge: string | undefined, bits = Number(challenge?.split('.')[1])): string {
  for (let counter = 0; ; counter += 1) {
    const proof = `${challenge}:${counter}`
    if (Number.parseInt(hash('sha256', proof).slice(0, 8), 16) >>> (32 - bits) === 0) return proof
  }
}
