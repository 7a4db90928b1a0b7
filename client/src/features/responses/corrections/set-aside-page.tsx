import type { SetAsideEntry } from '@portico/shared/contract/corrections'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { WorkshopTitle } from '../../../layout/workshops/workshop-name.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useOffset } from '../../../ui/lists/url-state.ts'
import { LocalDate } from '../../../words/local-date.tsx'

/** /home/admin/set-aside: lists withdrawn and merged cases, and restores them (shared/spec/contract.md#corrections). */
export function SetAsidePage() {
  const [offset] = useOffset()
  const [returning, setReturning] = useState<SetAsideEntry>()
  const list = trpc.corrections.getSetAsideList.useQuery(
    { pagination: { offset, count: limits.listPageSize } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title="Withdrawn and merged"
      subtitle="These cases are in no list or count. Names are not shown here, because the cases are not in use."
      actions={
        <LinkButton to={paths.allResponses()} kind="secondary" size="small">
          All respondents
        </LinkButton>
      }
    >
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <div>
          <Table
            caption="Withdrawn and merged"
            columns={columns(list.dataUpdatedAt, setReturning)}
            rows={list.data?.items}
            rowKey={({ anonymousId }) => anonymousId}
            expectedRows={3}
            stale={list.isPlaceholderData}
            empty={<EmptyState text="Nobody was withdrawn, and no cases were merged." />}
          />
          <Pager page={list.data} loading={list.isFetching} />
        </div>
      )}
      {returning && <ReturnDialog entry={returning} onClose={() => setReturning(undefined)} />}
    </Page>
  )
}

const returnLabels = { merged: 'Separate', withdrawn: 'Put back' } as const

function columns(now: number, onReturn: (entry: SetAsideEntry) => void): Column<SetAsideEntry>[] {
  return [
    {
      key: 'who',
      header: 'AnonymousId',
      naming: true,
      cell: ({ anonymousId, workshopName }) => (
        <span className="grid">
          <span className="font-bold" translate="no">
            {anonymousId}
          </span>
          <span className="font-normal text-mute">
            <WorkshopTitle name={workshopName} />
          </span>
        </span>
      ),
    },
    {
      key: 'what',
      header: 'What happened',
      cell: ({ mergedInto, kind, reason }) => (
        <span className="grid gap-0.5">
          <span className="font-medium">{kind === 'merged' ? `Merged into ${mergedInto ?? 'a case that was deleted'}` : 'Withdrawn'}</span>
          <span className="wrap-anywhere text-mute">“{reason}”</span>
        </span>
      ),
    },
    {
      key: 'when',
      header: 'When',
      cell: ({ setAsideAt, by }) => (
        <span className="grid">
          <LocalDate value={setAsideAt} style="moment" />
          <span className="text-sm text-mute">{by}</span>
        </span>
      ),
    },
    {
      key: 'back',
      header: 'Actions',
      headerHidden: true,
      cell: (entry) =>
        entry.returnableUntil !== null && Date.parse(entry.returnableUntil) < now ? (
          <span className="text-sm text-mute">30 days are over</span>
        ) : (
          <Button
            size="small"
            kind="secondary"
            onClick={() => onReturn(entry)}
            aria-label={`${returnLabels[entry.kind]}: ${entry.anonymousId}`}
          >
            {returnLabels[entry.kind]}
          </Button>
        ),
    },
  ]
}

function ReturnDialog({ entry: { anonymousId, kind }, onClose }: { entry: SetAsideEntry; onClose: () => void }) {
  const utils = trpc.useUtils()
  const back = trpc.corrections.returnRespondent.useMutation()
  const confirm = async () => {
    try {
      await back.mutateAsync({ respondent: { anonymousId } })
      showToast(`${anonymousId} is back in the lists.`)
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    onClose()
    await Promise.all([utils.corrections.invalidate(), utils.responses.invalidate()])
  }
  return (
    <ConfirmDialog
      open
      title={kind === 'merged' ? `Separate ${anonymousId}?` : `Put ${anonymousId} back?`}
      confirmLabel={returnLabels[kind]}
      cancelLabel="Cancel"
      busy={back.isPending}
      busyLabel="Saving"
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        The case is as it was before. A green dot who was never invited is invited now, by email; who needs an agency and has none gets one.
      </p>
    </ConfirmDialog>
  )
}
