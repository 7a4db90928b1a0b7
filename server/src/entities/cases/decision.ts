import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag } from '@portico/shared/words/flags'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/**
 * A decision on a respondent. Subject, outcome and reason are sealed together under the respondent's key and bound to the row's id, because
 * the position of an overridden answer next to its flag would reveal the answer. Append-only: the newest row counts, the others are
 * history.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'decision',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    sealed: p.blob().$type<Buffer>(),
    account: () => p.manyToOne(Account),
    outsideAgency: p.boolean(),
    decidedAt: p.datetime(),
  },
  indexes: [{ name: 'decision_respondent', properties: ['respondent', 'id'] }],
})

/** Decisions stored when only the reason was sealed. The next start seals them, moves them to `decision` and empties this table. */
export const UnsealedDecision = defineEntity({
  name: 'UnsealedDecision',
  tableName: 'unsealed_decision',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade').index(false),
    about: p.text().$type<'answer' | 'respondent' | 'check-in'>(),
    position: p.integer().nullable(),
    flag: p.text().$type<DecidableFlag>().nullable(),
    sealedReason: p.blob().$type<Buffer>(),
    account: () => p.manyToOne(Account).index(false),
    outsideAgency: p.boolean(),
    decidedAt: p.datetime(),
  },
})
