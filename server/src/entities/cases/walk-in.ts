import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from '../staff/account.ts'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/**
 * A person who came without having answered, as registered at the door. Name and contact data are sealed under the row's own key; key and
 * data are deleted when the answers arrive or the day ends without them. What remains says who registered the person and who answered.
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
    /** The hash of the newest link's secret; null: no link was created, or it was used. */
    tokenHash: p.blob().$type<Buffer>().nullable().unique(),
    /** The staff member who answers together with the person through the newest link; null: the person answers alone. */
    together: () => p.manyToOne(Account).nullable().deleteRule('no action'),
    /** The respondent whose answers arrived; null: none yet. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('cascade').unique(),
  },
  checks: [{ name: 'walk_in_sealed', expression: '(respondent_id is null) = (sealed is not null and wrapped_key is not null)' }],
  indexes: [{ name: 'walk_in_waiting', properties: ['workshop', 'id'], where: 'respondent_id is null' }],
})
