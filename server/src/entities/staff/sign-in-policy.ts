import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Role } from '@portico/shared/words/roles'

/** The roles that require a second factor, since when, and how many days people have to set one up; a role without a row requires none. */
export const SignInPolicy = defineEntity({
  name: 'SignInPolicy',
  tableName: 'sign_in_policy',
  properties: {
    role: p.text().primary().$type<Role>().check("role in ('AGENCY', 'ADMIN_USER', 'ROOT_USER', 'VOLUNTEERV1')"),
    requiredSince: p.datetime(),
    graceDays: p.integer().check('grace_days >= 0 and grace_days <= 90'),
  },
})
