import { describe, expect, it } from 'vitest'
import { changesSince, decisionRefusal, decisionText, newestDecisions, undoBlocker, type PastDecision, type Undoing } from './decisions.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)
const past = (changed: Partial<PastDecision> = {}): PastDecision => ({
  about: 'respondent',
  flag: 'red',
  accountId: 1,
  decidedAt: noon,
  ...changed,
})
const byRules = past({ about: 'answer', rulesVersion: 2 })

describe('changesSince and decisionRefusal', () => {
  const history = [past(), past({ accountId: 2 }), past(), past({ accountId: 2 })]
  it.each([
    ['no version: nothing', undefined, 1, 0],
    ['the current version: nothing', 4, 1, 0],
    ['an older version: what others decided', 1, 1, 2],
    ['the previous version: the last decision', 3, 1, 1],
    ['the previous version: nothing for one’s own decision', 3, 2, 0],
    ['an unknown version: nothing', 99, 1, 0],
  ] as const)('changes since %s', (_, basedOn, accountId, count) => {
    expect(changesSince(history, basedOn, accountId)).toHaveLength(count)
  })

  it.each([
    ['neither a blocker nor a change', undefined, [], undefined],
    ['a blocker alone', ['RED_ANSWERS_REMAIN', '1 red answer'], [], 'RED_ANSWERS_REMAIN'],
    ['a change alone', undefined, ['Ben marked it'], 'CASE_CHANGED'],
    ['a blocker and a change', ['MARKED_FULLY_RED', 'x'], ['Ben marked it'], 'CASE_CHANGED'],
    ['already set, with a change', ['ALREADY_SET', 'Already red'], ['Ben marked it'], 'ALREADY_SET'],
  ] as const)('refusal: %s', (_, blocker, changes, id) => {
    expect(decisionRefusal(blocker, changes)?.[0]).toBe(id)
  })

  it('describes the changes in words', () => {
    expect(decisionRefusal(undefined, ['Ben marked it red', 'Ana undid it'])?.[1]).toBe(
      'Ben marked it red. Ana undid it. Nothing was saved.',
    )
  })
})

describe('newestDecisions', () => {
  const red = past({ about: 'answer' })
  const takenBack = past({ flag: null })
  const ruledForAdmin = { ...byRules, accountId: 2 }
  const green = { ...red, flag: 'green' as const }
  const undone = { ...green, isUndo: true }
  it.each([
    ['none', [], 0],
    ['one', [past()], 1],
    ['a red answer with the force-green that it revoked', [past(), red, takenBack], 2],
    ['not with a force that someone else revoked', [red, past({ flag: null, accountId: 2 })], 1],
    ['not with a force that was revoked later', [red, past({ flag: null, decidedAt: at(1) })], 1],
    ['not with a force', [red, past()], 1],
    ['a revoked force with what rules decided because of it', [past(), takenBack, byRules, byRules], 3],
    ['a restored force with the answers restored with it', [byRules, past(), { ...red, isUndo: true }], 2],
    ['not with what rules decided later', [takenBack, { ...byRules, decidedAt: at(1) }], 1],
    [
      'a decision on an answer with what rules decided because of it',
      [red, { ...green, decidedAt: at(1) }, { ...ruledForAdmin, decidedAt: at(1) }],
      2,
    ],
    ['an undo with what rules decided because of it', [red, { ...undone, decidedAt: at(1) }, { ...ruledForAdmin, decidedAt: at(1) }], 2],
    [
      'an undo that restored what rules had decided, with what others decided because of it',
      [red, { ...byRules, isUndo: true, decidedAt: at(1) }, { ...ruledForAdmin, decidedAt: at(1) }],
      2,
    ],
    ['a red answer, the force-green that it revoked and what rules then decided', [past(), red, takenBack, ruledForAdmin], 3],
    ['not a correction', [red, past({ about: 'correction', flag: null }), byRules], 1],
    ['not with a person’s decision', [takenBack, red], 1],
    ['what rules decided alone', [{ ...red, decidedAt: at(-1) }, byRules, byRules], 1],
  ] as const)('returns %s', (_, history, count) => {
    expect(newestDecisions(history)).toEqual(count === 0 ? [] : history.slice(-count))
  })
})

describe('undoBlocker', () => {
  const ana: Undoing = { byAdmin: false, ofAgency: true, letterSentAt: null, now: at(1) }
  const adam: Undoing = { ...ana, byAdmin: true, ofAgency: false }
  const outsider: Undoing = { ...ana, ofAgency: false }
  it.each([
    ['nothing', undefined, adam, 'NOT_FORCED'],
    ['a check-in', past({ about: 'check-in', flag: null }), adam, 'NOT_FORCED'],
    ['one’s own force-red', past(), ana, undefined],
    ['… exactly 24 hours later', past(), { ...ana, now: at(24) }, undefined],
    ['… later than that', past(), { ...ana, now: at(24.001) }, 'UNDO_REFUSED'],
    ['… after a message', past(), { ...ana, letterSentAt: at(0.5) }, 'UNDO_REFUSED'],
    ['… after an earlier message', past(), { ...ana, letterSentAt: at(-1) }, undefined],
    ['one’s own force-green', past({ flag: 'green' }), ana, undefined],
    ['… after the invitation', past({ flag: 'green' }), { ...ana, letterSentAt: noon }, 'UNDO_REFUSED'],
    ['a force from outside the agency', past(), outsider, 'UNDO_REFUSED'],
    ['a revoked force', past({ flag: null }), ana, 'UNDO_REFUSED'],
    ['an override, by anyone who may review', past({ about: 'answer' }), outsider, undefined],
    ['… a day later', past({ about: 'answer' }), { ...outsider, now: at(25) }, 'UNDO_REFUSED'],
    ['what rules decided, by anyone who may review', byRules, ana, 'UNDO_REFUSED'],
    ['… as an admin', byRules, adam, undefined],
    ['an undo that restored what rules had decided', { ...byRules, isUndo: true }, ana, undefined],
    ['a force, as an admin', past(), { ...adam, letterSentAt: at(0.5) }, undefined],
    ['a force a day later, as an admin', past(), { ...adam, now: at(25) }, 'UNDO_REFUSED'],
  ] as const)('for %s', (_, decision, undoing, id) => {
    expect(undoBlocker(decision, undoing)?.[0]).toBe(id)
  })
})

describe('decisionText', () => {
  it.each([
    ['an answer that is corrected', null, 'Ana Alvarez corrected the answer “deported”'],
    ['a red that a correction of another answer keeps', 'red', 'Ana Alvarez corrected another answer, and “deported” stays red'],
  ] as const)('describes %s', (_what, flag, text) => {
    expect(decisionText({ kind: 'correction', identifier: 'deported', flag, by: 'Ana Alvarez' })).toBe(text)
  })
})
