import type { ApiToken } from '@portico/shared/contract/api-tokens'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { useWorkshopTitles } from '../../../layout/workshops/use-workshops.ts'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ShownOnce } from '../../../ui/feedback/shown-once.tsx'
import { Button } from '../../../ui/button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { CountedList } from '../../../ui/lists/counted-list.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { ApiTokenForm, type CreatedToken } from './api-token-form.tsx'

/** /home/admin/api-tokens: lists API tokens, the calls each of them permits, and when it was last used. */
export function ApiTokensPage() {
  const tokens = trpc.admin.getApiTokenList.useQuery()
  const [isNew, setNew] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  const [revoking, setRevoking] = useState<ApiToken>()
  return (
    <Page
      title="API tokens"
      subtitle="A token lets a program call Portico without anybody’s password."
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.accounts()} kind="secondary" size="small">
            All accounts
          </LinkButton>
          <LinkButton to={paths.webhooks()} kind="secondary" size="small">
            Webhooks
          </LinkButton>
          <Button size="small" onClick={() => setNew(!isNew)} aria-expanded={isNew}>
            New token
          </Button>
        </div>
      }
    >
      {created && (
        <ShownOnce
          text={`“${created.name}” works now. Copy its token: it is not shown again.`}
          secret={created.token}
          copyLabel="Copy token"
        />
      )}
      {tokens.error && <ErrorBanner error={tokens.error} />}
      {isNew && (
        <section aria-label="New API token" className="max-w-prose rounded-md border border-line bg-raised p-6">
          <ApiTokenForm
            onCreated={(token) => {
              setCreated(token)
              setNew(false)
            }}
            onCancel={() => setNew(false)}
          />
        </section>
      )}
      {(tokens.data || !tokens.error) && (
        <Table
          caption="API tokens"
          columns={columns(setRevoking)}
          rows={tokens.data}
          rowKey={({ id }) => String(id)}
          expectedRows={3}
          empty={isNew ? undefined : <EmptyState text="No tokens yet. Integrations that sign in with a password can use one instead." />}
        />
      )}
      <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  )
}

function RevokeDialog({ token, onClose }: { token: ApiToken | undefined; onClose: () => void }) {
  const utils = trpc.useUtils()
  const revoke = trpc.admin.revokeApiToken.useMutation()
  const confirm = async () => {
    if (!token) return
    await revoke.mutateAsync({ id: token.id })
    await utils.admin.getApiTokenList.invalidate()
    onClose()
  }
  return (
    <ConfirmDialog
      open={token !== undefined}
      title={`Revoke “${token?.name ?? ''}”?`}
      confirmLabel="Revoke token"
      busy={revoke.isPending}
      busyLabel="Revoking"
      onConfirm={() => void confirm().catch(() => {})}
      onCancel={onClose}
    >
      <p>The program that uses it is refused from its next call on. This cannot be undone.</p>
      {revoke.error && <ErrorBanner error={revoke.error} />}
    </ConfirmDialog>
  )
}

function columns(onRevoke: (token: ApiToken) => void): Column<ApiToken>[] {
  return [
    {
      key: 'name',
      header: 'Token',
      naming: true,
      cell: ({ name, madeBy }) => (
        <div>
          <span className="font-bold wrap-anywhere">{name}</span>
          <span className="block font-normal text-mute">{`by ${madeBy}`}</span>
        </div>
      ),
    },
    { key: 'may', header: 'May do', cell: (token) => <Rights token={token} /> },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <LocalDate value={lastUsedAt} style="moment" /> : 'Never'),
    },
    { key: 'state', header: 'State', cell: (token) => <State token={token} /> },
    {
      key: 'revoke',
      header: 'Actions',
      headerHidden: true,
      cell: (token) =>
        token.works && (
          <Button kind="secondary" size="small" onClick={() => onRevoke(token)} aria-label={`Revoke ${token.name}`}>
            Revoke
          </Button>
        ),
    },
  ]
}

function Rights({ token: { calls, workshopNames, agencies, addressRanges } }: { token: ApiToken }) {
  const titleOf = useWorkshopTitles()
  const bounds = [...(workshopNames ?? []).map(titleOf), ...(agencies ?? []).map(({ name }) => name), ...(addressRanges ?? [])]
  return <CountedList items={calls} what={['call', 'calls']} bounds={bounds} />
}

function State({ token: { works, revokedAt, expiresAt } }: { token: ApiToken }) {
  if (revokedAt)
    return (
      <div>
        Revoked <LocalDate value={revokedAt} />
      </div>
    )
  return (
    <span>
      {works ? 'Until' : 'Ended'} <LocalDate value={expiresAt} />
    </span>
  )
}
