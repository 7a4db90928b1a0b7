import type { Question } from '@portico/shared/contract/questionnaires'
import { takesAnswer } from '@portico/shared/words/question-types'
import { languageOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import type { RouterOutputs } from '../../api/trpc.ts'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { UploadWarnings } from './upload-problems.tsx'
import { PreviewedQuestions } from './preview/previewed-questions.tsx'
import { Changes } from './versions/version-tools.tsx'
import { focusOnce } from '../../ui/feedback/focus-once.ts'

export type Checked = RouterOutputs['questionnaires']['checkFiles']

interface UploadPreviewProps {
  checked: Checked
  /** The form with the files, which the button submits. */
  formId: string
  /** Called before submitting, so that the files are shared instead of published. */
  onShare: () => void
}

/** Previews the questionnaire in each of its languages, with changes and red answers; nothing is stored. */
export function UploadPreview({ checked, formId, onShare }: UploadPreviewProps) {
  const [language, setLanguage] = useState(checked.questionnaires[0]?.language ?? '')
  const shown = checked.questionnaires.find((one) => one.language === language) ?? checked.questionnaires[0]
  if (!shown) return null
  return (
    <section className="grid gap-6" aria-label="Preview">
      {/* On phones, the preview is below the form. */}
      <div ref={focusOnce} tabIndex={-1} className="grid gap-2">
        <h2 className="text-xl">
          <BreakableName name={`Preview of ${shown.name}`} />
        </h2>
        {shown.title && (
          <p className="text-lg font-bold wrap-anywhere">
            <bdi lang={shown.language}>{shown.title}</bdi>
          </p>
        )}
        <p className="text-mute">{`${countsText(shown.questions)} in ${languagesText(checked.questionnaires.length)}. Nothing is stored yet.`}</p>
      </div>
      <UploadWarnings warnings={checked.warnings} />
      {checked.published && <PublishedDifference {...checked.published} />}
      <div className="grid gap-2">
        <p className="text-mute">To see it as respondents will, in each language and on a phone, create a link to it.</p>
        <div>
          <Button type="submit" form={formId} kind="secondary" size="small" onClick={onShare}>
            Preview on a phone
          </Button>
        </div>
      </div>
      <div className="max-w-narrow">
        <Select
          label="Language"
          value={shown.language}
          choices={checked.questionnaires.map((one) => ({ value: one.language, label: languageName(one.language) }))}
          onChange={(event) => setLanguage(event.target.value)}
        />
      </div>
      <div className="relative grid max-h-[40rem] overflow-y-auto" tabIndex={0}>
        <PreviewedQuestions {...shown} redRules={checked.redRules} />
      </div>
    </section>
  )
}

/** Shows the changes from the published version; collapsed because it can be long. */
function PublishedDifference({ version, difference }: NonNullable<Checked['published']>) {
  const { questions } = difference
  const counted = (['added', 'removed', 'changed'] as const).flatMap((what) => {
    const count = questions.filter(({ change }) => change === what).length
    return count === 0 ? [] : `${count} ${what}`
  })
  const newlyRed = questions.filter(({ facts }) => facts.some(({ what }) => what === 'newly red')).length
  if (newlyRed > 0) counted.push(`${newlyRed} newly red`)
  return (
    <details className="grid gap-4 rounded-md border border-line bg-raised px-4 py-3">
      <summary className="cursor-pointer font-bold">{`Changes from version ${version}, which is published: ${counted.join(', ') || 'no question'}`}</summary>
      <div className="pt-4">
        <Changes difference={difference} />
      </div>
    </details>
  )
}

/** Returns '61 questions and 14 follow-ups'; notes, videos and calculations are not counted. */
function countsText(questions: readonly Question[]): string {
  const asking = questions.filter(({ questionType }) => takesAnswer(questionType))
  const followUps = asking.filter(({ followUp }) => followUp).length
  const alone = asking.length - followUps
  const counted = [alone === 1 ? '1 question' : `${alone} questions`]
  if (followUps > 0) counted.push(followUps === 1 ? '1 follow-up' : `${followUps} follow-ups`)
  return counted.join(' and ')
}

function languagesText(count: number): string {
  return count === 1 ? '1 language' : `${count} languages`
}

/** Returns 'Spanish (Español)', or the tag of a language that Portico does not support. */
export function languageName(tag: string): string {
  const language = languageOf(tag)
  if (!language) return tag
  return language.englishName === language.nativeName ? language.englishName : `${language.englishName} (${language.nativeName})`
}
