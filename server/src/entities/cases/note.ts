import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Agency } from '../staff/agency.ts'
import { Respondent } from '../respondent.ts'

/** A reviewer's note on a case, sealed under the respondent's key like the answers: deleting the respondent deletes it. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    /** The agency it belongs to; null: the admins. */
    agency: () => p.manyToOne(Agency).nullable().deleteRule('cascade').updateRule('no action'),
    /** Whether both the agency and the admins can read it. */
    shared: p.boolean(),
    account: () => p.manyToOne(Account),
    sealed: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'note_respondent', properties: ['respondent', 'id'] }],
})
