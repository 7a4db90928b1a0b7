import { describe, expect, it } from 'vitest'
import { readDecision, writeDecision, type Decision } from './decision-text.ts'

const byRules: Decision = { about: 'answer', position: 3, flag: 'red', reason: 'Rules of version 2: Everyone is asked.', rulesVersion: 2 }
const byPerson: Decision = { about: 'answer', position: 3, flag: 'red', reason: 'He never filed.' }

describe('the text of a sealed decision', () => {
  it.each([
    ['of rules', byRules],
    ['of rules, with any reason', { ...byRules, reason: 'Undone.' }],
    ['of rules, for calculations', { ...byRules, calculations: { daysAbroad: '913', 'a "b"': '' } }],
    ['of rules, for calculations, that an undo restored', { ...byRules, calculations: { daysAbroad: '913' }, isUndo: true }],
    ['of a person', byPerson],
    ['that is an undo', { ...byPerson, isUndo: true }],
    ['made at check-in', { ...byPerson, isAtCheckIn: true }],
    ['of rules that an undo restored', { ...byRules, isUndo: true }],
    ['on a respondent', { about: 'respondent', position: null, flag: null, reason: 'Rules of version 2: no.' }],
    ['of a correction', { about: 'correction', position: 3, flag: null, reason: 'Rules of version 2: no.', before: 'a', after: 'b' }],
  ] satisfies [string, Decision][])('keeps a decision %s', (_what, decision) => {
    expect(readDecision(`${writeDecision(decision)}   `)).toEqual(decision)
  })

  it.each([byPerson, byRules])(
    'marks an undo and what is decided at check-in in a way that a running earlier version ignores',
    (decision) => {
      expect(writeDecision({ ...decision, isUndo: true }).trimEnd()).toBe(writeDecision(decision))
      expect(writeDecision({ ...decision, isAtCheckIn: true }).trimEnd()).toBe(writeDecision(decision))
    },
  )

  it('recognizes decisions of rules that were stored without their version', () => {
    expect(readDecision(writeDecision({ ...byRules, rulesVersion: undefined }))).toEqual(byRules)
  })
})
