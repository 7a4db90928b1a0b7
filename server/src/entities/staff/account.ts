import { defineEntity, p } from '@mikro-orm/postgresql'
import { Agency, AgencyMember } from './agency.ts'
import { WorkshopAccess } from '../workshop.ts'
import type { Role } from '@portico/shared/words/roles'

/** A staff sign-in. `passwordHash` is an argon2id text; `email` is kept in lower case. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    email: p.text().unique().check('email = lower(email)'),
    name: p.text(),
    passwordHash: p.text(),
    roles: p.array().$type<Role[]>().check("roles <@ array['AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1']"),
    /** The languages whose texts it translates (shared/spec/access-matrix.md#translators). */
    translates: p.array().default([]),
    signsOffTranslations: p.boolean().default(false),
    purpose: p.text().default(''),
    createdAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    /** Wants the e-mail of each workday about the cases that wait. */
    reviewReminder: p.boolean().default(true),
    /** Counts the changes, of which `savedAt` and `savedBy` know the last. */
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

/** Who was reminded on which day of the cases that wait: at most once each. */
export const ReviewReminder = defineEntity({
  name: 'ReviewReminder',
  tableName: 'review_reminder',
  properties: {
    account: () => p.manyToOne(Account).primary().deleteRule('cascade').updateRule('no action'),
    day: p.date().primary(),
  },
})
