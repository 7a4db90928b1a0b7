import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Agency } from '../staff/agency.ts'
import { Respondent } from '../respondent.ts'

/** What a reviewer noted on a case, sealed under the respondent's key like the answers: whoever is deleted takes it along. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    /** Whose it is; null: the admins'. */
    agency: () => p.manyToOne(Agency).nullable().deleteRule('cascade').updateRule('no action'),
    /** Whether the agency and the admins read it. */
    shared: p.boolean(),
    account: () => p.manyToOne(Account),
    sealed: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'note_respondent', properties: ['respondent', 'id'] }],
})
