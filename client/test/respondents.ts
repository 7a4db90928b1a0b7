import type { Page } from '@portico/shared/contract/paging'
import type { Question, Questionnaire } from '@portico/shared/contract/questionnaires'
import type { AnswerInfo, FlaggedAnswer, RespondentEntry } from '@portico/shared/contract/responses'

interface Built {
  id?: string
  name?: string
  email?: string | null
  phone?: string | null
  reds?: number
  current?: RespondentEntry['flag']['current']
  forced?: 'red' | 'green'
  checkedInAt?: string | null
  workshopName?: string
  waiting?: RespondentEntry['waiting']
  claimedBy?: string
}

/** Builds a respondent as in lists: in progress with one red answer, unless overridden. */
export function entry({
  reds = 1,
  current = 'in-progress',
  forced,
  checkedInAt = null,
  email = 'mai@example.org',
  ...who
}: Built = {}): RespondentEntry {
  const forceInfo = forced ? { flag: forced, reason: 'Said so', timeStampUTC: '2025-04-01T09:00:00.000Z' } : null
  return {
    respondent: {
      anonymousId: who.id ?? 'FXMC-TY6F-HG474',
      fullName: who.name ?? 'Mai Nguyen',
      email,
      phoneNumber: who.phone === undefined ? '+14085550100' : who.phone,
      date: '2025-03-20T17:00:00.000Z',
      questionnaireId: 1,
      language: 'vi',
      contactLanguage: 'vi',
      workshopName: who.workshopName ?? 'spring_day',
      workshopDate: '2025-04-05',
      agency: { id: 7, name: 'North Valley Legal Aid' },
      mustTelephone: email === null,
    },
    flag: { initial: 'red', current, initialRedFlagAnswerCount: Math.max(reds, 1), currentRedFlagAnswerCount: reds, forceInfo },
    checkedInAt,
    ...(who.waiting && { waiting: who.waiting }),
    ...(who.claimedBy && { claim: { by: who.claimedBy, mine: false, until: '2025-03-20T17:15:00.000Z' } }),
  }
}

/** Builds a page of a list; `count` is the total number of matches. */
export function pageOf<Item>(items: Item[], { offset = 0, count = items.length, batchSize = 10 } = {}): Page<Item> {
  return { items, pagination: { batchSize, offset, hasMore: offset + items.length < count }, meta: { count } }
}

/** Builds an answer to a red-flag question; initially green, unless overridden. */
export function answer(part: Partial<FlaggedAnswer> & { identifier: string; answerId: number }): FlaggedAnswer {
  const initialFlag = part.initialFlag ?? 'green'
  return { originalValue: 'no', asked: true, canBeFlagged: true, initialFlag, effectiveFlag: initialFlag, override: null, ...part }
}

/** Builds the answers of one respondent. */
export function answersOf(flaggedAnswers: FlaggedAnswer[], history: AnswerInfo['history'] = []): AnswerInfo {
  return { questionnaireId: 1, language: 'vi', answerFlags: { flaggedAnswers }, history, version: history.length, undoable: false }
}

/** Builds a questionnaire of yes-or-no questions in English or Vietnamese. */
export function questionnaire(code: string, identifiers: readonly string[]): Questionnaire {
  const vietnamese = code === 'vi'
  const questions = identifiers.map((identifier, index): Question => ({
    identifier,
    questionNumber: String(index + 1),
    questionText: vietnamese ? `Câu hỏi ${identifier}?` : `Question ${identifier}?`,
    questionType: 'radio',
    required: true,
    options: [
      { value: 'yes', label: vietnamese ? 'Có' : 'Yes' },
      { value: 'no', label: vietnamese ? 'Không' : 'No' },
    ],
    redFlagReason: 'A lawyer should look at it.',
  }))
  return { id: 1, name: 'screening', version: 1, language: vietnamese ? 'vi' : 'en', languages: ['en', 'vi'], questions }
}
