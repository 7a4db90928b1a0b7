import { createHash } from 'node:crypto'

/** What a browser does with a challenge; `bits` are those of the challenge when left out, fewer for a forged proof. */
export function solve(challenge: string | undefined, bits = Number(challenge?.split('.')[1])): string {
  for (let counter = 0; ; counter += 1) {
    const hash = createHash('sha256').update(`${challenge}:${counter}`).digest()
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return `${challenge}:${counter}`
  }
}
