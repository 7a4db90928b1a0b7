import type { Account } from '@portico/shared/contract/admin'
import type { Agency } from '@portico/shared/contract/agency'
import type { Role } from '@portico/shared/words/roles'

interface AccountRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly verifiedAt: Date | null
  readonly disabledAt: Date | null
}

/** An account as admins see it. */
export function accountView(account: AccountRow, agencies: readonly Agency[], workshops: readonly { readonly name: string }[]): Account {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    roles: [...account.roles],
    agencies: agencies.map(({ id, name }) => ({ id, name })),
    workshopNames: workshops.map(({ name }) => name),
    verified: account.verifiedAt !== null,
    disabled: account.disabledAt !== null,
  }
}
