import type { Question } from '@portico/shared/contract/questionnaires'
import { checkAnswer } from '@portico/shared/rules/answers'
import { expect, it } from 'vitest'
import { answerCheck, loadPatterns } from './answer-check.ts'

const plain: Question = { identifier: 'aNumber', questionNumber: '1', questionText: 'A-Number?', questionType: 'input', required: true }
const question: Question = { ...plain, validation: { pattern: '(A?\\d+)+' } }
const faultOf = (answer: string) => checkAnswer(question, answer, answerCheck())?.fault

it('answerCheck leaves patterns to the server until their engine has loaded, then matches them in linear time', async () => {
  expect(faultOf('not a number')).toBeUndefined()
  await loadPatterns([plain])
  expect(faultOf('not a number')).toBeUndefined()
  await loadPatterns([plain, question])
  expect(faultOf('not a number')).toBe('pattern')
  expect(faultOf('A12345678')).toBeUndefined()
  expect(faultOf(`${'1'.repeat(1_000)}!`)).toBe('pattern')
})
