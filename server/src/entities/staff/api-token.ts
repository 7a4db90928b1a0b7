import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** A token for a program (shared/spec/contract.md#api-tokens). Of the secret only its hash is here. */
export const ApiToken = defineEntity({
  name: 'ApiToken',
  tableName: 'api_token',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    name: p.text(),
    tokenHash: p.blob().$type<Buffer>().unique(),
    maker: () => p.manyToOne(Account),
    /** tRPC paths: single calls, so that none comes along when a group grows. */
    calls: p.array(),
    /** Null: all. */
    workshopIds: p.array().columnType('int[]').$type<number[]>().nullable(),
    agencyIds: p.array().columnType('int[]').$type<number[]>().nullable(),
    addressRanges: p.array().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** To the minute. */
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_token_maker', properties: ['maker'], where: 'revoked_at is null' }],
})
