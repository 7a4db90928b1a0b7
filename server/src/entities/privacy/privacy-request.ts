import { defineEntity, p } from '@mikro-orm/postgresql'
import type { PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { Respondent } from '../respondent.ts'
import { Account } from '../staff/account.ts'

/** What a person asked of their data (shared/spec/contract.md#privacy-requests); stays as a record when the person is deleted. */
export const PrivacyRequest = defineEntity({
  name: 'PrivacyRequest',
  tableName: 'privacy_request',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    /** Null: the person was deleted. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null'),
    anonymousId: p.text(),
    kind: p.text().$type<PrivacyRequestKind>().check("kind in ('see', 'correct', 'stop', 'resume', 'delete')"),
    /** Whether someone has to call the person first, who gave no e-mail address, to make sure who asks. */
    byTelephone: p.boolean(),
    /** What the person wrote, sealed under their key. */
    sealed: p.blob().$type<Buffer>().nullable(),
    requestedAt: p.datetime(),
    /** Until when it has to be done; null: no time was promised. */
    dueAt: p.datetime().nullable(),
    doneAt: p.datetime().nullable(),
    /** Null: the person did it through their link. */
    doneBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    remindedAt: p.datetime().nullable(),
    /** As of a `DeletedRespondent`; of what stopped or resumed. */
    notedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'privacy_request_open', properties: ['dueAt', 'id'], where: 'done_at is null' },
    { name: 'privacy_request_respondent', properties: ['respondent'] },
    {
      name: 'privacy_request_unnoted',
      properties: ['id'],
      where: "noted_at is null and done_at is not null and kind in ('stop', 'resume')",
    },
  ],
})

/** A link that opens one person's data once, and the visit that it begins; of either the hash of its secret. */
export const PrivacyLink = defineEntity({
  name: 'PrivacyLink',
  tableName: 'privacy_link',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    kind: p.text().$type<'link' | 'visit'>().check("kind in ('link', 'visit')"),
    secretHash: p.blob().$type<Buffer>().unique(),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    expiresAt: p.datetime(),
  },
  indexes: [{ name: 'privacy_link_respondent', properties: ['respondent'] }],
})
