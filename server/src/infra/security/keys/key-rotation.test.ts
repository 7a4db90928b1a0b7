import { describe, expect, it } from 'vitest'
import { prepareKey, retireKeys, rotateKeys } from './key-rotation.ts'
import type { Ring } from './keyring-file.ts'

const now = new Date('2026-11-22T12:00:00Z')
const bytes = Buffer.alloc(32)
const ringOf = (...seal: readonly (readonly [id: string, madeAt?: string])[]): Ring => ({
  seal: seal.map(([id, madeAt]) => ({ id, key: bytes, ...(madeAt && { madeAt }) })),
  lookup: bytes,
  sign: bytes,
})
const ids = (ring: Ring) => ring.seal.map(({ id }) => id)

describe('rotateKeys', () => {
  it('adds a new key as the newest and keeps the others', () => {
    const [first, second] = rotateKeys(ringOf(['old']), new Set(['old']), now).seal
    expect([first?.id, second?.madeAt]).toEqual(['old', now.toISOString()])
    expect(second?.key.equals(bytes)).toBe(false)
  })

  it('uses a prepared key, which wraps nothing until then', () => {
    const ready = prepareKey(ringOf(['older'], ['old']), now)
    const [, waiting] = ids(ready)
    expect(ids(ready)).toEqual(['older', waiting, 'old'])
    expect(ids(rotateKeys(ready, new Set(['older', 'old']), now))).toEqual(['older', 'old', waiting])
  })
})

it.each<[string, Ring, inUse: string[], gone: string[], early: string[]]>([
  ['that wraps nothing and is needed by no backup', ringOf(['old'], ['new', '2026-10-01T00:00:00Z']), ['new'], ['old'], []],
  ['that a backup needs', ringOf(['old'], ['new', '2026-11-01T00:00:00Z']), ['new'], [], ['old']],
  ['that is in use', ringOf(['old'], ['new', '2026-01-01T00:00:00Z']), ['old', 'new'], [], []],
  ['whose successor has no creation date', ringOf(['old'], ['new']), ['new'], [], ['old']],
  ['that is the newest', ringOf(['new', '2026-01-01T00:00:00Z']), [], [], []],
  ['that was prepared and never used', ringOf(['ready'], ['new', '2026-01-01T00:00:00Z']), ['new'], [], []],
])('retireKeys decides about a key %s', (_what, ring, inUse, gone, early) => {
  const found = retireKeys(ring, { inUse: new Set(inUse), used: new Set(['old', 'new']), keepDays: 30, now })
  expect([found.gone, found.early]).toEqual([gone, early])
  expect(ids(found.ring)).toEqual(ids(ring).filter((id) => !gone.includes(id)))
})
