import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/**
 * The identity of an account at an identity provider: one per issuer. `subjectHash` is a keyed hash because some providers use the e-mail
 * address as subject.
 */
export const SignInIdentity = defineEntity({
  name: 'SignInIdentity',
  tableName: 'sign_in_identity',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    account: () => p.manyToOne(Account),
    issuer: p.text(),
    subjectHash: p.blob().$type<Buffer>().unique(),
    linkedAt: p.datetime(),
    lastUsedAt: p.datetime(),
  },
  uniques: [{ properties: ['account', 'issuer'] }],
})
