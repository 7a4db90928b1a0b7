import type { Question } from '@portico/shared/contract/questionnaires'
import { limits } from '@portico/shared/words/limits'
import { useState, type ChangeEvent, type InputHTMLAttributes } from 'react'
import type { FieldFrame } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useWords } from '../../../words/language.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { answerTyped } from './typed-text.ts'

/** Remaining fraction of the limit at which the character count appears. */
const countedFrom = 0.2

export interface TypedAnswerProps extends FieldFrame {
  question: Question
  value: string
  disabled: boolean
  onAnswer: (value: string) => void
}

/** A text field for an answer. Shows the text as typed, and stores the normalized answer. */
export function TypedAnswer({ question, value, disabled, onAnswer, ...frame }: TypedAnswerProps) {
  const [typed, setTyped] = useState(value)
  // Only a change from elsewhere, such as another tab, replaces what is being typed.
  const shown = answerTyped(question, typed) === value ? typed : value
  const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const text = event.target.value
    setTyped(text)
    onAnswer(answerTyped(question, text))
  }
  const control = { value: shown, disabled, onChange, onBlur: () => setTyped(value), 'aria-required': question.required || undefined }
  if (question.questionType !== 'input') return <TextField {...frame} {...control} {...keyboard(question)} />
  return (
    <div className="grid gap-1.5">
      {question.multiline ? <TextArea {...frame} {...control} dir="auto" /> : <TextField {...frame} {...control} {...keyboard(question)} />}
      <CharacterCount length={value.trim().length} max={question.validation?.maxLength ?? limits.inputAnswerMax} />
    </div>
  )
}

/** Shows the remaining characters near the limit; excess text is never truncated. */
function CharacterCount({ length, max }: { length: number; max: number }) {
  const { t } = useWords()
  const left = max - length
  if (left > max * countedFrom) return null
  return (
    <p role="status" className={left < 0 ? 'font-medium text-stop' : 'text-mute'}>
      {left < 0 ? t('questionnaire.charactersOver', { number: -left }) : t('questionnaire.charactersLeft', { number: left })}
    </p>
  )
}

/** Returns the keyboard type and autofill hint for a question. */
function keyboard(question: Question): InputHTMLAttributes<HTMLInputElement> {
  switch (question.questionType) {
    case 'email':
      return { type: 'email', autoComplete: 'email', dir: 'ltr' }
    case 'zip':
      return { inputMode: 'numeric', autoComplete: 'postal-code' }
    case 'numeric':
      return { inputMode: digitsFor(question.validation), autoComplete: 'off', dir: 'ltr' }
    default:
      if (question.validation?.format === 'email') return { type: 'email', autoComplete: 'email', dir: 'ltr' }
      return { dir: 'auto', autoComplete: question.identifier === 'fullName' ? 'name' : 'off' }
  }
}

// The numeric keypads of some phones have no minus sign or decimal point.
function digitsFor({ integer, min = 0 }: NonNullable<Question['validation']> = {}): 'numeric' | 'decimal' | 'text' {
  if (min < 0) return 'text'
  return integer ? 'numeric' : 'decimal'
}
