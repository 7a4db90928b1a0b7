import type { DecidedEntry } from '@portico/shared/contract/decided-list'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { trpc } from '../../api/trpc.ts'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { FlagMark } from '../../ui/lists/flag-mark.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import { Identity } from '../responses/respondent-row.tsx'
import { AgencyPage } from './agency-page.tsx'
import { nameOf } from '../responses/name-of.ts'

/**
 * /home/agency/decided: lists the respondents whom the user's agency marked green or red, by whom and when, with undo where the rules allow
 * it.
 */
export function DecidedPage() {
  return <AgencyPage title="Decided Respondents">{(agencyId) => <Decided agencyId={agencyId} />}</AgencyPage>
}

function Decided({ agencyId }: { agencyId: number | undefined }) {
  const [offset] = useOffset()
  const utils = trpc.useUtils()
  const list = trpc.agency.getDecidedRespondents.useQuery(
    { agencyId: agencyId ?? 0, pagination: { offset, count: limits.listPageSize } },
    { enabled: agencyId !== undefined, placeholderData: keepPreviousData },
  )
  const undo = trpc.agency.undoDecision.useMutation()
  const undoDecision = async ({ respondent, version }: DecidedEntry) => {
    try {
      await undo.mutateAsync({ respondent: { anonymousId: respondent.anonymousId }, version })
      showToast(`The decision on ${nameOf(respondent)} was undone.`)
    } catch (error) {
      showToast(failureOf(error).message, 'warning')
    }
    await Promise.all([utils.agency.invalidate(), utils.responses.invalidate()])
  }
  if (list.error && !list.data) return <ErrorBanner error={list.error} retry={() => void list.refetch()} />
  return (
    <div className="max-[60rem]:[&>table>tbody>tr>th]:-order-1">
      <Table
        caption="Decided respondents"
        columns={decidedColumns(offset, undo.isPending, (entry) => void undoDecision(entry))}
        rows={list.data?.items}
        rowKey={(entry) => entry.respondent.anonymousId}
        expectedRows={limits.listPageSize}
        stale={list.isPlaceholderData}
        empty={<EmptyState text="No decisions yet. Respondents appear here once they are marked green or red." />}
      />
      {list.data?.meta.count !== 0 && <Pager page={list.data} loading={list.isPlaceholderData} />}
    </div>
  )
}

function decidedColumns(offset: number, busy: boolean, onUndo: (entry: DecidedEntry) => void): Column<DecidedEntry>[] {
  return [
    { key: 'number', header: '#', cell: (_, index) => offset + index + 1 },
    { key: 'id', header: 'Anonymous Id', naming: true, cell: (entry) => <Identity entry={entry} /> },
    { key: 'decision', header: 'Decision', cell: ({ flag }) => <FlagMark flag={flag.current} /> },
    { key: 'by', header: 'By', cell: ({ decision }) => <By decision={decision} /> },
    { key: 'when', header: 'When', cell: ({ decision }) => <LocalDate value={decision.timestampUTC} style="moment" /> },
    { key: 'reason', header: 'Reason', cell: ({ decision }) => <span className="wrap-anywhere">{decision.reason || '–'}</span> },
    {
      key: 'undo',
      header: 'Actions',
      cell: (entry) =>
        entry.undoable ? (
          <Button
            kind="secondary"
            size="small"
            disabled={busy}
            aria-label={`Undo ${nameOf(entry.respondent)}`}
            onClick={() => onUndo(entry)}
          >
            Undo
          </Button>
        ) : (
          <span className="text-sm text-mute">Cannot be undone</span>
        ),
    },
  ]
}

function By({ decision }: Pick<DecidedEntry, 'decision'>) {
  return (
    <span>
      {decision.by}
      {decision.outsideAgency && <span className="block text-sm text-mute">from outside the agency</span>}
    </span>
  )
}
