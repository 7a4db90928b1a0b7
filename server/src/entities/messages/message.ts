import { defineEntity, p } from '@mikro-orm/postgresql'
import { Announcement } from './announcement.ts'
import { Respondent } from '../respondent.ts'

export type MessageKind =
  | 'invitation'
  | 'invitation-again'
  | 'workshop-change'
  | 'reminder-week'
  | 'reminder-day'
  | 'registration'
  | 'verify'
  | 'reset'
  | 'sign-in-notice'
  | 'review-reminder'
  | 'mention'
  | 'webhook-disabled'
  | 'privacy-link'
  | 'privacy-reminder'
  | 'template-test'
  | 'announcement'
  | 'seat-offer'

/**
 * The outbox. A message to a respondent refers only to the respondent and is composed when it is sent; a link for staff is sealed in
 * `sealed`.
 */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    kind: p
      .text()
      .$type<MessageKind>()
      .check(
        "kind in ('invitation', 'invitation-again', 'workshop-change', 'reminder-week', 'reminder-day', 'registration', 'verify', 'reset', 'sign-in-notice', 'review-reminder', 'mention', 'webhook-disabled', 'privacy-link', 'privacy-reminder', 'template-test', 'announcement', 'seat-offer')",
      ),
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('cascade'),
    announcement: () => p.manyToOne(Announcement).nullable().deleteRule('no action'),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealed: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    sentAt: p.datetime().nullable(),
    /** When the next attempt is due; null: sent, held back or given up. */
    dueAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    /**
     * When the mail server last refused the recipient for now, or else first refused them for good; null: not since it was written or
     * given another chance.
     */
    refusedAt: p.datetime().nullable(),
    /** The channel it is or was sent through; null: not sent yet, or sent by e-mail before text messages were introduced. */
    channel: p.text().$type<'email' | 'text'>().nullable().check("channel in ('email', 'text')"),
    /**
     * When the hand-over of a text to the gateway began, and a keyed hash of its id and content. Both stay until it is known whether the gateway
     * accepted it.
     */
    handedOverAt: p.datetime().nullable(),
    handedOverHash: p.blob().$type<Buffer>().nullable(),
    /** The latest delivery report of the telephone network for a text, or `undelivered` if the recipient was refused for good; null: none. */
    delivery: p.text().$type<'delivered' | 'undelivered'>().nullable().check("delivery in ('delivered', 'undelivered')"),
    /**
     * The workshop's id and a fingerprint of the date and place that the message stated; null before it is sent and once a newer message
     * states them.
     */
    told: p.text().nullable().collation('C'),
  },
  uniques: [
    { name: 'message_one_announcement', properties: ['announcement', 'respondent'], where: 'announcement_id is not null' },
    { name: 'message_one_invitation', properties: ['respondent'], where: "kind = 'invitation'" },
    { name: 'message_one_reminder', properties: ['respondent', 'kind'], where: "kind in ('reminder-week', 'reminder-day')" },
  ],
  indexes: [
    { name: 'message_due', properties: ['dueAt'], where: 'due_at is not null' },
    { name: 'message_respondent', properties: ['respondent'], where: 'respondent_id is not null' },
    { name: 'message_told', properties: ['respondent', 'sentAt'], where: 'told is not null' },
    { name: 'message_told_what', properties: ['told', 'respondent'], where: 'told is not null' },
  ],
})
