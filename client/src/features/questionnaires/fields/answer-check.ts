import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerCheck } from '@portico/shared/rules/answers'
import type { FitsPattern } from '@portico/shared/rules/patterns'
import { todayHere } from './fault-words.ts'

// Until the engine is there, and where it cannot be loaded, patterns are left to the server.
let fitsPattern: FitsPattern = () => true

/** Loads what matches patterns, if a question has one: the server's own engine, so that both judge alike and no device is held up. */
export async function loadPatterns(questions: readonly Question[]): Promise<void> {
  if (!questions.some((question) => question.validation?.pattern !== undefined)) return
  try {
    const [{ RE2JS, RE2Set }, { linearPatterns }] = await Promise.all([import('re2js'), import('@portico/shared/rules/patterns')])
    fitsPattern = linearPatterns({ RE2JS, RE2Set }).fits
  } catch {
    // The next questionnaire that is opened tries again.
  }
}

/** What the answers on this device are checked with. */
export function answerCheck(): AnswerCheck {
  return { today: todayHere(), fitsPattern }
}
