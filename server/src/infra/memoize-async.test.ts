import { expect, it } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

it('memoizeAsync creates the value once, also for concurrent callers', async () => {
  let made = 0
  const value = memoizeAsync(async () => (made += 1))
  expect(await Promise.all([value(), value()])).toEqual([1, 1])
  expect(await value()).toBe(1)
})

it('memoizeAsync tries again after a failure', async () => {
  let tries = 0
  const value = memoizeAsync(async () => {
    tries += 1
    if (tries === 1) throw new Error('no file left')
    return tries
  })
  await expect(value()).rejects.toThrow('no file left')
  expect(await value()).toBe(2)
})
