import { defineEntity, p } from '@mikro-orm/postgresql'
import { Agency, AgencyMember } from './agency.ts'
import { WorkshopAccess } from '../workshop.ts'
import type { Role } from '@portico/shared/words/roles'

/** A staff account. `passwordHash` is an argon2id string; `email` is stored in lower case. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    email: p.text().unique().check('email = lower(email)'),
    name: p.text(),
    passwordHash: p.text(),
    roles: p.array().$type<Role[]>().check("roles <@ array['AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1']"),
    /** The languages it translates into (shared/spec/access-matrix.md#translators). */
    translates: p.array().default([]),
    signsOffTranslations: p.boolean().default(false),
    purpose: p.text().default(''),
    createdAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    /** Whether to send the workday e-mail about waiting cases. */
    reviewReminder: p.boolean().default(true),
    /** Incremented by each change; `savedAt` and `savedBy` describe the last. */
    rowVersion: p.integer().default(1),
    savedAt: p.datetime().nullable(),
    savedBy: () => p.manyToOne(Account).nullable().deleteRule('no action').updateRule('no action'),
    agencies: () =>
      p
        .manyToMany(Agency)
        .pivotEntity(() => AgencyMember)
        .orderBy({ id: 'asc' }),
    grants: () => p.oneToMany(WorkshopAccess).mappedBy('account'),
  },
})

/** A reminder about waiting cases that was sent to an account, at most one per day. */
export const ReviewReminder = defineEntity({
  name: 'ReviewReminder',
  tableName: 'review_reminder',
  properties: {
    account: () => p.manyToOne(Account).primary().deleteRule('cascade').updateRule('no action'),
    day: p.date().primary(),
  },
})
