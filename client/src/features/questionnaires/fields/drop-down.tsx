import { directionOf } from '@portico/shared/words/languages'
import { useWords } from '../../../words/language.ts'
import type { FieldFrame } from '../../../ui/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { QuestionnaireText } from './question-texts.tsx'

export interface DropDownProps extends FieldFrame {
  options: readonly { value: string; label: string }[]
  language: string
  value: string
  disabled: boolean
  onAnswer: (value: string) => void
}

/** Longer labels are cut off in a closed select on a phone. */
const fits = 28

/** A native select; a long answer is shown in full below it. */
export function DropDown({ options, language, value, disabled, onAnswer, ...frame }: DropDownProps) {
  const { t } = useWords()
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <div className="grid gap-2">
      <Select
        {...frame}
        choices={options}
        placeholder={t('questionnaire.chooseOne')}
        lang={language}
        dir={directionOf(language)}
        value={value}
        disabled={disabled}
        onChange={(event) => onAnswer(event.target.value)}
      />
      {chosen.length > fits && (
        <div className="border-s-4 border-line ps-3" aria-hidden>
          <QuestionnaireText language={language}>{chosen}</QuestionnaireText>
        </div>
      )}
    </div>
  )
}
