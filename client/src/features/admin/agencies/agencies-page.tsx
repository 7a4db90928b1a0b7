import { ErrorBanner } from '../../../layout/error-banner.tsx'
import type { AgencyDetails } from '@portico/shared/contract/agency'
import { languageOf } from '@portico/shared/words/languages'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Page } from '../../../layout/page.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DisclosureButton } from '../../../ui/lists/disclosure.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { AgencyForm } from './agency-form.tsx'
import { RemindAgency } from './remind-agency.tsx'

/** /home/admin/agencies: manages the agencies that review respondents. */
export function AgenciesPage() {
  const agencies = trpc.agency.getAgencyDetails.useQuery()
  const [round, setRound] = useState(0)
  const reload = () => void agencies.refetch().then(() => setRound((before) => before + 1))
  const [open, setOpen] = useState<number | 'new'>()
  const [saved, setSaved] = useState<string>()
  const close = (name?: string) => {
    setSaved(name)
    setOpen(undefined)
  }
  const toggle = (which: number | 'new') => {
    setSaved(undefined)
    setOpen(which === open ? undefined : which)
  }
  return (
    <Page
      title="Agencies"
      actions={
        <Button size="small" onClick={() => toggle('new')} aria-expanded={open === 'new'}>
          New agency
        </Button>
      }
    >
      {saved && <Banner kind="success">{`“${saved}” is saved.`}</Banner>}
      {agencies.error && <ErrorBanner error={agencies.error} />}
      {open === 'new' && (
        <section aria-label="New agency" className="max-w-prose rounded-md border border-line bg-raised p-6">
          <AgencyForm agency={undefined} onSaved={close} onReload={reload} onCancel={() => close()} />
        </section>
      )}
      {(agencies.data || !agencies.error) && (
        <Table
          caption="Agencies"
          columns={agencyColumns(open, toggle)}
          rows={agencies.data}
          rowKey={({ id }) => String(id)}
          expectedRows={4}
          empty={
            open === 'new' ? undefined : (
              <EmptyState text="No agencies yet. Respondents with red answers wait until an agency takes part." />
            )
          }
          detail={(agency) =>
            agency.id === open
              ? {
                  id: editorId(agency),
                  content: (
                    <div className="max-w-prose pt-2 pb-6">
                      <AgencyForm key={round} agency={agency} onSaved={close} onReload={reload} onCancel={() => close()} />
                    </div>
                  ),
                }
              : undefined
          }
        />
      )}
    </Page>
  )
}

function agencyColumns(open: number | 'new' | undefined, toggle: (id: number) => void): Column<AgencyDetails>[] {
  return [
    { key: 'name', header: 'Agency', naming: true, cell: ({ name }) => <span className="font-bold wrap-anywhere">{name}</span> },
    {
      key: 'languages',
      header: 'Languages',
      cell: ({ languages }) => languages.map((tag) => languageOf(tag)?.englishName ?? tag).join(', ') || 'None given',
    },
    { key: 'members', header: 'Members', numeric: true, cell: ({ members }) => members },
    { key: 'cases', header: 'In progress', numeric: true, cell: ({ openCases }) => openCases },
    {
      key: 'edit',
      header: 'Actions',
      headerHidden: true,
      cell: (agency) => (
        <span className="flex flex-wrap gap-2">
          {agency.openCases > 0 && <RemindAgency agency={agency} />}
          <DisclosureButton
            expanded={agency.id === open}
            onToggle={() => toggle(agency.id)}
            controls={editorId(agency)}
            labels={['Change', 'Close']}
            about={agency.name}
          />
        </span>
      ),
    },
  ]
}

function editorId({ id }: AgencyDetails): string {
  return `agency-${id}`
}
