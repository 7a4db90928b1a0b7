import { workshopChoices } from '../../layout/workshops/workshop-name.tsx'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import {
  downloadColumns,
  type Configuration,
  type DownloadColumn,
  type DownloadFormat,
  type DownloadItem,
} from '@portico/shared/contract/downloads'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { useOffset, useUrlChoice } from '../../ui/lists/url-state.ts'
import { columnNames, fileColumns } from './download-row.tsx'
import { TimeRangeForm } from './time-range-form.tsx'

/** /home/admin/downloads: requests spreadsheets of a workshop and downloads them. */
export function DownloadsPage() {
  const workshops = trpc.workshops.getWorkshopList.useQuery(undefined, { staleTime: limits.workshopCacheMs })
  const [chosen, choose] = useUrlChoice('workshop')
  const list = workshops.data
  const workshop = list?.find(({ name }) => name === chosen) ?? list?.find(({ isDefault }) => isDefault) ?? list?.[0]
  return (
    <Page title="Downloads">
      {workshops.error && <ErrorBanner error={workshops.error} />}
      {list?.length === 0 ? (
        <EmptyState
          text="No workshops yet, so there is nothing to download."
          action={<LinkButton to={paths.workshops()}>Create a workshop</LinkButton>}
        />
      ) : (
        <>
          <div className="max-w-narrow">
            <Select
              label="Workshop"
              value={workshop?.name ?? ''}
              choices={workshopChoices(list)}
              onChange={(event) => choose(event.target.value)}
            />
          </div>
          <WorkshopDownloads key={workshop?.name} workshopName={workshop?.name} />
        </>
      )}
    </Page>
  )
}

function WorkshopDownloads({ workshopName }: { workshopName: string | undefined }) {
  const [offset] = useOffset()
  const downloads = trpc.downloads.getDownloadList.useQuery(
    { workshopName: workshopName ?? '', pagination: { offset, count: limits.downloadPageSize } },
    {
      enabled: workshopName !== undefined,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? limits.downloadPollMs : false),
    },
  )
  return (
    <>
      {workshopName && <NewDownload workshopName={workshopName} />}
      <section className="grid gap-2">
        <h2 className="text-lg">Files</h2>
        {downloads.error && <ErrorBanner error={downloads.error} />}
        {(downloads.data || !downloads.error) && (
          <Table
            caption="Downloads"
            columns={fileColumns}
            rows={downloads.data?.items}
            rowKey={(item) => String(item.downloadId)}
            expectedRows={limits.downloadPageSize}
            empty={<EmptyState icon="file" text="No downloads" />}
          />
        )}
        {downloads.data && downloads.data.meta.count > 0 && <Pager page={downloads.data} loading={downloads.isPlaceholderData} />}
      </section>
    </>
  )
}

function isUnfinished({ status }: Pick<DownloadItem, 'status'>): boolean {
  return status === 'not-started' || status === 'running'
}

const formats = [
  { value: 'xlsx', label: 'Excel workbook (.xlsx)' },
  { value: 'csv', label: 'Plain table (.csv)' },
]

function NewDownload({ workshopName }: { workshopName: string }) {
  const utils = trpc.useUtils()
  const [, setOffset] = useOffset()
  const [format, setFormat] = useState<DownloadFormat>('xlsx')
  const [notes, setNotes] = useState(false)
  const [columns, setColumns] = useState<readonly DownloadColumn[]>([])
  const enqueue = trpc.downloads.enqueueDownload.useMutation()
  const ask = async (configuration: Configuration) => {
    await enqueue.mutateAsync({ workshop: { name: workshopName }, configuration, format, notes, columns: [...columns] })
    setOffset(0)
    await utils.downloads.getDownloadList.invalidate({ workshopName })
  }
  // The banner shows the error.
  const askAtOnce = (flavor: 'all' | 'undownloaded') => void ask({ flavor }).catch(() => {})
  return (
    <section className="grid gap-4">
      <h2 className="text-lg">New file</h2>
      <p className="max-w-prose text-mute">
        “Undownloaded” holds everyone who is not in a finished file of this workshop yet. They count as downloaded once it is complete.
      </p>
      {enqueue.error && <ErrorBanner error={enqueue.error} />}
      <FieldGroup label="More columns">
        <div className="grid sm:flex sm:flex-wrap sm:gap-x-8">
          {downloadColumns.map((column) => (
            <Checkbox
              key={column}
              label={columnLabel(column)}
              checked={columns.includes(column)}
              onChange={({ target }) => setColumns(target.checked ? [...columns, column] : columns.filter((other) => other !== column))}
            />
          ))}
        </div>
        <Checkbox
          label="Notes: those of admins and those that agencies share with them"
          checked={notes}
          onChange={(event) => setNotes(event.target.checked)}
        />
      </FieldGroup>
      <div className="grid items-end gap-4 sm:flex sm:flex-wrap">
        <div className="sm:w-64">
          <Select
            label="File type"
            value={format}
            choices={formats}
            onChange={(event) => setFormat(event.target.value === 'csv' ? 'csv' : 'xlsx')}
          />
        </div>
        <Button busy={enqueue.isPending} onClick={() => askAtOnce('undownloaded')}>
          Undownloaded
        </Button>
        <Button kind="secondary" busy={enqueue.isPending} onClick={() => askAtOnce('all')}>
          All
        </Button>
      </div>
      <TimeRangeForm onAsk={ask} />
    </section>
  )
}

function columnLabel(column: DownloadColumn): string {
  const name = columnNames[column]
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}
