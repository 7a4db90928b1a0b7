import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag } from '@portico/shared/words/flags'

/**
 * What somebody decided of one answer (at `position`), of the whole respondent (`flag` null takes a force back), or of a check-in that
 * they took back. Rows are only ever added: the newest counts, the others are its history. Reasons are sealed like answers.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'decision',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    respondentId: p.bigint('number'),
    about: p.text().$type<'answer' | 'respondent' | 'check-in'>(),
    position: p.integer().nullable(),
    flag: p.text().$type<DecidableFlag>().nullable(),
    sealedReason: p.blob().$type<Buffer>(),
    accountId: p.integer(),
    outsideAgency: p.boolean(),
    decidedAt: p.datetime(),
  },
})
