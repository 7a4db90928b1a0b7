import { expect, test } from 'vitest'
import { groupsToTell } from './small-groups.ts'

test.each([
  ['all, when none is small', [5, 9], [5, 9]],
  ['none of fewer than five', [4, 4, 9], [9]],
  ['not what would follow from the others', [1, 6, 9], [9]],
  ['not the only one, when it would', [4, 20], []],
  ['one of two that are alike', [1, 6, 6], [6]],
  ['nothing of few', [1, 2], []],
  ['nothing of nobody', [], []],
  ['control: an empty group gives nobody away', [0, 6, 9], [6, 9]],
])('groupsToTell returns %s', (_what, sizes, told) => {
  const groups = sizes.map((respondents) => ({ respondents }))
  expect(groupsToTell(groups).map(({ respondents }) => respondents)).toEqual(told)
})

test('groupsToTell leaves out either nobody or at least five respondents', () => {
  for (const one of [0, 1, 4, 5, 6, 11])
    for (const two of [0, 1, 3, 5, 8])
      for (const three of [0, 2, 4, 7]) {
        const groups = [one, two, three].map((respondents) => ({ respondents }))
        const told = groupsToTell(groups).reduce((sum, { respondents }) => sum + respondents, 0)
        const whole = one + two + three
        // A total below five is not published at all.
        if (whole >= 5) expect([1, 2, 3, 4]).not.toContain(whole - told)
      }
})
