import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Records who did or read what. Subjects are identifiers (`respondent:K7QM-…`, `workshop:3`), never personal data; `sealedSubjects` are the
 * respondents, if they are not in `subjects`. `signature` is made with the keyring; null for entries written before signing was introduced.
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
    sealedSubjects: p.blob().$type<Buffer>().nullable(),
    requestId: p.text(),
    signature: p.blob().$type<Buffer>().nullable(),
  },
  indexes: [{ name: 'audit_entry_at', properties: ['at'] }],
  checks: [{ name: 'audit_entry_at_finite', expression: 'isfinite(at)' }],
})

/**
 * The hash chain over the audit entries: each link's keyed hash covers its entry and the previous link, so that changes and gaps are
 * detected.
 */
export const AuditLink = defineEntity({
  name: 'AuditLink',
  tableName: 'audit_link',
  properties: {
    position: p.bigint('number').primary().autoincrement(false),
    entryId: p.bigint('number').unique(),
    hash: p.blob().$type<Buffer>(),
  },
})
