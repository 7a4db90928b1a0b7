import { expect, it } from 'vitest'
import { advisoryLocks } from './locks.ts'

it('no two locks have the same key', () => {
  const keys = Object.values(advisoryLocks)
  expect(new Set(keys).size).toBe(keys.length)
})
