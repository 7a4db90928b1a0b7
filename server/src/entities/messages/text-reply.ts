import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'

/** A respondent's reply by text message, sealed under their key like the answers: deleting the respondent deletes it. */
export const TextReply = defineEntity({
  name: 'TextReply',
  tableName: 'text_reply',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    sealed: p.blob().$type<Buffer>(),
    receivedAt: p.datetime(),
  },
  indexes: [{ name: 'text_reply_respondent', properties: ['respondent', 'id'] }],
})
