import { describe, expect, it } from 'vitest'
import type { Question } from '@portico/shared/contract/questionnaires'
import type { DraftStep } from '../draft/draft-record.ts'
import { routeAt } from './route.ts'
import { askedQuestions, knownValues, stepsOf, unitsOf } from './units.ts'

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

function at(all: readonly Question[], place: DraftStep, wide: boolean, answers: Record<string, string> = {}) {
  return routeAt(all, stepsOf(unitsOf(all), wide), knownValues(all, answers, '2026-11-21'), place)
}

describe('the steps of a questionnaire', () => {
  it('keep a follow-up with its question regardless of its position in the file, and ask it only after matching answers', () => {
    const units = unitsOf(questions)
    expect(units.map((unit) => unit.question.identifier)).toEqual(['a', 'arrested', 'b', 'c', 'd', 'e'])
    const [, unit] = units
    expect(unit && askedQuestions(unit, { arrested: 'yes' }).map((asked) => asked.identifier)).toEqual(['arrested', 'arrestedMore'])
    expect(unit && askedQuestions(unit, { arrested: 'no' }).map((asked) => asked.identifier)).toEqual(['arrested'])
    expect(unit && askedQuestions(unit, {}).map((asked) => asked.identifier)).toEqual(['arrested'])
  })

  it('have one question each on a phone', () => {
    expect(at(questions, 'question:b', false)).toMatchObject({
      kind: 'step',
      step: { first: 2, units: [{ question: { identifier: 'b' } }] },
      back: 'question:arrested',
      next: 'question:c',
    })
    expect(at(questions, 'question:a', false)).toMatchObject({ back: 'start' })
    expect(at(questions, 'question:e', false)).toMatchObject({ next: 'review' })
  })

  it('have five questions each on a wide screen without sections', () => {
    const first = at(questions, 'question:d', true)
    expect(first).toMatchObject({ kind: 'step', step: { first: 0 }, back: 'start', next: 'question:e' })
    expect(first.kind === 'step' && first.step.units).toHaveLength(5)
  })

  it('are the sections on a wide screen', () => {
    const sectioned = questions.map((one, index) => ({ ...one, section: index < 3 ? 'You' : 'Your life' }))
    expect(at(sectioned, 'question:b', true)).toMatchObject({ step: { section: 'You', first: 0 }, next: 'question:c' })
    expect(at(sectioned, 'question:e', true)).toMatchObject({ step: { section: 'Your life', first: 3 }, next: 'review' })
  })

  it('resolve a follow-up to its question, and an unknown place to the first question', () => {
    expect(at(questions, 'question:arrestedMore', false)).toMatchObject({
      step: { units: [{ question: { identifier: 'arrested' } }] },
    })
    expect(at(questions, 'question:gone', false)).toMatchObject({ step: { first: 0 } })
  })

  it('end with the review, whose Back leads to the last question', () => {
    expect(at(questions, 'review', false)).toMatchObject({ kind: 'review', back: 'question:e' })
    expect(at(questions, 'start', false)).toMatchObject({ kind: 'start', next: 'question:a' })
  })
})

describe('the steps of a questionnaire with conditions', () => {
  const whenYes = { askedWhen: [[{ identifier: 'arrested', op: '=', value: 'yes' }]] } satisfies Partial<Question>
  const note = question('hello', { questionType: 'note', required: false })
  const conditional = [
    question('a'),
    arrested,
    note,
    question('b', whenYes),
    question('arrestedMore'),
    question('c', whenYes),
    question('d'),
  ]
  const shown = (answers: Record<string, string>, wide = false) => {
    const route = at(conditional, 'start', wide, answers)
    return route.kind === 'start'
      ? route.units.map((unit) => [...(unit.notes ?? []), unit.question].map((one) => one.identifier).join(' '))
      : []
  }

  it('omit questions that are not asked, and move a note to the next question that is', () => {
    expect(shown({ arrested: 'yes' })).toEqual(['a', 'arrested', 'hello b', 'c', 'd'])
    expect(shown({ arrested: 'no' })).toEqual(['a', 'arrested', 'hello d'])
    expect(shown({})).toEqual(['a', 'arrested', 'hello d'])
  })

  it('skip questions that are not asked', () => {
    expect(at(conditional, 'question:arrested', false, { arrested: 'no' })).toMatchObject({ next: 'question:d' })
    expect(at(conditional, 'question:arrested', false, { arrested: 'yes' })).toMatchObject({ next: 'question:b' })
    expect(at(conditional, 'question:d', false, {})).toMatchObject({ back: 'question:arrested', step: { first: 2 } })
  })

  it('fall back to the question above when the current one is no longer asked', () => {
    expect(at(conditional, 'question:c', false, {})).toMatchObject({ step: { units: [{ question: { identifier: 'arrested' } }] } })
  })

  it('hold the same questions on a wide screen, whichever are asked', () => {
    const many = [...conditional, question('e'), question('f')]
    for (const given of ['no', 'yes'])
      expect(at(many, 'question:f', true, { arrested: given })).toMatchObject({ step: { units: [{ question: { identifier: 'e' } }, {}] } })
  })

  it('end with a note that no question follows', () => {
    const last = [question('a'), question('bye', { questionType: 'note', required: false })]
    expect(at(last, 'question:a', false)).toMatchObject({ next: 'question:bye' })
  })
})
