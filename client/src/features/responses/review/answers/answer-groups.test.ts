import type { Question } from '@portico/shared/contract/questionnaires'
import { describe, expect, it } from 'vitest'
import { answer } from '../../../../../test/respondents.ts'
import { findAnswers, groupAnswers } from './answer-groups.ts'

const question = (identifier: string, part: Partial<Question> = {}): Question => ({
  identifier,
  questionNumber: '1',
  questionText: `Question ${identifier}?`,
  questionType: 'radio',
  required: true,
  ...part,
})
const questions: Record<string, Question> = {
  arrested: question('arrested', { questionType: 'radioWithFollowUp', followUp: { identifier: 'arrestedWhy', showWhen: ['yes'] } }),
  arrestedWhy: question('arrestedWhy', { questionType: 'input' }),
  concerns: question('concerns', { questionType: 'input', questionText: 'Otras preocupaciones más' }),
  fullName: question('fullName', { questionType: 'input' }),
}
const texts = { mine: (identifier: string) => questions[identifier], theirs: () => undefined }
const arrested = answer({ identifier: 'arrested', answerId: 1, originalValue: 'yes', initialFlag: 'red' })
const plain = { canBeFlagged: false, effectiveFlag: 'not-applicable' } as const
const why = answer({ identifier: 'arrestedWhy', answerId: 2, originalValue: 'A traffic ticket', ...plain })
const concerns = answer({ identifier: 'concerns', answerId: 3, originalValue: 'My brother', ...plain })
const name = answer({ identifier: 'fullName', answerId: 4, originalValue: 'Mai', ...plain })
const deported = answer({ identifier: 'deported', answerId: 5 })
const all = [arrested, why, concerns, name, deported]

const namesOf = (groups: ReturnType<typeof groupAnswers>) =>
  Object.entries(groups).map(([group, rows]) => [group, ...rows.map((row) => row.answer.identifier)])

describe('groupAnswers and findAnswers', () => {
  it('group a follow-up with its red answer, free text separately, and the rest last', () => {
    const groups = groupAnswers(all, texts, undefined)
    expect(namesOf(groups)).toEqual([
      ['red', 'arrested'],
      ['explaining', 'concerns'],
      ['green', 'deported'],
      ['other', 'fullName'],
    ])
    expect(groups.red[0]?.followUp).toBe(why)
  })

  it('list a follow-up separately when its parent is not red, and omit one that was not asked', () => {
    const green = { ...arrested, effectiveFlag: 'green' } as const
    expect(namesOf(groupAnswers([green, why], texts, undefined))).toEqual([
      ['red'],
      ['explaining', 'arrestedWhy'],
      ['green', 'arrested'],
      ['other'],
    ])
    expect(groupAnswers([{ ...arrested, originalValue: 'no' }, why], texts, undefined).red[0]?.followUp).toBeUndefined()
  })

  it('keep an answer in the group where its form is open, even when its flag changes', () => {
    const decided = { ...arrested, effectiveFlag: 'green' } as const
    expect(namesOf(groupAnswers([decided], texts, { answerId: 1, flag: 'green' }))[0]).toEqual(['red', 'arrested'])
    expect(namesOf(groupAnswers([arrested], texts, { answerId: 1, flag: 'red' }))[2]).toEqual(['green', 'arrested'])
  })

  it.each([
    ['', 1],
    ['TICKET', 1],
    ['arrested', 1],
    ['preocupaciones', 0],
    ['nothing of it', 0],
  ])('find “%s” in the question, the answer and its follow-up', (lookedFor, count) => {
    expect(findAnswers(groupAnswers(all, texts, undefined).red, texts, lookedFor)).toHaveLength(count)
  })

  it('match without accents', () => {
    expect(findAnswers(groupAnswers(all, texts, undefined).explaining, texts, 'mas')).toHaveLength(1)
  })
})
