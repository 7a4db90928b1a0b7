import { defineEntity, p } from '@mikro-orm/postgresql'

/** Answers on their way to another device. `sealed` is opened by a key that no server has, and `lookupHash` is a hash of its name. */
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
