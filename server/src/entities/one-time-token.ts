import { defineEntity, p } from '@mikro-orm/postgresql'
import type { AccountType } from '@portico/shared/words/roles'

/** What an invitation grants; decided by who sent it, never by who registers. */
export interface Invitation {
  readonly email: string
  readonly account: AccountType
  readonly purpose: string
  readonly agencyId: number | null
  readonly workshopIds: number[]
  readonly invitedBy: number | null
}

/** The secret of a link, hashed: it works once and until `expiresAt`. */
export const OneTimeToken = defineEntity({
  name: 'OneTimeToken',
  tableName: 'one_time_token',
  properties: {
    id: p.integer().primary().autoincrement(),
    kind: p.text().$type<'registration' | 'verify' | 'reset'>(),
    tokenHash: p.blob().$type<Buffer>(),
    accountId: p.integer().nullable(),
    invitation: p.json<Invitation>().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})
