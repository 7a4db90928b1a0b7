import type { CorrectionPreview } from '@portico/shared/contract/corrections'
import type { Question } from '@portico/shared/contract/questionnaires'
import { takesAnswer } from '@portico/shared/words/question-types'
import { unformatted } from '@portico/shared/words/formatted-text'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { NotRemembered } from '../../../ui/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { QuestionField } from '../../questionnaires/fields/question-field.tsx'
import { useCase } from '../review/case-context.ts'
import { ReasonForm } from '../review/decisions/reason-form.tsx'
import { useQuestionTexts } from '../use-question-texts.ts'
import type { CorrectionFormProps } from './case-corrections.tsx'
import { CorrectionConsequences } from './correction-consequences.tsx'
import { useCorrection } from './use-correction.ts'

/** Corrects answers, including contact data: select them, enter the correct values, review the consequences, give a reason. */
export function CorrectionForm({ info, onDone }: CorrectionFormProps) {
  const { locked } = useCase()
  const { about, name, change } = useCorrection(info)
  const texts = useQuestionTexts(info)
  const { client } = trpc.useUtils()
  const correct = trpc.corrections.correctAnswers.useMutation()
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [previewed, setPreviewed] = useState<{ readonly of: object; readonly preview: CorrectionPreview }>()
  // What is saved is what was shown: a preview of other answers is none.
  const preview = previewed?.of === answers ? previewed.preview : undefined
  const current = new Map(info.answerFlags.flaggedAnswers.map(({ identifier, originalValue }) => [identifier, originalValue]))
  const questions = info.answerFlags.flaggedAnswers.flatMap(({ identifier }) => texts.mine(identifier) ?? [])
  const answer = (identifier: string, value: string) => {
    setAnswers((before) => ({ ...before, [identifier]: value }))
  }
  const loadPreview = async () => {
    setRefusal(undefined)
    setFaults({})
    try {
      setPreviewed({ of: answers, preview: await client.corrections.previewCorrection.query({ ...about, answers }) })
    } catch (error) {
      const { issues, message } = failureOf(error)
      const found = issues.map((issue) => [String(issue.path[1] ?? ''), issue.message] as const)
      setFaults(Object.fromEntries(found))
      // Include questions that the corrections cause to be asked.
      setAnswers((before) => ({
        ...Object.fromEntries(found.map(([identifier]) => [identifier, current.get(identifier) ?? ''])),
        ...before,
      }))
      if (found.length === 0) setRefusal(message)
    }
  }
  const save = async (reason: string) => {
    if (!preview) return
    const { version, rulesVersion } = preview
    await change(
      () => correct.mutateAsync({ ...about, answers, reason, version, rulesVersion }),
      preview.changes.length === 1 ? `1 answer of ${name} was corrected.` : `${preview.changes.length} answers of ${name} were corrected.`,
      'What stood before is in the history.',
    )
    onDone()
  }
  return (
    <div className="grid gap-5 rounded-md border border-line bg-raised p-4">
      <QuestionChoice questions={questions} chosen={Object.keys(answers)} onChoose={(id) => answer(id, current.get(id) ?? '')} />
      {Object.entries(answers).map(([identifier, value]) => {
        const question = texts.mine(identifier)
        if (!question) return null
        return (
          <NotRemembered key={identifier} value>
            <QuestionField
              question={question}
              language={texts.myLanguage}
              label={unformatted(question.questionText)}
              value={value}
              error={faults[identifier]}
              disabled={locked !== undefined}
              onAnswer={(next) => answer(identifier, next)}
            />
          </NotRemembered>
        )
      })}
      {refusal && <Banner kind="warning">{refusal}</Banner>}
      {preview ? (
        <ReasonForm
          about={about.respondent.anonymousId}
          label="Correct answers"
          saveLabel="Save the correction"
          locked={locked}
          onSave={save}
          onCancel={() => setPreviewed(undefined)}
        >
          <CorrectionConsequences preview={preview} name={name} texts={texts} />
        </ReasonForm>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            size="small"
            disabledReason={Object.keys(answers).length === 0 ? 'Choose an answer first' : locked}
            onClick={() => void loadPreview()}
          >
            Show what follows
          </Button>
          <Button kind="secondary" size="small" onClick={onDone}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}

interface QuestionChoiceProps {
  questions: readonly Question[]
  chosen: readonly string[]
  onChoose: (identifier: string) => void
}

function QuestionChoice({ questions, chosen, onChoose }: QuestionChoiceProps) {
  const choices = questions
    .filter(({ identifier, questionType }) => takesAnswer(questionType) && !chosen.includes(identifier))
    .map(({ identifier, questionNumber, questionText }) => ({
      value: identifier,
      label: [questionNumber, unformatted(questionText)].filter(Boolean).join('. '),
    }))
  return (
    <Select
      label={chosen.length === 0 ? 'Which answer is wrong?' : 'Another one?'}
      placeholder="Please select"
      choices={choices}
      value=""
      onChange={(event) => event.target.value && onChoose(event.target.value)}
    />
  )
}
