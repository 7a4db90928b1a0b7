import { ErrorBanner } from '../../layout/error-banner.tsx'
import type { Account } from '@portico/shared/contract/admin'
import { manageableRoles } from '@portico/shared/rules/managed-accounts'
import { limits } from '@portico/shared/words/limits'
import type { Role } from '@portico/shared/words/roles'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { useWorkshopTitles } from '../../layout/workshops/use-workshops.ts'
import { Page } from '../../layout/page.tsx'
import { paths } from '../../paths.ts'
import { DisclosureButton } from '../../ui/lists/disclosure.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { useOffset, useQueryText } from '../../ui/lists/url-state.ts'
import { AccountEditor } from './account-editor.tsx'
import { PendingInvitations } from './invitations/pending-invitations.tsx'
import { nameOfLanguage } from '../../words/language-text.ts'
import { accountLabels } from '../../words/role-label.ts'
import { EmailAddress } from '../../ui/email-address.tsx'

/** /home/admin/accounts: searches staff accounts, disables them and changes what they may do. */
export function AccountsPage() {
  const [offset] = useOffset()
  const [query] = useQueryText()
  const [openId, setOpenId] = useState<number>()
  const { profile } = useSession()
  const accounts = trpc.admin.getAccountList.useQuery(
    { pagination: { offset, count: limits.listPageSize }, filter: { query } },
    { placeholderData: keepPreviousData },
  )
  const manageable = manageableRoles(profile?.roles ?? [])
  const columns = accountColumns({ manageable, openId, onToggle: (id) => setOpenId(id === openId ? undefined : id) })
  return (
    <Page
      title="Accounts"
      actions={
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.privacyRequests()} kind="secondary" size="small">
            Privacy requests
          </LinkButton>
          <LinkButton to={paths.apiTokens()} kind="secondary" size="small">
            API tokens
          </LinkButton>
          <LinkButton to={paths.webhooks()} kind="secondary" size="small">
            Webhooks
          </LinkButton>
          <LinkButton to={paths.signInRules()} kind="secondary" size="small">
            Sign-in rules
          </LinkButton>
          <LinkButton to={paths.createUser()} size="small">
            Create Account
          </LinkButton>
        </div>
      }
    >
      <PendingInvitations />
      <SearchBox hint="Name or full email" />
      {accounts.error && <ErrorBanner error={accounts.error} />}
      {(accounts.data || !accounts.error) && (
        <div>
          <Table
            caption="Accounts"
            columns={columns}
            rows={accounts.data?.items}
            rowKey={({ id }) => String(id)}
            expectedRows={limits.listPageSize}
            stale={accounts.isPlaceholderData}
            empty={<EmptyState icon="search" text={query ? `No account matches “${query}”.` : 'There is no one on this page.'} />}
            detail={(account) =>
              account.id === openId
                ? {
                    id: editorId(account),
                    content: <AccountEditor account={account} manageable={manageable} onClose={() => setOpenId(undefined)} />,
                  }
                : undefined
            }
          />
          <Pager page={accounts.data} loading={accounts.isPlaceholderData} />
        </div>
      )}
    </Page>
  )
}

interface ColumnOptions {
  manageable: readonly Role[]
  openId: number | undefined
  onToggle: (id: number) => void
}

function accountColumns({ manageable, openId, onToggle }: ColumnOptions): Column<Account>[] {
  return [
    {
      key: 'name',
      header: 'Account',
      naming: true,
      cell: ({ name, email, purpose }) => (
        <span className="grid gap-0.5">
          <bdi className="font-bold wrap-anywhere">{name}</bdi>
          <span className="font-normal text-mute">
            <EmailAddress email={email} />
          </span>
          {purpose && <span className="font-normal wrap-anywhere text-mute">{`Purpose: ${purpose}`}</span>}
        </span>
      ),
    },
    { key: 'roles', header: 'Roles', cell: (account) => accountLabels(account.roles, account.translates).join(', ') },
    { key: 'grants', header: 'Agencies, workshops, languages', cell: (account) => <Grants account={account} /> },
    { key: 'state', header: 'State', cell: (account) => <State account={account} /> },
    {
      key: 'edit',
      header: 'Actions',
      headerHidden: true,
      cell: (account) =>
        account.roles.every((role) => manageable.includes(role)) ? (
          <DisclosureButton
            expanded={account.id === openId}
            onToggle={() => onToggle(account.id)}
            controls={editorId(account)}
            labels={['Change', 'Close']}
            about={account.name}
          />
        ) : (
          <span className="text-sm text-mute">Only a root account can change it</span>
        ),
    },
  ]
}

function Grants({ account: { agencies, workshopNames, translates } }: { account: Account }) {
  const titleOf = useWorkshopTitles()
  const grants = [...agencies.map(({ name }) => name), ...workshopNames.map(titleOf), ...translates.map(nameOfLanguage)]
  if (grants.length === 0) return <span className="text-mute">None</span>
  return <span className="wrap-anywhere">{grants.join(', ')}</span>
}

function State({ account: { disabled, verified } }: { account: Account }) {
  if (disabled)
    return (
      <span className="inline-flex items-center gap-2 font-medium text-stop">
        <Icon name="close" /> Disabled
      </span>
    )
  return verified ? (
    <span className="inline-flex items-center gap-2 text-good">
      <Icon name="check-circle" /> Active
    </span>
  ) : (
    <span className="inline-flex items-center gap-2 text-wait">
      <Icon name="mail" /> Email not verified
    </span>
  )
}

function editorId({ id }: Account): string {
  return `account-${id}`
}
