import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag } from '@portico/shared/words/flags'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'

/**
 * A decision on a respondent. What it is about, which way it went and why are sealed together under the respondent's key, bound to the
 * row's id: the position of an overridden answer beside its flag would tell the answer. Rows are only ever added: the newest counts, the
 * others are its history.
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

/** Decisions from when only their reasons were sealed. The next start moves them, sealed, to `decision`, and leaves none. */
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
