import type { Question } from '@portico/shared/contract/questionnaires'
import type { AnswerCheck } from '@portico/shared/rules/answers'
import type { FitsPattern } from '@portico/shared/rules/patterns'
import { todayHere } from './fault-words.ts'

// Until the engine has loaded, or if it cannot be loaded, only the server checks patterns.
let fitsPattern: FitsPattern = () => true

/** Loads the pattern engine if a question needs it. It is the same as on the server, so that results agree, and runs in linear time. */
export async function loadPatterns(questions: readonly Question[]): Promise<void> {
  if (!questions.some((question) => question.validation?.pattern !== undefined)) return
  try {
    const [{ RE2JS, RE2Set }, { linearPatterns }] = await Promise.all([import('re2js'), import('@portico/shared/rules/patterns')])
    fitsPattern = linearPatterns({ RE2JS, RE2Set }).fits
  } catch {
    // Opening another questionnaire tries again.
  }
}

/** Returns the context for checking answers on this device. */
export function answerCheck(): AnswerCheck {
  return { today: todayHere(), fitsPattern }
}
