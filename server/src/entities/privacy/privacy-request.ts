import { defineEntity, p } from '@mikro-orm/postgresql'
import type { PrivacyRequestKind } from '@portico/shared/rules/privacy'
import { Respondent } from '../respondent.ts'
import { Account } from '../staff/account.ts'

/** A person's request about their data (shared/spec/contract.md#privacy-requests); kept as a record when the person is deleted. */
export const PrivacyRequest = defineEntity({
  name: 'PrivacyRequest',
  tableName: 'privacy_request',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    /** Null: the person was deleted. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null'),
    anonymousId: p.text(),
    kind: p.text().$type<PrivacyRequestKind>().check("kind in ('see', 'correct', 'stop', 'resume', 'delete')"),
    /** Whether staff must first call the person to verify the requester: there is no confirmed e-mail address, or the case was merged since. */
    byTelephone: p.boolean(),
    /** What the person wrote, sealed under their key. */
    sealed: p.blob().$type<Buffer>().nullable(),
    requestedAt: p.datetime(),
    /** The deadline; null: none was promised. */
    dueAt: p.datetime().nullable(),
    doneAt: p.datetime().nullable(),
    /** Null: done by the person through their link, or as their data was deleted. */
    doneBy: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    remindedAt: p.datetime().nullable(),
    /** As in `DeletedRespondent`, for requests to stop and resume. */
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

/** A single-use link to one person's data, or the visit that it starts; stored as the hash of its secret. */
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
