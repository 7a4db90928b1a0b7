import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './account.ts'

/** A signed-in browser. The refresh secret rotates; `previousHash` is accepted for a short grace period after `rotatedAt`. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    account: () => p.manyToOne(Account),
    /** Browser and operating system, like "Firefox on Windows". */
    browser: p.text(),
    tokenHash: p.blob().$type<Buffer>().unique(),
    previousHash: p.blob().$type<Buffer>().nullable(),
    successorSealed: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    provedAt: p.datetime(),
    rotatedAt: p.datetime(),
    /** Whether other people use the browser too: then the session ends when idle. */
    sharedDevice: p.boolean().default(false),
    /** When it was last used, to the minute, on a shared device; otherwise when it was last refreshed. */
    usedAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'session_account', properties: ['account'], where: 'revoked_at is null' },
    { name: 'session_previous', properties: ['previousHash'] },
  ],
})
