import { daysLeft, privacyDays } from '@portico/shared/rules/privacy'
import type { PrivacyRequestEntry } from '@portico/shared/contract/privacy'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import { CompleteRequestDialog } from './complete-request-dialog.tsx'
import { kindLabels } from './kind-labels.ts'
import { RecordRequestForm } from './record-request-form.tsx'

/**
 * /home/admin/privacy-requests: lists requests about personal data and the days left for each (shared/spec/contract.md#privacy-requests).
 */
export function PrivacyRequestsPage() {
  const [offset] = useOffset()
  const [open, setOpen] = useState(true)
  const [isNew, setNew] = useState(false)
  const [completing, setCompleting] = useState<PrivacyRequestEntry>()
  const requests = trpc.privacy.getRequestList.useQuery(
    { pagination: { offset, count: limits.listPageSize }, open },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title="Privacy requests"
      subtitle="What people asked us to do with their data. Those with an email address do most of it themselves, through a link."
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.accounts()} kind="secondary" size="small">
            All accounts
          </LinkButton>
          <Button size="small" onClick={() => setNew(!isNew)} aria-expanded={isNew}>
            Note a request
          </Button>
        </div>
      }
    >
      {isNew && <RecordRequestForm onDone={() => setNew(false)} />}
      <Checkbox label="Only what is still to be done" checked={open} onChange={(event) => setOpen(event.target.checked)} />
      {requests.error && <ErrorBanner error={requests.error} />}
      {(requests.data || !requests.error) && (
        <div>
          <Table
            caption="Privacy requests"
            columns={columns(new Date(requests.dataUpdatedAt), setCompleting)}
            rows={requests.data?.items}
            rowKey={({ id }) => String(id)}
            expectedRows={3}
            stale={requests.isPlaceholderData}
            empty={<EmptyState text={open ? 'Nothing is waiting.' : 'Nobody has asked yet.'} />}
          />
          <Pager page={requests.data} loading={requests.isFetching} />
        </div>
      )}
      {completing && <CompleteRequestDialog key={completing.id} request={completing} onClose={() => setCompleting(undefined)} />}
    </Page>
  )
}

function columns(now: Date, onComplete: (request: PrivacyRequestEntry) => void): Column<PrivacyRequestEntry>[] {
  return [
    { key: 'who', header: 'Who', naming: true, cell: (request) => <Person request={request} /> },
    {
      key: 'what',
      header: 'Asks to',
      cell: ({ kind, text }) => (
        <div>
          <span className="font-bold">{kindLabels[kind]}</span>
          {text && <p className="wrap-anywhere">{text}</p>}
        </div>
      ),
    },
    { key: 'since', header: 'Asked', cell: ({ requestedAt }) => <LocalDate value={requestedAt} /> },
    { key: 'left', header: 'Time left', cell: (request) => <TimeLeft request={request} now={now} /> },
    {
      key: 'done',
      header: 'Actions',
      headerHidden: true,
      cell: (request) =>
        !request.doneAt && (
          <Button size="small" kind="secondary" onClick={() => onComplete(request)} aria-label={`Complete: ${request.anonymousId}`}>
            Complete
          </Button>
        ),
    },
  ]
}

function Person({ request: { anonymousId, contact, byTelephone, unconfirmedContactSince } }: { request: PrivacyRequestEntry }) {
  return (
    <div className="wrap-anywhere">
      <span className="font-bold">{contact?.fullName || anonymousId}</span>
      {contact?.fullName && <span className="block font-normal text-mute">{anonymousId}</span>}
      {contact && <span className="block font-normal">{[contact.phoneNumber, contact.email].filter(Boolean).join(', ')}</span>}
      {byTelephone && <span className="block font-bold">Call first, to make sure who asks</span>}
      {unconfirmedContactSince && (
        <span className="block font-normal">
          An agency changed this contact data on <LocalDate value={unconfirmedContactSince} />: compare it with the history of the case
        </span>
      )}
    </div>
  )
}

function TimeLeft({ request: { kind, dueAt, doneAt, doneBy, contact }, now }: { request: PrivacyRequestEntry; now: Date }) {
  if (doneAt)
    return (
      <span>
        Done <LocalDate value={doneAt} /> {doneBy ? `by ${doneBy}` : contact && 'through their link'}
      </span>
    )
  if (!dueAt) return <span>No time promised</span>
  // This device's clock may be behind the server's.
  const days = Math.min(daysLeft(new Date(dueAt), now), privacyDays[kind] ?? Infinity)
  if (days <= 0) return <span className="font-bold text-stop">Overdue</span>
  return <span className={days <= 2 ? 'font-bold text-stop' : ''}>{days === 1 ? '1 day' : `${days} days`}</span>
}
