import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Answers in transit to another device. `sealed` is encrypted with a key that no server has; `lookupHash` is the hash of the name it is
 * fetched by.
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
  },
})
