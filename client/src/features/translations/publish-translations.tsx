import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { nameOfLanguage } from '../../words/language-text.ts'
import type { TranslatedQuestionnaire } from './translations-page.tsx'

/**
 * Publishes the languages of a questionnaire that have unpublished texts, new languages only once complete. Shows how many texts are not
 * signed off.
 */
export function PublishTranslations({ questionnaire }: { questionnaire: TranslatedQuestionnaire }) {
  const { id, kind, languages, title, name: identifier } = questionnaire
  const name = kind === 'questionnaire' ? identifier : (title ?? identifier)
  const utils = trpc.useUtils()
  const version = trpc.translations.publishTranslations.useMutation()
  const emails = trpc.translations.publishEmailTexts.useMutation()
  const error = version.error ?? emails.error
  // Snapshot of what the dialog shows; texts that are saved after that are not published with it.
  const [seen, setSeen] = useState<typeof languages>()
  const ready = languages.filter(({ unpublished, isOffered, missing }) => unpublished > 0 && (isOffered || missing === 0))
  const confirm = async (shown: typeof languages) => {
    const digests = Object.fromEntries(shown.map(({ language, digest }) => [language, digest]))
    const chosen = { languages: Object.keys(digests), seen: digests }
    try {
      const published = kind === 'e-mails' ? await emails.mutateAsync(chosen) : await version.mutateAsync({ id, ...chosen })
      showToast('version' in published ? `${name}, version ${published.version}, is published.` : `${name} are published.`)
    } catch {
      // Shown below through `error`.
    }
    setSeen(undefined)
    void utils.translations.invalidate()
    void (kind === 'e-mails' ? utils.messages.invalidate() : utils.questionnaires.invalidate())
  }
  const reason = languages.some(({ unpublished }) => unpublished > 0)
    ? 'A new language is published when all of its texts are translated.'
    : 'There is nothing new to publish.'
  return (
    <div className="grid gap-2">
      <Button size="small" disabledReason={ready.length === 0 ? reason : undefined} onClick={() => setSeen(ready)}>
        Publish translations
      </Button>
      {error && <ErrorBanner error={error} />}
      <ConfirmDialog
        open={seen !== undefined}
        title={`Publish translations of ${name}?`}
        confirmLabel="Publish"
        busy={version.isPending || emails.isPending}
        busyLabel="Publishing"
        onConfirm={() => void confirm(seen ?? [])}
        onCancel={() => setSeen(undefined)}
      >
        <span className="grid gap-2">
          {seen?.map(({ language, unpublished, draft, isOffered }) => (
            <span key={language}>
              {`${nameOfLanguage(language)}: ${counted(unpublished)} new.`}
              {draft > 0 && ` ${counted(draft)} not signed off.`}
              {!isOffered && ' Respondents can choose it from then on.'}
            </span>
          ))}
          <span>
            {kind === 'e-mails'
              ? 'Every email sent from then on has them.'
              : 'It becomes the newest version, and people who begin from now on read it.'}
          </span>
        </span>
      </ConfirmDialog>
    </div>
  )
}

function counted(count: number): string {
  return count === 1 ? '1 text' : `${count} texts`
}
