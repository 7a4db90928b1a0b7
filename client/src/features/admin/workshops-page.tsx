import { TestMark } from '../../layout/workshops/workshop-name.tsx'
import { ErrorBanner } from '../../layout/error-banner.tsx'
import type { WorkshopListItem } from '@portico/shared/contract/workshops'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Page } from '../../layout/page.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonBox } from '../../ui/feedback/skeleton.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useUrlChoice } from '../../ui/lists/url-state.ts'
import { LocalDate } from '../../words/local-date.tsx'
import { DeleteTestWorkshop } from './test-workshops/delete-test-workshop.tsx'
import { OutdatedInvitations, useOutdatedInvitations } from './changes/outdated-invitations.tsx'
import { WorkshopForm } from './workshop-form.tsx'

/** /home/admin/workshops: lists the workshops and edits one at a time, the one that `workshop` in the URL names. */
export function WorkshopsPage() {
  const [editing, edit] = useUrlChoice('workshop')
  const [creating, setCreating] = useState(false)
  const [saved, setSaved] = useState<string>()
  const close = (title?: string) => {
    setSaved(title)
    setCreating(false)
    edit('')
  }
  if (creating || editing !== undefined)
    return (
      <Page title={creating ? 'New workshop' : 'Change workshop'} width="prose">
        {creating || editing === undefined ? (
          <WorkshopForm workshop={undefined} onSaved={({ title }) => close(title)} onReload={() => {}} onCancel={() => close()} />
        ) : (
          <WorkshopEditor name={editing} onClose={close} />
        )}
      </Page>
    )
  return (
    <Page
      title="Workshops"
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.messages()} kind="secondary" size="small">
            Messages
          </LinkButton>
          <Button size="small" onClick={() => setCreating(true)}>
            New workshop
          </Button>
        </div>
      }
    >
      {saved && <Banner kind="success">{`“${saved}” is saved.`}</Banner>}
      <OutdatedInvitations />
      <WorkshopTable onEdit={edit} onCreate={() => setCreating(true)} />
    </Page>
  )
}

function WorkshopEditor({ name, onClose }: { name: string; onClose: (title?: string) => void }) {
  const [round, setRound] = useState(0)
  // Loaded afresh for each form, and not refetched while someone is editing.
  const workshop = trpc.workshops.getWorkshop.useQuery({ name }, { gcTime: 0, staleTime: Infinity })
  const reload = () => void workshop.refetch().then(() => setRound((before) => before + 1))
  if (workshop.data)
    return (
      <WorkshopForm
        key={round}
        workshop={workshop.data}
        onSaved={({ title }) => onClose(title)}
        onReload={reload}
        onCancel={() => onClose()}
      />
    )
  if (workshop.error) return <ErrorBanner error={workshop.error} retry={() => void workshop.refetch()} />
  return <SkeletonBox height={900} />
}

function WorkshopTable({ onEdit, onCreate }: { onEdit: (name: string) => void; onCreate: () => void }) {
  const workshops = trpc.workshops.getWorkshopList.useQuery()
  const outdated = useOutdatedInvitations()
  const columns: Column<WorkshopListItem>[] = [
    { key: 'title', header: 'Workshop', naming: true, cell: (workshop) => <Name workshop={workshop} /> },
    {
      key: 'date',
      header: 'Date',
      cell: ({ eventDate }) => (eventDate ? <LocalDate value={eventDate} /> : <span className="text-mute">Not set</span>),
    },
    { key: 'open', header: 'Registration', cell: ({ registrationOpen }) => <RegistrationState open={registrationOpen} /> },
    {
      key: 'edit',
      header: 'Actions',
      headerHidden: true,
      cell: ({ name, title, test }) => (
        <span className="flex flex-wrap gap-2">
          <Button kind="secondary" size="small" icon="edit" aria-label={`Change ${title}`} onClick={() => onEdit(name)}>
            Change
          </Button>
          <LinkButton kind="quiet" size="small" to={paths.workshopPrint(name)}>
            Print
          </LinkButton>
          {test && <DeleteTestWorkshop name={name} title={title} />}
        </span>
      ),
    },
  ]
  if (workshops.error) return <ErrorBanner error={workshops.error} />
  return (
    <Table
      caption="Workshops"
      columns={columns}
      rows={outdated.isPending ? undefined : workshops.data}
      rowKey={({ name }) => name}
      expectedRows={3}
      empty={
        <EmptyState
          icon="map-pin"
          text="No workshops yet. Respondents can only answer for an open workshop."
          action={<Button onClick={onCreate}>Create the first workshop</Button>}
        />
      }
    />
  )
}

function Name({ workshop }: { workshop: WorkshopListItem }) {
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
        <Link href={paths.workshop(workshop.name)} className="link wrap-anywhere">
          {workshop.title}
        </Link>
        {workshop.test && <TestMark />}
        {workshop.isDefault && <span className="rounded-sm bg-accent-soft px-2 py-0.5 text-sm font-medium text-ink">Default</span>}
      </span>
      <code className="text-sm font-normal wrap-anywhere text-mute">{workshop.name}</code>
    </span>
  )
}

function RegistrationState({ open }: { open: boolean }) {
  return (
    <span className={`inline-flex items-center gap-2 ${open ? 'text-good' : 'text-mute'}`}>
      <Icon name={open ? 'check-circle' : 'close'} />
      {open ? 'Switched on' : 'Closed'}
    </span>
  )
}
