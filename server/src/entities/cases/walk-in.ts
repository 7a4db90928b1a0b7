import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/**
 * Somebody who came without having answered, as the door began their record. Name and how to reach them are sealed under a key of their own and
 * deleted with it when the answers arrive, or when the day ends without them. What remains says who began it and who answered.
 */
export const WalkIn = defineEntity({
  name: 'WalkIn',
  tableName: 'walk_in',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    workshop: () => p.manyToOne(Workshop).deleteRule('cascade'),
    startedBy: () => p.manyToOne(Account).deleteRule('no action'),
    startedAt: p.datetime(),
    /** The end of the day in the workshop's time zone. */
    expiresAt: p.datetime(),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
    sealed: p.blob().$type<Buffer>().nullable(),
    /** Of the secret of the newest link; null: none was made, or it was used. */
    tokenHash: p.blob().$type<Buffer>().nullable().unique(),
    /** With whom the newest link is answered; null: the person answers alone. */
    together: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    /** Whose answers came; null: nobody's yet. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('cascade').unique(),
  },
  checks: [{ name: 'walk_in_sealed', expression: '(respondent_id is null) = (sealed is not null and wrapped_key is not null)' }],
  indexes: [{ name: 'walk_in_waiting', properties: ['workshop', 'id'], where: 'respondent_id is null' }],
})
