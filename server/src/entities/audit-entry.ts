import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Who did or read what. `subjects` name things (`respondent:K7QM-…`, `workshop:3`); no personal data. `signature` is by the keyring; entries
 * from before there were signatures have none.
 */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    at: p.datetime(),
    accountId: p.integer().nullable(),
    action: p.text(),
    subjects: p.array(),
    requestId: p.text(),
    signature: p.blob().$type<Buffer>().nullable(),
  },
})

/** The chain over the audit entries: each link's keyed hash covers its entry and the link before, so that a change or a gap is found. */
export const AuditLink = defineEntity({
  name: 'AuditLink',
  tableName: 'audit_link',
  properties: {
    position: p.bigint('number').primary().autoincrement(false),
    entryId: p.bigint('number').unique(),
    hash: p.blob().$type<Buffer>(),
  },
})
