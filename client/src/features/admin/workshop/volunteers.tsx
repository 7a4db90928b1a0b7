import type { Volunteer } from '@portico/shared/contract/admin'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useReauthentication } from '../../../layout/reauthentication.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { EmailAddress } from '../../../ui/email-address.tsx'

/** Lists the volunteers with access to a workshop; grants or revokes access for several at once. */
export function Volunteers({ workshopName }: { workshopName: string }) {
  const list = trpc.admin.getVolunteerList.useQuery({ workshopName })
  const [chosen, choose] = useState<readonly number[]>([])
  const volunteers = list.data?.toSorted((one, other) => Number(other.grantedAt !== null) - Number(one.grantedAt !== null))
  const toggle = (id: number) => choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <section aria-label="Volunteers" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Volunteers</h2>
      {list.error && <ErrorBanner error={list.error} retry={() => void list.refetch()} />}
      {(list.data || !list.error) && (
        <Table
          caption="Volunteers"
          columns={columns(chosen, toggle)}
          rows={volunteers}
          rowKey={({ id }) => String(id)}
          expectedRows={2}
          empty={<EmptyState text="No volunteers yet. Invite them under Create User." />}
        />
      )}
      {volunteers && volunteers.length > 0 && (
        <ChangeAccess
          workshopName={workshopName}
          chosen={volunteers.filter(({ id }) => chosen.includes(id))}
          onChanged={() => choose([])}
        />
      )}
    </section>
  )
}

function columns(chosen: readonly number[], toggle: (id: number) => void): Column<Volunteer>[] {
  return [
    {
      key: 'name',
      header: 'Volunteer',
      naming: true,
      cell: ({ id, name, email }) => (
        <Checkbox
          label={
            <span className="grid gap-0.5">
              <bdi className="font-bold wrap-anywhere">{name}</bdi>
              <span className="text-sm font-normal text-mute">
                <EmailAddress email={email} />
              </span>
            </span>
          }
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    {
      key: 'access',
      header: 'Access',
      cell: ({ grantedAt, expiresAt }) =>
        grantedAt === null ? (
          <span className="text-mute">No access</span>
        ) : (
          <span>
            Since <LocalDate value={grantedAt} />
            {expiresAt !== null && (
              <>
                {' until '}
                <LocalDate value={expiresAt} />
              </>
            )}
          </span>
        ),
    },
  ]
}

interface ChangeAccessProps {
  workshopName: string
  chosen: readonly Volunteer[]
  onChanged: () => void
}

function ChangeAccess({ workshopName, chosen, onChanged }: ChangeAccessProps) {
  const utils = trpc.useUtils()
  const change = trpc.admin.changeWorkshopAccess.useMutation()
  const { run, dialog } = useReauthentication()
  const without = chosen.filter(({ grantedAt }) => grantedAt === null)
  const having = chosen.filter(({ grantedAt }) => grantedAt !== null)
  const set = async (people: readonly Volunteer[], granted: boolean) => {
    const changed = await run(() => change.mutateAsync({ workshopName, accountIds: people.map(({ id }) => id), granted }))
    if (!changed) return
    const who = people.length === 1 ? people[0]?.name : `${people.length} volunteers`
    showToast(granted ? `${who} can open this workshop now.` : `${who} can no longer open this workshop.`)
    onChanged()
    await utils.admin.invalidate()
  }
  return (
    <>
      {change.error && <ErrorBanner error={change.error} />}
      <div className="flex flex-wrap gap-3">
        <Button
          size="small"
          disabled={without.length === 0}
          busy={change.isPending}
          onClick={() => void set(without, true).catch(() => {})}
        >
          {`Grant access${without.length > 0 ? ` to ${without.length}` : ''}`}
        </Button>
        <Button
          kind="secondary"
          size="small"
          disabled={having.length === 0}
          busy={change.isPending}
          onClick={() => void set(having, false).catch(() => {})}
        >
          {`End access${having.length > 0 ? ` of ${having.length}` : ''}`}
        </Button>
      </div>
      {dialog}
    </>
  )
}
