import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** An API token for a program (shared/spec/contract.md#api-tokens). Only the hash of the secret is stored. */
export const ApiToken = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    tokenHash: p.blob().$type<Buffer>().unique(),
    maker: () => p.manyToOne(Account),
    /** tRPC paths of single calls, so that calls added to a group later are not included. */
    calls: p.array(),
    /** Null: all. */
    workshopIds: p.array().columnType('int[]').$type<number[]>().nullable(),
    agencyIds: p.array().columnType('int[]').$type<number[]>().nullable(),
    addressRanges: p.array().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Updated at most once a minute. */
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_token_maker', properties: ['maker'], where: 'revoked_at is null' }],
})
