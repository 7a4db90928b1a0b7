import { describe, expect, test } from 'vitest'
import type { Question } from '../contract/questionnaires.ts'
import { textRuns, unformatted } from '../words/formatted-text.ts'
import { asAnswered, insertAnswers } from './answered-questions.ts'
import { checkAnswers, knownAnswers } from './answers.ts'

const question = (identifier: string, part: Partial<Question> = {}): Question => ({
  identifier,
  questionNumber: '1',
  questionText: identifier,
  questionType: 'input',
  required: true,
  ...part,
})
const option = (value: string, offeredFor?: string) => ({ value, label: value.toUpperCase(), ...(offeredFor && { offeredFor }) })
const state = question('state', { questionType: 'radio', options: [option('ca'), option('or')] })
const county = question('county', {
  questionType: 'radio',
  questionText: 'Where in ${state}?',
  section: 'About ${state}',
  options: [option('kern', 'ca'), option('lane', 'or')],
  optionsBy: 'state',
})
const questions = [state, county]
const check = { today: '2026-11-21', fitsPattern: () => true }
const meets = (answers: Record<string, string>) => {
  const known = knownAnswers(questions, new Map(Object.entries(answers)), check.today)
  return questions.map(asAnswered(questions, known, ({ options }, value) => options?.find((one) => one.value === value)?.label ?? value))
}

describe('a text that shows an answer', () => {
  test('contains the answer in its place, isolated from the direction of the surrounding text', () => {
    expect(meets({ state: 'ca' })[1]).toMatchObject({ questionText: 'Where in \u2068CA\u2069?', section: 'About \u2068CA\u2069' })
    expect(insertAnswers('${a} and ${ a }', () => '')).toBe('\u2068…\u2069 and \u2068…\u2069')
  })

  test('does not interpret formatting in an answer; control: formatting by the author is interpreted', () => {
    const text = insertAnswers('*Dear* ${name}!', () => '*Mai* __x__ <b>')
    expect(textRuns(text)).toEqual([{ text: 'Dear', emphasis: 'mild' }, { text: ' \u2068*Mai* __x__ <b>\u2069!' }])
    expect(unformatted(text)).toContain('*Mai* __x__ <b>')
  })

  test('does not expand placeholders within an answer', () => {
    expect(insertAnswers('${a}', () => '${b} $& $1')).toBe('\u2068${b} $& $1\u2069')
  })
})

describe('choices that depend on an earlier answer', () => {
  test('are limited to those offered for that answer', () => {
    expect(meets({ state: 'or' })[1]?.options).toEqual([option('lane', 'or')])
  })

  test.each<[string, Record<string, string>, unknown[]]>([
    ['offered', { state: 'ca', county: 'kern' }, []],
    ['not offered', { state: 'or', county: 'kern' }, [['county', 'choice']]],
    ['left out', { state: 'ca' }, [['county', 'required']]],
  ])('are checked when the choice is %s', (_about, answers, faults) => {
    expect(checkAnswers(questions, answers, check).issues.map(({ identifier, fault }) => [identifier, fault])).toEqual(faults)
  })

  test('cause the question to be skipped when none is offered', () => {
    const optional = [{ ...state, required: false }, county]
    expect(checkAnswers(optional, { county: 'kern' }, check)).toEqual({ issues: [], answers: new Map() })
  })
})
