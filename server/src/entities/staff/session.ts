import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** A signed-in browser. The refresh secret rotates; `previousHash` is honoured for a short grace after `rotatedAt`. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    account: () => p.manyToOne(Account),
    /** Kind and system of the browser, like "Firefox on Windows". */
    browser: p.text(),
    tokenHash: p.blob().$type<Buffer>().unique(),
    previousHash: p.blob().$type<Buffer>().nullable(),
    successorSealed: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    provedAt: p.datetime(),
    rotatedAt: p.datetime(),
    /** The browser is shared with others: the session ends when it is idle. */
    sharedDevice: p.boolean().default(false),
    /** When it was last used; on a shared device to the minute, elsewhere when it was last renewed. */
    usedAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'session_account', properties: ['account'], where: 'revoked_at is null' },
    { name: 'session_previous', properties: ['previousHash'] },
  ],
})
