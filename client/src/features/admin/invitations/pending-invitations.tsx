import type { Invitation } from '@portico/shared/contract/admin'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import { accountTypeLabel, rolesOfAccountType } from '@portico/shared/words/roles'
import { useState } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { useSession } from '../../../api/session/session.ts'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useReauthentication } from '../../../layout/reauthentication.tsx'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { nameOfLanguage } from '../../../words/language-text.ts'
import { LocalDate } from '../../../words/local-date.tsx'

/** Lists invitations that have not been used yet: invitee, account type, sender and expiry. Renders nothing if there are none. */
export function PendingInvitations() {
  const invitations = trpc.admin.getInvitationList.useQuery()
  const { send, revoke, problem, busyId, dialog } = useInvitationChanges()
  const { profile } = useSession()
  const [revoking, setRevoking] = useState<Invitation>()
  if (invitations.error) return <ErrorBanner error={invitations.error} />
  if (!invitations.data || invitations.data.length === 0) return null
  const manageable = manageableRoles(profile?.roles ?? [])
  const actions = (invitation: Invitation) =>
    rolesOfAccountType[invitation.account].every((role) => manageable.includes(role)) ? (
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          size="small"
          aria-label={`Send again to ${invitation.email}`}
          busy={busyId === invitation.id}
          busyLabel="Sending"
          onClick={() => void send(invitation)}
        >
          Send again
        </Button>
        <Button kind="secondary" size="small" aria-label={`Revoke ${invitation.email}`} onClick={() => setRevoking(invitation)}>
          Revoke
        </Button>
      </div>
    ) : (
      <span className="text-sm text-mute">Only a root account can change it</span>
    )
  return (
    <section aria-labelledby="pending-invitations" className="grid gap-3">
      <h2 id="pending-invitations" className="text-lg">
        Pending invitations
      </h2>
      {problem && <Banner kind="error">{problem}</Banner>}
      <Table
        caption="Pending invitations"
        columns={[...factColumns, { key: 'actions', header: 'Actions', headerHidden: true, cell: actions }]}
        rows={invitations.data}
        rowKey={({ id }) => String(id)}
      />
      <ConfirmDialog
        open={revoking !== undefined}
        title={`Revoke the invitation of ${revoking?.email ?? ''}?`}
        confirmLabel="Revoke invitation"
        onConfirm={() => {
          if (revoking) void revoke(revoking)
          setRevoking(undefined)
        }}
        onCancel={() => setRevoking(undefined)}
      >
        The link in the email no longer works. You can invite the address again at any time.
      </ConfirmDialog>
      {dialog}
    </section>
  )
}

function useInvitationChanges() {
  const utils = trpc.useUtils()
  const { run, dialog } = useReauthentication()
  const sendAgain = trpc.admin.sendInvitationAgain.useMutation()
  const revokeInvitation = trpc.admin.revokeInvitation.useMutation()
  const [problem, setProblem] = useState<string>()
  const [busyId, setBusyId] = useState<number>()
  const change = async ({ id }: Invitation, request: () => Promise<unknown>, news: string) => {
    setProblem(undefined)
    setBusyId(id)
    try {
      if (await run(request)) showToast(news)
    } catch (error) {
      setProblem(failureOf(error).message)
    }
    setBusyId(undefined)
    await utils.admin.getInvitationList.invalidate()
  }
  return {
    problem,
    busyId,
    dialog,
    send: (invitation: Invitation) =>
      change(invitation, () => sendAgain.mutateAsync({ id: invitation.id }), `A new link is on its way to ${invitation.email}.`),
    revoke: (invitation: Invitation) =>
      change(invitation, () => revokeInvitation.mutateAsync({ id: invitation.id }), `The invitation of ${invitation.email} is revoked.`),
  }
}

function Role({ invitation: { account, agency, workshopNames, translates } }: { invitation: Invitation }) {
  const titleOf = useWorkshopTitles()
  return (
    <span className="grid gap-0.5 wrap-anywhere">
      {accountTypeLabel[account]}
      <span className="text-mute">{agency?.name ?? [...workshopNames.map(titleOf), ...translates.map(nameOfLanguage)].join(', ')}</span>
    </span>
  )
}

const factColumns: Column<Invitation>[] = [
  {
    key: 'email',
    header: 'Invited',
    naming: true,
    cell: ({ email, purpose }) => (
      <span className="grid gap-0.5">
        <span className="font-bold wrap-anywhere" dir="ltr">
          {email}
        </span>
        {purpose && <span className="font-normal wrap-anywhere text-mute">{purpose}</span>}
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    cell: (invitation) => <Role invitation={invitation} />,
  },
  { key: 'by', header: 'Invited by', cell: ({ invitedBy }) => invitedBy ?? <span className="text-mute">Unknown</span> },
  {
    key: 'until',
    header: 'Link works',
    cell: ({ works, expiresAt }) => (
      <span className={works ? '' : 'text-wait'}>
        {works ? 'Until ' : 'Ended '}
        <LocalDate value={expiresAt} style="moment" />
      </span>
    ),
  },
]
