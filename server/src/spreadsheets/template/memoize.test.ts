import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('memoize computes short values once and long or further values correctly each time', () => {
  const given: string[] = []
  const doubled = memoize((value: string) => {
    given.push(value)
    return value.repeat(2)
  })
  const long = 'a'.repeat(100)
  expect(['a', 'b', 'a', long, 'b', long].map(doubled)).toEqual(['aa', 'bb', 'aa', long + long, 'bb', long + long])
  expect(given).toEqual(['a', 'b', long, long])
  const many = Array.from({ length: 2_000 }, (_, index) => String(index % 1_000))
  expect(many.map(doubled)).toEqual(many.map((value) => value + value))
})
