import { expect, test } from 'vitest'
import { groupsToShow } from './small-groups.ts'

test.each([
  ['all groups if none is small', [5, 9], [5, 9]],
  ['no group of fewer than five', [4, 4, 9], [9]],
  ['one group fewer if a hidden size could be derived', [1, 6, 9], [9]],
  ['nothing if the only large group would reveal a hidden size', [4, 20], []],
  ['one of two equal groups', [1, 6, 6], [6]],
  ['nothing for few people', [1, 2], []],
  ['nothing for no groups', [], []],
  ['all others beside an empty group', [0, 6, 9], [6, 9]],
])('groupsToShow returns %s', (_what, sizes, shown) => {
  const groups = sizes.map((respondents) => ({ respondents }))
  expect(groupsToShow(groups).map(({ respondents }) => respondents)).toEqual(shown)
})

test('groupsToShow leaves out either nobody or at least five respondents', () => {
  for (const one of [0, 1, 4, 5, 6, 11])
    for (const two of [0, 1, 3, 5, 8])
      for (const three of [0, 2, 4, 7]) {
        const groups = [one, two, three].map((respondents) => ({ respondents }))
        const shown = groupsToShow(groups).reduce((sum, { respondents }) => sum + respondents, 0)
        const whole = one + two + three
        // A total below five is not published at all.
        if (whole >= 5) expect([1, 2, 3, 4]).not.toContain(whole - shown)
      }
})
