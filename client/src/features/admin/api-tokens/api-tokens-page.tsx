import type { ApiToken } from '@portico/shared/contract/api-tokens'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ErrorBanner } from '../../../layout/error-banner.tsx'
import { Page } from '../../../layout/page.tsx'
import { paths } from '../../../paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { LocalDate } from '../../../words/local-date.tsx'
import { ApiTokenForm, type CreatedToken } from './api-token-form.tsx'

/** /home/admin/api-tokens: what programs may call, and when they last did. */
export function ApiTokensPage() {
  const tokens = trpc.admin.getApiTokenList.useQuery()
  const [isNew, setNew] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  const [revoking, setRevoking] = useState<ApiToken>()
  return (
    <Page
      title="API tokens"
      subtitle="With a token a program calls Portico without anybody's password."
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.accounts()} kind="secondary" size="small">
            All accounts
          </LinkButton>
          <Button size="small" onClick={() => setNew(!isNew)} aria-expanded={isNew}>
            New token
          </Button>
        </div>
      }
    >
      {created && <NewToken token={created} />}
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

function NewToken({ token: { name, token } }: { token: CreatedToken }) {
  return (
    <div ref={(news) => news?.focus()} tabIndex={-1}>
      <Banner kind="success">
        <p className="font-bold">{`“${name}” works now. Copy its token: it is not shown again.`}</p>
        <div className="flex flex-wrap items-center gap-3 pt-2">
          <code className="wrap-anywhere select-all">{token}</code>
          <CopyButton text={token} label="Copy token" />
        </div>
      </Banner>
    </div>
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
  const bounds = [...(workshopNames ?? []), ...(agencies ?? []).map(({ name }) => name), ...(addressRanges ?? [])]
  return (
    <div>
      <details>
        <summary>{calls.length === 1 ? '1 call' : `${calls.length} calls`}</summary>
        <ul className="wrap-anywhere">
          {calls.map((call) => (
            <li key={call}>{call}</li>
          ))}
        </ul>
      </details>
      {bounds.length > 0 && <span className="block text-mute wrap-anywhere">{`Only ${bounds.join(', ')}`}</span>}
    </div>
  )
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
