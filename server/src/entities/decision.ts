import { defineEntity, p } from '@mikro-orm/postgresql'
import type { DecidableFlag } from '@portico/shared/words/flags'

/**
 * What a reviewer decided of one answer (`position`) or of the whole respondent (`position` null; `flag` null takes a force back).
 * Rows are only ever added: the newest of a position counts, the others are its history. Reasons are sealed like answers.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'decision',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    respondentId: p.bigint('number'),
    position: p.integer().nullable(),
    flag: p.text().$type<DecidableFlag>().nullable(),
    sealedReason: p.blob().$type<Buffer>(),
    accountId: p.integer(),
    outsideAgency: p.boolean(),
    decidedAt: p.datetime(),
  },
})
