import type { Question } from '@portico/shared/contract/questionnaires'
import { useState } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../draft/draft.ts'
import type { Difference } from '../draft/merge-drafts.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'
import { AnswerText } from '../steps/answer-text.tsx'
import { unformatted } from '@portico/shared/words/formatted-text'

export interface DifferencesProps {
  draft: Draft
  questions: readonly Question[]
  language: string
  differences: readonly Difference[]
  /** The code has opened the answers for the last time. */
  usedUp: boolean
  onDone: () => void
}

/** Lists the differences between two devices that were both used: the newer answer is kept, and the user can choose the other. */
export function Differences({ draft, questions, language, differences, usedUp, onDone }: DifferencesProps) {
  const { t } = useWords()
  const [kept, setKept] = useState(() => Object.fromEntries(differences.map((one) => [one.identifier, one.kept])))
  const keep = ({ identifier, mine, theirs }: Difference, which: 'mine' | 'theirs') => {
    setKept({ ...kept, [identifier]: which })
    draft.answer(identifier, which === 'mine' ? mine : theirs)
  }
  return (
    <div className="mx-auto grid w-full max-w-prose gap-6 px-4 py-6 md:px-6">
      <h1 className="text-2xl">{t('questionnaire.transfer.done')}</h1>
      {usedUp && <Banner kind="info">{t('questionnaire.transfer.usedUp')}</Banner>}
      {differences.length > 0 && <Banner kind="info">{t('questionnaire.transfer.differ')}</Banner>}
      <ul>
        {differences.map((one) => {
          const question = questions.find(({ identifier }) => identifier === one.identifier)
          if (!question) return null
          return (
            <li key={one.identifier} className="grid gap-3 border-b border-line py-4">
              <QuestionnaireText language={language}>{question.questionText}</QuestionnaireText>
              {(['mine', 'theirs'] as const).map((which) => (
                <div key={which} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p>
                    <span className="block text-sm text-mute">
                      {t(which === 'mine' ? 'questionnaire.transfer.here' : 'questionnaire.transfer.there')}
                    </span>
                    <AnswerText question={question} value={one[which]} language={language} />
                  </p>
                  {kept[one.identifier] === which ? (
                    <span className="font-bold text-good">{t('questionnaire.transfer.kept')}</span>
                  ) : (
                    <Button
                      kind="secondary"
                      aria-label={`${t('questionnaire.transfer.use')}: ${unformatted(question.questionText)}`}
                      onClick={() => keep(one, which)}
                    >
                      {t('questionnaire.transfer.use')}
                    </Button>
                  )}
                </div>
              ))}
            </li>
          )
        })}
      </ul>
      <div>
        <Button onClick={onDone}>{t('questionnaire.goOn')}</Button>
      </div>
    </div>
  )
}
