import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { nameOfLanguage } from '../../words/language-text.ts'
import type { TranslatedQuestionnaire } from './translations-page.tsx'

/** Publishes the languages of a questionnaire that have something new, once they are complete; says what nobody has signed off. */
export function PublishTranslations({ questionnaire: { id, name, languages } }: { questionnaire: TranslatedQuestionnaire }) {
  const utils = trpc.useUtils()
  const publish = trpc.translations.publishTranslations.useMutation()
  const [asking, setAsking] = useState(false)
  const ready = languages.filter(({ unpublished, isOffered, missing }) => unpublished > 0 && (isOffered || missing === 0))
  const confirm = async () => {
    try {
      const published = await publish.mutateAsync({ id, languages: ready.map(({ language }) => language) })
      showToast(`${name}, version ${published.version}, is published.`)
    } catch {
      // `publish.error` says it below.
    }
    setAsking(false)
    void utils.translations.invalidate()
    void utils.questionnaires.invalidate()
  }
  const reason = languages.some(({ unpublished }) => unpublished > 0)
    ? 'A new language is published when all of its texts are translated.'
    : 'There is nothing new to publish.'
  return (
    <div className="grid gap-2">
      <Button size="small" disabledReason={ready.length === 0 ? reason : undefined} onClick={() => setAsking(true)}>
        Publish translations
      </Button>
      {publish.error && <ErrorBanner error={publish.error} />}
      <ConfirmDialog
        open={asking}
        title={`Publish translations of ${name}?`}
        confirmLabel="Publish"
        busy={publish.isPending}
        busyLabel="Publishing"
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <span className="grid gap-2">
          {ready.map(({ language, unpublished, draft, isOffered }) => (
            <span key={language}>
              {`${nameOfLanguage(language)}: ${counted(unpublished)} new.`}
              {draft > 0 && ` ${counted(draft)} not signed off.`}
              {!isOffered && ' Respondents can choose it from then on.'}
            </span>
          ))}
          <span>It becomes the newest version, and people who begin from now on read it.</span>
        </span>
      </ConfirmDialog>
    </div>
  )
}

function counted(count: number): string {
  return count === 1 ? '1 text' : `${count} texts`
}
