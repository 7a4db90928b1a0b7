import { expect, it } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

it('what is made is made once, whoever asks', async () => {
  let made = 0
  const value = memoizeAsync(async () => (made += 1))
  expect(await Promise.all([value(), value()])).toEqual([1, 1])
  expect(await value()).toBe(1)
})

it('what could not be made is made for whoever asks next', async () => {
  let tries = 0
  const value = memoizeAsync(async () => {
    tries += 1
    if (tries === 1) throw new Error('no file left')
    return tries
  })
  await expect(value()).rejects.toThrow('no file left')
  expect(await value()).toBe(2)
})
