import { describe, expect, it } from 'vitest'
import { mergeAnswers, type TimedAnswers } from './merge-drafts.ts'

type Given = Readonly<Record<string, readonly [answer: string | undefined, at: number]>>

function timed(given: Given): TimedAnswers {
  const entries = Object.entries(given)
  return {
    answers: Object.fromEntries(entries.flatMap(([identifier, [answer]]) => (answer === undefined ? [] : [[identifier, answer]]))),
    changedAt: Object.fromEntries(entries.map(([identifier, [, at]]) => [identifier, at])),
  }
}

describe('mergeAnswers', () => {
  it.each<[what: string, mine: Given, theirs: Given, answers: Record<string, string>, differing: string[]]>([
    ['keeps an answer that exists only here', { a: ['1', 5] }, {}, { a: '1' }, []],
    ['takes an answer that exists only there', {}, { a: ['2', 5] }, { a: '2' }, []],
    ['reports no difference between equal answers', { a: ['1', 5] }, { a: ['1', 9] }, { a: '1' }, []],
    ['prefers a newer answer from there', { a: ['1', 5] }, { a: ['2', 9] }, { a: '2' }, ['a:theirs']],
    ['prefers a newer answer from here', { a: ['1', 9] }, { a: ['2', 5] }, { a: '1' }, ['a:mine']],
    ['removes an answer that was cleared later here', { a: [undefined, 9] }, { a: ['2', 5] }, {}, ['a:mine']],
    ['removes an answer that was cleared later there', { a: ['1', 5] }, { a: [undefined, 9] }, {}, ['a:theirs']],
    ['combines answers to different questions', { a: ['1', 5] }, { b: ['2', 5] }, { a: '1', b: '2' }, []],
  ])('%s', (_, mine, theirs, answers, differing) => {
    const merged = mergeAnswers(timed(mine), timed(theirs))
    expect(merged.answers).toEqual(answers)
    expect(merged.differences.map(({ identifier, kept }) => `${identifier}:${kept}`)).toEqual(differing)
  })

  it('keeps local answers without timestamps, as stored by older versions', () => {
    const old = (answers: Record<string, string>): TimedAnswers => ({ answers, changedAt: {} })
    expect(mergeAnswers(old({ a: '1' }), old({ a: '2', b: '3' })).answers).toEqual({ a: '1', b: '3' })
  })
})
