import { describe, expect, it } from 'vitest'
import type { Question } from '@portico/shared/contract/questionnaires'
import { routeAt } from './route.ts'
import { askedIn, unitsOf } from './units.ts'

function question(identifier: string, more: Partial<Question> = {}): Question {
  return { identifier, questionNumber: identifier, questionText: `${identifier}?`, questionType: 'input', required: true, ...more }
}

const arrested = question('arrested', {
  questionType: 'radioWithFollowUp',
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
  followUp: { identifier: 'arrestedMore', showWhen: ['yes'] },
})
const questions = [question('a'), arrested, question('b'), question('arrestedMore'), question('c'), question('d'), question('e')]

describe('the steps of a questionnaire', () => {
  it('keep a follow-up with its question, wherever the file has it, and ask it only for the answers that call for it', () => {
    const units = unitsOf(questions)
    expect(units.map((unit) => unit.question.identifier)).toEqual(['a', 'arrested', 'b', 'c', 'd', 'e'])
    const [, unit] = units
    expect(unit && askedIn(unit, { arrested: 'yes' }).map((asked) => asked.identifier)).toEqual(['arrested', 'arrestedMore'])
    expect(unit && askedIn(unit, { arrested: 'no' }).map((asked) => asked.identifier)).toEqual(['arrested'])
    expect(unit && askedIn(unit, {}).map((asked) => asked.identifier)).toEqual(['arrested'])
  })

  it('are one question each on a phone', () => {
    expect(routeAt(questions, 'question:b', false)).toMatchObject({
      kind: 'step',
      step: { first: 2, units: [{ question: { identifier: 'b' } }] },
      back: 'question:arrested',
      next: 'question:c',
    })
    expect(routeAt(questions, 'question:a', false)).toMatchObject({ back: 'start' })
    expect(routeAt(questions, 'question:e', false)).toMatchObject({ next: 'review' })
  })

  it('are five questions each on a wide screen where there are no sections', () => {
    const first = routeAt(questions, 'question:d', true)
    expect(first).toMatchObject({ kind: 'step', step: { first: 0 }, back: 'start', next: 'question:e' })
    expect(first.kind === 'step' && first.step.units).toHaveLength(5)
  })

  it('are the sections on a wide screen', () => {
    const sectioned = questions.map((one, index) => ({ ...one, section: index < 3 ? 'You' : 'Your life' }))
    expect(routeAt(sectioned, 'question:b', true)).toMatchObject({ step: { section: 'You', first: 0 }, next: 'question:c' })
    expect(routeAt(sectioned, 'question:e', true)).toMatchObject({ step: { section: 'Your life', first: 3 }, next: 'review' })
  })

  it('hold the place of a follow-up, and begin at the first question when the place is gone', () => {
    expect(routeAt(questions, 'question:arrestedMore', false)).toMatchObject({
      step: { units: [{ question: { identifier: 'arrested' } }] },
    })
    expect(routeAt(questions, 'question:gone', false)).toMatchObject({ step: { first: 0 } })
  })

  it('end with the review, from which Back leads to the last', () => {
    expect(routeAt(questions, 'review', false)).toMatchObject({ kind: 'review', back: 'question:e' })
    expect(routeAt(questions, 'start', false)).toMatchObject({ kind: 'start', next: 'question:a' })
  })
})
