import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag } from '@portico/shared/words/flags'
import { Account } from './account.ts'
import { Respondent } from './respondent.ts'

/**
 * What somebody decided of one answer (at `position`), of the whole respondent (`flag` null takes a force back), or of a check-in that
 * they took back. Rows are only ever added: the newest counts, the others are its history. Reasons are sealed like answers.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'decision',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade'),
    about: p.text().$type<'answer' | 'respondent' | 'check-in'>().check("about in ('answer', 'respondent', 'check-in')"),
    position: p.integer().nullable(),
    flag: p.text().$type<DecidableFlag>().nullable().check("flag in ('red', 'green')"),
    sealedReason: p.blob().$type<Buffer>(),
    account: () => p.manyToOne(Account),
    outsideAgency: p.boolean(),
    decidedAt: p.datetime(),
  },
  checks: [{ name: 'decision_check', expression: "(position is not null) = (about = 'answer')" }],
  indexes: [{ name: 'decision_respondent', properties: ['respondent', 'id'] }],
})
