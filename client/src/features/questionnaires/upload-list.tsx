import { ErrorBanner } from '../../layout/error-banner.tsx'
import { limits } from '@portico/shared/words/limits'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { BreakableName } from '../../ui/breakable-name.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import { VersionFiles } from './upload-files.tsx'
import { languageName } from './upload-preview.tsx'
import { type Version, VersionComparison, VersionTools } from './versions/version-tools.tsx'

const columns: readonly Column<Version>[] = [
  { key: 'name', header: 'Title', naming: true, cell: ({ name }) => <BreakableName name={name} /> },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  { key: 'questions', header: 'Questions', cell: ({ questionCount }) => questionCount },
  {
    key: 'languages',
    header: 'Languages',
    cell: ({ languages }) => languages.map((tag) => languageName(tag).replace(/ \(.*/, '')).join(', '),
  },
  {
    key: 'uploaded',
    header: 'Uploaded',
    cell: ({ uploadedAt, uploadedBy }) => (
      <span className="grid">
        <LocalDate value={uploadedAt} style="moment" />
        <span className="text-sm text-mute">{`by ${uploadedBy}`}</span>
      </span>
    ),
  },
  { key: 'files', header: 'Files', cell: (version) => <VersionFiles version={version} /> },
]

/** Lists the published versions, newest first. */
export function PublishedVersions({ onPreviewed }: { onPreviewed: (trial: number) => void }) {
  const [offset] = useOffset()
  const [open, setOpen] = useState<number>()
  const list = trpc.questionnaires.getQuestionnaireList.useQuery(
    { pagination: { offset, count: limits.listPageSize } },
    { placeholderData: keepPreviousData },
  )
  const newest = new Map(list.data?.items.toReversed().map(({ name, version }) => [name, version]))
  const detailOf = ({ id }: Version) => (id === open ? `comparison-${id}` : undefined)
  const tools: Column<Version> = {
    key: 'tools',
    header: 'Versions',
    cell: (version) => (
      <VersionTools
        version={version}
        detail={detailOf(version)}
        onToggle={() => setOpen(open === version.id ? undefined : version.id)}
        onPreviewed={newest.get(version.name) === version.version ? onPreviewed : undefined}
      />
    ),
  }
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">Published</h2>
      {list.error && <ErrorBanner error={list.error} />}
      {(list.data || !list.error) && (
        <Table
          caption="Published questionnaires"
          columns={[...columns, tools]}
          rows={list.data?.items}
          rowKey={({ id }) => String(id)}
          detail={(version) => {
            const id = detailOf(version)
            return id === undefined ? undefined : { id, content: <VersionComparison version={version} /> }
          }}
          expectedRows={3}
          stale={list.isPlaceholderData}
          empty={<EmptyState icon="file" text="No questionnaires yet. Upload the first one above." />}
        />
      )}
      {list.data && list.data.meta.count > limits.listPageSize && <Pager page={list.data} loading={list.isPlaceholderData} />}
    </section>
  )
}
