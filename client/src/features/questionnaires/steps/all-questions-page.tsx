import { useTitle } from '../../../layout/page.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useWords } from '../../../words/language.ts'
import type { WordKey } from '../../../words/translate.ts'
import type { DraftState } from '../draft/draft.ts'
import { QuestionnaireText } from '../fields/question-texts.tsx'
import { askedQuestions, isAnswerable, type Unit } from '../navigation/units.ts'
import { StepButtons } from './parts/step-buttons.tsx'

export interface AllQuestionsPageProps {
  units: readonly Unit[]
  state: DraftState
  /** Language of the questions. */
  language: string
  onChoose: (identifier: string) => void
  onBack: () => void
}

type Progress = 'open' | 'answered' | 'changed'

const progressLooks: Record<Progress, { icon: IconName; word: WordKey; look: string }> = {
  open: { icon: 'edit', word: 'questionnaire.all.open', look: 'text-mute' },
  answered: { icon: 'check', word: 'questionnaire.all.answered', look: 'text-good' },
  changed: { icon: 'check-circle', word: 'questionnaire.all.changed', look: 'text-good' },
}

/** Lists every question that is asked with its progress, linked to its step. */
export function AllQuestionsPage({ units, state, language, onChoose, onBack }: AllQuestionsPageProps) {
  const { t } = useWords()
  useTitle(t('questionnaire.all.title'))
  const questions = units.flatMap((unit) => askedQuestions(unit, state.answers)).filter(isAnswerable)
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-65px)] w-full max-w-prose grow flex-col px-4 md:px-6">
      <div className="grid grow content-start gap-4 py-6">
        <h1 className="text-3xl">{t('questionnaire.all.title')}</h1>
        <p className="text-mute">{t('questionnaire.all.lead')}</p>
        <ol>
          {questions.map(({ identifier, questionNumber, questionText }) => {
            const { icon, word, look } = progressLooks[progressOf(identifier, state)]
            return (
              <li key={identifier} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => onChoose(identifier)}
                  className="grid min-h-12 w-full cursor-pointer gap-1 rounded-sm py-3 text-start hover:bg-sunken"
                >
                  <QuestionnaireText language={language}>
                    {questionNumber ? `${questionNumber}. ${questionText}` : questionText}
                  </QuestionnaireText>
                  <span className={`inline-flex items-center gap-1.5 text-sm ${look}`}>
                    <Icon name={icon} />
                    {t(word)}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      </div>
      <StepButtons onBack={onBack} />
    </div>
  )
}

function progressOf(identifier: string, { answers, changed }: DraftState): Progress {
  if (!answers[identifier]) return 'open'
  return changed.includes(identifier) ? 'changed' : 'answered'
}
