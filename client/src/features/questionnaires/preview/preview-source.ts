import { callRest, type RestOutput } from '../../../api/rest.ts'
import { solve } from '../../../api/proof-of-work.ts'
import type { LoadTexts } from '../loading/use-texts.ts'
import type { SenderDependencies } from '../sending/sender.ts'

/** Returns the source of a draft's questions and the destination of its answers, which are judged like a submission but not stored. */
export function sourceOf(
  token: string,
  onJudged: (judged: RestOutput<'questionnaires/judgeReview'>) => void,
): { readonly load: LoadTexts; readonly dependencies: SenderDependencies } {
  return {
    load: async (_name, languageCode, { signal }) =>
      (await callRest('questionnaires/openReview', { token, languageCode }, { signal })).questionnaire,
    dependencies: {
      solve,
      onReceived: () => {},
      async post({ answers }, signal) {
        onJudged(await callRest('questionnaires/judgeReview', { token, answers }, { signal }))
        return { anonymousId: '' }
      },
    },
  }
}
