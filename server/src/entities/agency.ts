import { defineEntity, p } from '@mikro-orm/postgresql'
import type { LogoKey } from '@portico/shared/words/logos'

/** A partner agency. `languages` are the BCP 47 tags it works in. */
export const Agency = defineEntity({
  name: 'Agency',
  tableName: 'agency',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    languages: p.array().default([]),
    logoKey: p.text().$type<LogoKey>().default('portico'),
  },
})

/** Who works for which agency. */
export const AgencyMember = defineEntity({
  name: 'AgencyMember',
  tableName: 'agency_member',
  properties: { agencyId: p.integer().primary(), accountId: p.integer().primary() },
})
