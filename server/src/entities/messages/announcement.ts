import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Workshop } from '../workshop.ts'

/** What admins tell a group of respondents. To which group and what is sealed: by it, anyone would know in which language its people live. */
export const Announcement = defineEntity({
  name: 'Announcement',
  tableName: 'announcement',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    /** Made by whoever sends: the same twice is one announcement. */
    key: p.uuid().unique(),
    workshop: () => p.manyToOne(Workshop),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    sealed: p.blob().$type<Buffer>(),
    respondents: p.integer(),
    createdAt: p.datetime(),
    createdBy: () => p.manyToOne(Account).deleteRule('no action'),
    /** When the first leaves; until then it can be taken back. */
    dueAt: p.datetime(),
    cancelledAt: p.datetime().nullable(),
  },
})
