import { describe, expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.ts'

describe('nearest', () => {
  test.each([
    ['fulName', ['email', 'fullName', 'phone'], 'fullName'],
    ['yes_noo', ['yes_no', 'yes_no_unsure'], 'yes_no'],
    ['EMAIL', ['email', 'fullName'], 'email'],
    ['emial', ['email', 'fullName'], 'email'],
    ['red_flag', ['identifier', 'red_flag_when'], 'red_flag_when'],
    ['arestedOrCited', ['arrestedOrCited', 'arrested'], 'arrestedOrCited'],
  ])('for %s among %j returns %s', (word, candidates, meant) => {
    expect(nearest(word, candidates)).toBe(meant)
  })

  test.each([
    ['no candidate is close', 'favouriteColour', ['email', 'phone']],
    ['two words begin with it', 'red_flag', ['red_flag_when', 'red_flag_reason']],
    ['a short word shares no letters', 'ab', ['xy']],
    ['there are no candidates', 'email', []],
  ])('returns nothing when %s', (_, word, candidates) => {
    expect(nearest(word, candidates)).toBeUndefined()
  })

  test('respects the maximum distance', () => {
    expect(nearest('labell', ['label'], 1)).toBe('label')
    expect(nearest('laabell', ['label'], 1)).toBeUndefined()
  })
})

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['phone', 'phnoe', 1],
    ['same', 'same', 0],
    ['ab', 'ba', 1],
  ])('from %j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance)
    for (let limit = 0; limit <= 4; limit += 1)
      expect(Math.min(limit, editDistance(from, to, limit)), `up to ${limit}`).toBe(Math.min(limit, distance))
  })
})
