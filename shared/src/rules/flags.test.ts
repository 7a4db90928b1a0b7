import { describe, expect, it } from 'vitest'
import type { DecidableFlag, RespondentFlagWord } from '../words/flags.ts'
import { effectiveFlag, greenBlocker, overrideBlocker, redBlocker, summarizeFlags, type JudgedAnswer } from './flags.ts'

const red: JudgedAnswer = { canBeFlagged: true, initialFlag: 'red', overridden: false }
const green: JudgedAnswer = { canBeFlagged: true, initialFlag: 'green', overridden: false }
const plain: JudgedAnswer = { canBeFlagged: false, initialFlag: 'green', overridden: false }
const cleared: JudgedAnswer = { ...red, overridden: true }
const turned: JudgedAnswer = { ...green, overridden: true }

describe('effectiveFlag', () => {
  it.each([
    ['a red answer stays red', red, 'red'],
    ['a green answer stays green', green, 'green'],
    ['an override of red makes green', cleared, 'green'],
    ['an override of green makes red', turned, 'red'],
    ['an answer that cannot be flagged is not applicable, overridden or not', { ...plain, overridden: true }, 'not-applicable'],
  ] as const)('%s', (_name, answer, flag) => {
    expect(effectiveFlag(answer)).toBe(flag)
  })
})

describe('the flag of a respondent', () => {
  it.each<[string, JudgedAnswer[], DecidableFlag | null, RespondentFlagWord, RespondentFlagWord, number, number]>([
    ['without red-flag questions is not applicable', [plain, plain], null, 'not-applicable', 'not-applicable', 0, 0],
    ['without any question is not applicable', [], null, 'not-applicable', 'not-applicable', 0, 0],
    ['with only green answers is green', [green, plain], null, 'green', 'green', 0, 0],
    ['with a red answer is in progress', [red, green], null, 'red', 'in-progress', 1, 1],
    ['stays in progress after every red answer was cleared, until somebody decides', [cleared, cleared], null, 'red', 'in-progress', 2, 0],
    ['goes in progress when a green answer is turned red', [turned, green], null, 'green', 'in-progress', 0, 1],
    ['is green by force once its red answers are cleared', [cleared], 'green', 'red', 'green', 1, 0],
    ['is red by force whatever its answers say', [green], 'red', 'green', 'red', 0, 0],
    ['is red by force even when nothing can be flagged', [plain], 'red', 'not-applicable', 'red', 0, 0],
  ])('%s', (_name, answers, forced, initial, current, initialReds, currentReds) => {
    expect(summarizeFlags(answers, forced)).toEqual({
      initial,
      current,
      initialRedFlagAnswerCount: initialReds,
      currentRedFlagAnswerCount: currentReds,
    })
  })
})

describe('marking a respondent', () => {
  const waiting = { current: 'in-progress', currentRedFlagAnswerCount: 0, forced: null } as const

  it.each([
    ['green is possible once no red answer remains', waiting, undefined],
    ['green is refused while one red answer remains', { ...waiting, currentRedFlagAnswerCount: 1 }, ['RED_ANSWERS_REMAIN', '1 red answer']],
    [
      'green is refused while three red answers remain',
      { ...waiting, currentRedFlagAnswerCount: 3 },
      ['RED_ANSWERS_REMAIN', '3 red answers'],
    ],
    ['green is refused after force-red', { ...waiting, current: 'red', forced: 'red' }, ['MARKED_FULLY_RED', 'Marked fully as red']],
    ['green is refused when already green', { ...waiting, current: 'green', forced: 'green' }, ['ALREADY_SET', 'Already green']],
  ] as const)('%s', (_name, respondent, refusal) => {
    expect(greenBlocker(respondent)).toEqual(refusal)
  })

  it('red is refused only when already red', () => {
    expect(redBlocker(waiting)).toBeUndefined()
    expect(redBlocker({ ...waiting, current: 'green' })).toBeUndefined()
    expect(redBlocker({ ...waiting, current: 'red' })).toEqual(['ALREADY_SET', 'Already red'])
  })
})

describe('overriding an answer', () => {
  it.each([
    ['red to green is possible', red, 'green', undefined],
    ['green to red is possible', green, 'red', undefined],
    ['an override can be undone', cleared, 'red', undefined],
    ['the current flag is refused', cleared, 'green', 'ALREADY_SET'],
    ['an answer that cannot be flagged is refused', plain, 'red', 'INVALID_REQUEST'],
  ] as const)('%s', (_name, answer, flag, id) => {
    expect(overrideBlocker(answer, flag)?.[0]).toBe(id)
  })
})
