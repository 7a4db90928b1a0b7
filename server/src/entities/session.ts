import { defineEntity, p } from '@mikro-orm/postgresql'

/** A signed-in browser. The refresh secret rotates; `previousHash` is honoured for a short grace after `rotatedAt`. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    accountId: p.integer(),
    tokenHash: p.blob().$type<Buffer>(),
    previousHash: p.blob().$type<Buffer>().nullable(),
    successorSealed: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    rotatedAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})
