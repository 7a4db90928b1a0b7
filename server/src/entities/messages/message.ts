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
 * The outbox. A respondent's message names only the respondent and is written when it is sent; a staff link is sealed in `sealed`.
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
    /** When it is tried next; null: it was sent, is held back, or was given up. */
    dueAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    /** How it left, or is about to; null: not yet, or of before there were texts, and then by e-mail. */
    channel: p.text().$type<'email' | 'text'>().nullable().check("channel in ('email', 'text')"),
    /**
     * When a text began to be handed to the gateway, with a keyed hash of what it says; both stay until it is known whether the gateway took it.
     */
    handedOverAt: p.datetime().nullable(),
    handedOverHash: p.blob().$type<Buffer>().nullable(),
    /** What the telephone network reported of a text last; null: nothing. */
    delivery: p.text().$type<'delivered' | 'undelivered'>().nullable().check("delivery in ('delivered', 'undelivered')"),
    /** Which workshop it is about and what it said of when and where, as a fingerprint; null before it is sent, and once a newer one told it. */
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
