import type { Configuration, DownloadColumn, DownloadItem } from '@portico/shared/contract/downloads'
import { limits } from '@portico/shared/words/limits'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { saveFile } from '../../layout/save-file.ts'
import { trpc } from '../../api/trpc.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { LocalDate, localDate } from '../../words/local-date.tsx'

/** Columns of the list of downloads. */
export const fileColumns: Column<DownloadItem>[] = [
  { key: 'content', header: 'Content', naming: true, cell: (item) => <Content item={item} /> },
  {
    key: 'requested',
    header: 'Requested',
    cell: (item) => (
      <span className="grid">
        <span className="lg:whitespace-nowrap">
          <LocalDate value={item.initiatedAtUTC} style="moment" />
        </span>
        <span className="text-sm wrap-anywhere text-mute">{`by ${item.requester}`}</span>
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: (item) => <Status item={item} /> },
  { key: 'actions', header: 'Actions', cell: (item) => <Actions item={item} /> },
]

function Content({ item }: { item: DownloadItem }) {
  return (
    <span className="grid">
      <span>{contentText(item.info)}</span>
      <span className="text-sm font-normal text-mute">{kindText(item)}</span>
    </span>
  )
}

/** Names of the optional columns that an export can have for each case in addition to its template. */
export const columnNames: Readonly<Record<DownloadColumn, string>> = {
  agency: 'agency',
  status: 'status',
  waiting: 'business days waiting',
  contact: 'last telephone call',
}

/** Returns the format and extras of a file, such as 'Plain table (.csv), with status, notes'. */
export function kindText({ format, columns, notes }: Pick<DownloadItem, 'format' | 'columns' | 'notes'>): string {
  const more = [...columns.map((column) => columnNames[column]), ...(notes ? ['notes'] : [])]
  const kind = format === 'csv' ? 'Plain table (.csv)' : 'Excel workbook (.xlsx)'
  return more.length > 0 ? `${kind}, with ${more.join(', ')}` : kind
}

/** Returns 'All', 'Undownloaded', or the time range in words. */
export function contentText(info: Configuration): string {
  if ('flavor' in info) return info.flavor === 'all' ? 'All' : 'Undownloaded'
  const moment = (instant: string) => localDate(instant, 'en', 'moment')
  const from = info.start && `from ${moment(info.start)}`
  const to = info.end && `to before ${moment(info.end)}`
  const text = [from, to].filter(Boolean).join(' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function Status({ item }: { item: DownloadItem }) {
  const { status, progress, finishedTimestampUTC, cancelledTimestampUTC, failure } = item
  switch (status) {
    case 'not-started':
      return <ProgressBar value={0} max={undefined} text="Waiting to start" />
    case 'running':
      return (
        <ProgressBar
          value={progress.done}
          max={progress.total === 0 ? undefined : progress.total}
          text={`Running: ${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`}
        />
      )
    case 'completed':
      return <Ended word="Completed" at={finishedTimestampUTC} more={isNobodyNew(item) ? 'Nobody new' : respondents(progress.done)} />
    case 'cancelled':
      return <Ended word="Cancelled" at={cancelledTimestampUTC} more="No respondents count as downloaded." />
    case 'failed':
      return <Ended word="Failed" at={failure?.timestampUTC ?? null} more={failure?.message ?? ''} stopped />
  }
}

function isNobodyNew({ info, progress }: DownloadItem): boolean {
  return 'flavor' in info && info.flavor === 'undownloaded' && progress.done === 0
}

function respondents(count: number): string {
  return count === 1 ? '1 respondent' : `${count.toLocaleString('en')} respondents`
}

function Ended({ word, at, more, stopped = false }: { word: string; at: string | null; more: string; stopped?: boolean }) {
  return (
    <span className="grid">
      <span>
        <b className={stopped ? 'text-stop' : ''}>{word}</b> {at && <LocalDate value={at} style="moment" />}
      </span>
      <span className="text-sm wrap-anywhere text-mute">{more}</span>
    </span>
  )
}

function Actions({ item }: { item: DownloadItem }) {
  switch (item.status) {
    case 'not-started':
    case 'running':
      return <Cancel item={item} />
    case 'completed':
      return isNobodyNew(item) ? <span className="text-sm text-mute">Everybody is in an earlier file.</span> : <Save item={item} />
    case 'cancelled':
    case 'failed':
      return <span className="text-sm text-mute">Ask for a new file</span>
  }
}

function Cancel({ item }: { item: DownloadItem }) {
  const utils = trpc.useUtils()
  const cancel = trpc.downloads.cancelDownload.useMutation({
    onSettled: () => utils.downloads.getDownloadList.invalidate({ workshopName: item.workshopName }),
  })
  return (
    <span className="grid justify-items-start gap-1">
      <Button
        kind="secondary"
        size="small"
        busy={cancel.isPending}
        aria-label={`Cancel ${contentText(item.info)}`}
        onClick={() => cancel.mutate({ id: item.downloadId })}
      >
        Cancel
      </Button>
      <FieldError id={`cancel-${item.downloadId}`} error={cancel.error ? failureOf(cancel.error).message : undefined} />
    </span>
  )
}

function Save({ item }: { item: DownloadItem }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [shownAt] = useState(() => Date.now())
  const gone = Date.parse(item.finishedTimestampUTC ?? '') + limits.downloadKeptMs <= shownAt
  const save = async () => {
    setBusy(true)
    setFailed(false)
    try {
      await saveFile('downloads/getDownloadFile', { id: item.downloadId }, `${item.workshopName}.${item.format}`)
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="grid justify-items-start gap-1">
      <Button
        size="small"
        icon="download"
        busy={busy}
        disabledReason={gone ? 'Files are kept for 7 days. Request a new one.' : undefined}
        aria-label={`Download ${contentText(item.info)}`}
        onClick={() => void save()}
      >
        Download
      </Button>
      <span role="alert">
        <FieldError id={`download-${item.downloadId}`} error={failed ? 'Failed to retrieve file' : undefined} />
      </span>
    </span>
  )
}
