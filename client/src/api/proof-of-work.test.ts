import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { solve } from './proof-of-work.ts'
import { firstBitsAfter } from './sha256.ts'

describe('the proof of work', () => {
  it('hashes like SHA-256 for inputs of any length', () => {
    for (const prefix of ['', 'abc', 'x'.repeat(55), 'y'.repeat(63), 'z'.repeat(64), 'v'.repeat(120)]) {
      for (const rest of ['', '7', '123456789012', '9'.repeat(55)]) {
        const wanted = createHash('sha256')
          .update(prefix + rest)
          .digest()
          .readUInt32BE(0)
        expect(firstBitsAfter(prefix)(rest)).toBe(wanted)
      }
    }
  })

  it('finds a proof with the required number of zero bits', async () => {
    const challenge = 'v1.10.1795251361998.bm9uY2U.c2lnbmF0dXJl'
    const proof = await solve(challenge, new AbortController().signal)
    expect(proof).toMatch(/^v1\.10\.1795251361998\.bm9uY2U\.c2lnbmF0dXJl:\d+$/)
    expect(createHash('sha256').update(proof).digest().readUInt32BE(0)).toBeLessThan(2 ** 22)
  })

  it('stops between two slices when aborted', async () => {
    const work = new AbortController()
    setTimeout(() => work.abort(), 30)
    await expect(solve('v1.32.1.a.b', work.signal)).rejects.toThrow()
  })

  it('rejects a malformed challenge', async () => {
    await expect(solve('v2.many.1.a.b', new AbortController().signal)).rejects.toThrow('cannot be understood')
  })
})
