import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Answers in transit to another device. `sealed` is encrypted with a key that no server has; `lookupHash` is the hash of the name it is
 * fetched by. `networkGroup` is one of 256 groups of sites; null if an earlier release stored it.
 */
export const DraftTransfer = defineEntity({
  name: 'DraftTransfer',
  tableName: 'draft_transfer',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    lookupHash: p.blob().$type<Buffer>().unique(),
    sealed: p.blob().$type<Buffer>(),
    fetchesLeft: p.integer(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    networkGroup: p.smallint().nullable(),
  },
})
