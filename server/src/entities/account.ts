import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Role } from '@portico/shared/words/roles'

/** A staff sign-in. `passwordHash` is an argon2id text; `email` is kept in lower case. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    id: p.integer().primary().autoincrement(),
    email: p.text(),
    name: p.text(),
    passwordHash: p.text().lazy(),
    roles: p.array().$type<Role[]>(),
    purpose: p.text().default(''),
    createdAt: p.datetime(),
    verifiedAt: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
  },
})
