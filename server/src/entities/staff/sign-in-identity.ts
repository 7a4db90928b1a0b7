import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** Whom an identity provider knows an account as: one person of each issuer. `subjectHash` is a keyed hash: some providers use the address as subject. */
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
