import { defineEntity, p } from '@mikro-orm/postgresql'

export type MessageKind = 'invitation' | 'registration' | 'verify' | 'reset'

/**
 * The outbox. A respondent's message names only the respondent and is written when it is sent; a staff link is sealed in `sealed`.
 */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.text().$type<MessageKind>(),
    respondentId: p.bigint('number').nullable(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealed: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
  },
})
