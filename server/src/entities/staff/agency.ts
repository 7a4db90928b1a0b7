import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LogoKey } from '@portico/shared/words/logos'
import { Account } from './account.ts'

/** A partner agency. `languages` are the BCP 47 tags it works in. */
export const Agency = defineEntity({
  name: 'Agency',
  tableName: 'agency',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text().unique(),
    languages: p.array().default([]),
    /** The number of business days after which a waiting case turns amber, then red. */
    waitingAmberDays: p.integer().default(3),
    waitingRedDays: p.integer().default(7),
    /** Incremented by each change; `savedAt` and `savedBy` describe the last. */
    rowVersion: p.integer().default(1),
    savedAt: p.datetime().nullable(),
    savedBy: () => p.manyToOne(Account).nullable().deleteRule('no action').updateRule('no action'),
    /** When an admin last reminded its reviewers of waiting cases. */
    remindedAt: p.datetime().nullable(),
    logoKey: p.text().$type<LogoKey>().default('portico'),
  },
})

/** An account's membership in an agency. */
export const AgencyMember = defineEntity({
  name: 'AgencyMember',
  tableName: 'agency_member',
  properties: {
    account: () => p.manyToOne(Account).primary().deleteRule('no action').updateRule('no action'),
    agency: () => p.manyToOne(Agency).primary().deleteRule('no action').updateRule('no action'),
  },
})
