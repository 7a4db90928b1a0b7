import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'
import type { AccountType } from '@portico/shared/words/roles'

/** What an invitation grants; decided by the sender, never by the person who registers. */
export interface Invitation {
  readonly email: string
  readonly account: AccountType
  readonly purpose: string
  readonly agencyId: number | null
  readonly workshopIds: number[]
  readonly invitedBy: number | null
  /** For translators only. */
  readonly translates?: string[] | undefined
  readonly signsOffTranslations?: boolean | undefined
}

/** The hashed secret of a link that works once, until `expiresAt`. */
export const OneTimeToken = defineEntity({
  name: 'OneTimeToken',
  tableName: 'one_time_token',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    kind: p.text().$type<'registration' | 'verify' | 'reset'>().check("kind in ('registration', 'verify', 'reset')"),
    tokenHash: p.blob().$type<Buffer>().unique(),
    account: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    invitation: p.json<Invitation>().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'one_time_token_account', properties: ['account', 'kind'], where: 'used_at is null' }],
})
