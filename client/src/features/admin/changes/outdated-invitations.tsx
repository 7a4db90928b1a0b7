import type { OutdatedInvitations as Outdated } from '@portico/shared/contract/workshop-changes'
import { languageOf, languages } from '@portico/shared/words/languages'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Select } from '../../../ui/fields/select.tsx'

type OutdatedWorkshop = Outdated[number]

/** Queries the workshops of which people hold an outdated date or place, afresh on each page: a list below waits so that it does not move. */
export function useOutdatedInvitations() {
  return trpc.workshops.getOutdatedInvitations.useQuery(undefined, { gcTime: 0 })
}

/** Warns, for every workshop or only for `only`, how many people were sent an outdated date or place, and offers to notify them. */
export function OutdatedInvitations({ only }: { only?: string }) {
  const outdated = useOutdatedInvitations()
  const [notifiedWorkshop, setNotifiedWorkshop] = useState<OutdatedWorkshop>()
  if (outdated.error) return <ErrorBanner error={outdated.error} retry={() => void outdated.refetch()} />
  return (
    <>
      {outdated.data
        ?.filter(({ name }) => only === undefined || name === only)
        .map((workshop) => (
          <Banner
            key={workshop.name}
            kind="warning"
            action={
              <Button size="small" aria-label={`Tell them about ${workshop.title}`} onClick={() => setNotifiedWorkshop(workshop)}>
                Tell them
              </Button>
            }
          >
            <b>{`${holdersText(workshop.respondents)} an old date or place`}</b>
            {` of “${workshop.title}”.`}
          </Banner>
        ))}
      {notifiedWorkshop && <ChangeNoticeDialog workshop={notifiedWorkshop} onClose={() => setNotifiedWorkshop(undefined)} />}
    </>
  )
}

function holdersText(count: number): string {
  return count === 1 ? '1 person holds' : `${count.toLocaleString('en')} people hold`
}

function ChangeNoticeDialog({ workshop: { name, title, respondents }, onClose }: { workshop: OutdatedWorkshop; onClose: () => void }) {
  const utils = trpc.useUtils()
  const send = trpc.workshops.sendChangeNotice.useMutation()
  const confirm = async () => {
    const sent = await send.mutateAsync({ name })
    showToast(sent.respondents === 1 ? '1 email is on its way.' : `${sent.respondents.toLocaleString('en')} emails are on their way.`)
    await utils.workshops.getOutdatedInvitations.invalidate()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Tell ${respondents === 1 ? '1 person' : `${respondents.toLocaleString('en')} people`} about the change of “${title}”?`}
      confirmLabel="Send emails"
      busy={send.isPending}
      busyLabel="Sending"
      onConfirm={() => void confirm().catch(() => {})}
      onCancel={onClose}
    >
      <div className="grid gap-4">
        <p>Everyone who was given an old date or place gets one email in their language.</p>
        {send.error && <ErrorBanner error={send.error} />}
        <Preview name={name} />
      </div>
    </ConfirmDialog>
  )
}

function Preview({ name }: { name: string }) {
  const [chosen, choose] = useState<string>()
  const english = trpc.workshops.previewChangeNotice.useQuery({ name })
  const [most] = english.data?.byLanguage ?? []
  const language = languageOf(chosen ?? most?.language ?? 'en') ?? languages[0]
  const preview = trpc.workshops.previewChangeNotice.useQuery({ name, language: language.code }, { enabled: english.isSuccess })
  const error = english.error ?? preview.error
  if (error) return <ErrorBanner error={error} />
  if (!english.data) return <SkeletonBox height={240} />
  const counts = new Map(english.data.byLanguage.map((row) => [languageOf(row.language)?.code, row.respondents]))
  return (
    <>
      <Select
        label="Preview in"
        value={language.code}
        choices={languages
          .toSorted((one, other) => (counts.get(other.code) ?? 0) - (counts.get(one.code) ?? 0))
          .map(({ code, englishName }) => ({ value: code, label: `${englishName}: ${counts.get(code) ?? 0}` }))}
        onChange={(event) => choose(event.target.value)}
      />
      {preview.data ? (
        <div
          lang={language.code}
          dir={language.direction}
          tabIndex={0}
          role="region"
          aria-label="The email"
          className="grid max-h-64 gap-2 overflow-y-auto rounded-md border border-line p-4"
        >
          <b>{preview.data.subject}</b>
          <p className="whitespace-pre-line wrap-anywhere">{preview.data.text}</p>
        </div>
      ) : (
        <SkeletonBox height={160} />
      )}
    </>
  )
}
