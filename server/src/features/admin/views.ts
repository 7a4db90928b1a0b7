import type { Loaded } from '@mikro-orm/postgresql'
import type { Account as AccountEntry } from '@portico/shared/contract/admin'
import type { Account } from '../../entities/staff/account.ts'

type LoadedAccount = Loaded<InstanceType<typeof Account.class>, 'agencies' | 'grants.workshop'>

/** Returns an account as admins see it, with the workshops that it currently has access to. */
export function accountView(account: LoadedAccount, now: Date): AccountEntry {
  const live = account.grants.getItems().filter((grant) => !grant.revokedAt && (!grant.expiresAt || grant.expiresAt > now))
  const workshops = live.map((grant) => grant.workshop).sort((one, other) => one.id - other.id)
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    purpose: account.purpose,
    roles: [...account.roles],
    agencies: account.agencies.getItems().map(({ id, name }) => ({ id, name })),
    workshopNames: workshops.map(({ name }) => name),
    translates: [...account.translates],
    signsOffTranslations: account.signsOffTranslations,
    verified: account.verifiedAt !== null,
    version: account.rowVersion,
    disabled: account.disabledAt !== null,
  }
}
