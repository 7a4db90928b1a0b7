import type { Question } from '@portico/shared/contract/questionnaires'
import { useWords } from '../../../words/language.ts'
import type { DraftState } from '../draft/draft.ts'
import { faultText } from '../fields/fault-words.ts'
import { QuestionField } from '../fields/question-field.tsx'
import { QuestionHeading, QuestionnaireText } from '../fields/question-texts.tsx'
import { ReadAloud } from '../fields/read-aloud.tsx'
import { askedQuestions, type Unit } from '../navigation/units.ts'
import type { Faults } from './use-faults.ts'

export interface UnitFieldsProps {
  unit: Unit
  state: DraftState
  language: string
  faults: Faults
  /** Heading level of the question; its follow-up is one level below. */
  level: 1 | 2
  onAnswer: (identifier: string, value: string) => void
}

/** A question and, if the answer requires it, the follow-up directly below. */
export function UnitFields({ unit, state, language, faults, level, onAnswer }: UnitFieldsProps) {
  const words = useWords()
  const [question, followUp] = askedQuestions(unit, state.answers)
  const field = (question: Question, headingLevel: 1 | 2 | 3, number: string) => {
    const value = state.answers[question.identifier] ?? ''
    const fault = faults[question.identifier]
    return (
      <div className="grid gap-3">
        <ReadAloud question={question} language={language} />
        <QuestionField
          key={question.identifier}
          question={question}
          language={language}
          label={<QuestionHeading number={number} text={question.questionText} language={language} level={headingLevel} />}
          value={value}
          error={fault && faultText(fault, question, value, words)}
          disabled={state.sending !== undefined}
          onAnswer={(answer) => onAnswer(question.identifier, answer)}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      {unit.notes?.map((note) => (
        <Note key={note.identifier} note={note} language={language} />
      ))}
      {question && field(question, level, question.questionNumber)}
      {followUp && <div className="border-s-4 border-accent ps-4">{field(followUp, level === 1 ? 2 : 3, '')}</div>}
    </div>
  )
}

function Note({ note, language }: { note: Question; language: string }) {
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4">
      <ReadAloud question={note} language={language} />
      <QuestionnaireText language={language}>{note.questionText}</QuestionnaireText>
      {note.hint && (
        <div className="text-mute">
          <QuestionnaireText language={language}>{note.hint}</QuestionnaireText>
        </div>
      )}
    </div>
  )
}
