import type { Announcement } from '@portico/shared/contract/announcements'
import { languageOf } from '@portico/shared/words/languages'
import { useState, useSyncExternalStore } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useUrlChoice } from '../../../ui/lists/url-state.ts'
import { SkeletonBox } from '../../../ui/feedback/skeleton.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { WorkshopTitle } from '../../../layout/workshops/workshop-name.tsx'
import { useWorkshops } from '../../../layout/workshops/use-workshops.ts'
import { AnnouncementForm } from './announcement-form.tsx'

const pollIntervalMs = 5_000

/**
 * /home/admin/announcements: sends announcements to groups of respondents and lists earlier ones. `workshop` in the URL preselects a
 * workshop.
 */
export function AnnouncementsPage() {
  const [writing, setWriting] = useState(0)
  const workshops = useWorkshops()
  const [chosen] = useUrlChoice('workshop')
  return (
    <Page
      title="Announcements"
      subtitle="Email a group of respondents, each in their language. Emails go out after 60 seconds, and only between 9:00 and 20:00 in the workshop’s time zone."
      actions={
        <LinkButton to={paths.messages()} kind="secondary" size="small">
          Messages
        </LinkButton>
      }
    >
      {workshops.error && <ErrorBanner error={workshops.error} retry={() => void workshops.refetch()} />}
      {workshops.data ? (
        <AnnouncementForm key={writing} workshops={workshops.data} about={chosen} onSent={() => setWriting(writing + 1)} />
      ) : (
        <SkeletonBox height={400} />
      )}
      <Announcements />
    </Page>
  )
}

function Announcements() {
  const utils = trpc.useUtils()
  const list = trpc.announcements.getAnnouncementList.useQuery(undefined, { refetchInterval: pollIntervalMs })
  const cancel = trpc.announcements.cancelAnnouncement.useMutation({
    onSettled: () => utils.announcements.getAnnouncementList.invalidate(),
  })
  const error = list.error ?? cancel.error
  return (
    <section aria-label="Sent announcements" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Sent announcements</h2>
      {error && <ErrorBanner error={error} />}
      {(list.data || !list.error) && (
        <Table
          caption="Sent announcements"
          columns={columns((id) => cancel.mutate({ id }))}
          rows={list.data}
          rowKey={({ id }) => String(id)}
          expectedRows={2}
          empty={<EmptyState icon="mail" text="No announcements yet." />}
        />
      )}
    </section>
  )
}

function columns(onCancel: (id: number) => void): Column<Announcement>[] {
  return [
    {
      key: 'subject',
      header: 'Announcement',
      naming: true,
      cell: ({ subject, workshopName, languages }) => (
        <span className="grid gap-0.5">
          <bdi className="font-bold wrap-anywhere">{subject}</bdi>
          <span className="text-sm font-normal text-mute">
            <WorkshopTitle name={workshopName} />
          </span>
          <span className="text-sm font-normal text-mute">{languages.map((tag) => languageOf(tag)?.englishName ?? tag).join(', ')}</span>
        </span>
      ),
    },
    {
      key: 'by',
      header: 'Written',
      cell: ({ by, createdAt }) => (
        <span className="grid gap-0.5">
          <bdi>{by}</bdi>
          <span className="text-sm text-mute">
            <LocalDate value={createdAt} style="moment" />
          </span>
        </span>
      ),
    },
    { key: 'state', header: 'State', cell: (announcement) => <State announcement={announcement} /> },
    {
      key: 'undo',
      header: 'Actions',
      headerHidden: true,
      cell: (announcement) => <Undo announcement={announcement} onCancel={onCancel} />,
    },
  ]
}

function State({ announcement: { respondents, sent, waiting, undelivered, undoUntil, cancelledAt } }: { announcement: Announcement }) {
  if (cancelledAt) return <span className="text-mute">{`Taken back. Nobody of ${respondents} was written to.`}</span>
  return (
    <span className="grid gap-0.5">
      <span>{`${sent.toLocaleString('en')} of ${respondents.toLocaleString('en')} sent`}</span>
      {undelivered > 0 && <span className="text-sm">{`${undelivered.toLocaleString('en')} not delivered`}</span>}
      {waiting > 0 && (
        <span className="text-sm text-mute">
          From <LocalDate value={undoUntil} style="moment" />
        </span>
      )}
    </span>
  )
}

function Undo({
  announcement: { id, subject, undoUntil, cancelledAt },
  onCancel,
}: {
  announcement: Announcement
  onCancel: (id: number) => void
}) {
  const left = Math.ceil((Date.parse(undoUntil) - useCurrentSecond()) / 1_000)
  if (cancelledAt || left <= 0) return null
  return (
    <span className="inline-flex items-center gap-3">
      <Button kind="secondary" size="small" aria-label={`Undo: ${subject}`} onClick={() => onCancel(id)}>
        Undo
      </Button>
      {left <= 60 && <span className="tabular text-sm text-mute">{`${left} s left`}</span>}
    </span>
  )
}

function useCurrentSecond(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1_000) * 1_000)
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 500)
  return () => clearInterval(timer)
}
