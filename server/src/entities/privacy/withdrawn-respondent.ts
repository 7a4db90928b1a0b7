import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'
import { Account } from '../staff/account.ts'
import { Workshop } from '../workshop.ts'

/**
 * The key of a person who asked us to stop, or whose case staff withdrew or merged. It is removed from the respondent's row, so that
 * nothing can decrypt their data until it is put back.
 */
export const StoppedRespondent = defineEntity({
  name: 'StoppedRespondent',
  tableName: 'stopped_respondent',
  properties: {
    respondent: () => p.oneToOne(Respondent).primary().owner().deleteRule('cascade').updateRule('no action'),
    keyId: p.text(),
    wrappedKey: p.blob().$type<Buffer>(),
    stoppedAt: p.datetime(),
    /** `asked`: requested by the person, who alone can undo it. */
    kind: p.text().$type<'asked' | 'withdrawn' | 'merged'>().default('asked').check("kind in ('asked', 'withdrawn', 'merged')"),
    setAsideBy: () => p.manyToOne(Account).nullable().deleteRule('no action').index(false),
    mergedInto: () => p.manyToOne(Respondent).nullable().deleteRule('set null').index(false),
  },
  indexes: [{ name: 'stopped_respondent_merged_into', properties: ['mergedInto'], where: 'merged_into_id is not null' }],
})

/** How many bytes of the keyed digest of a deleted person's answers are kept. */
export const keptDigestBytes = 4

/**
 * Records that a person was deleted; only their random number remains, and enough to recognize a device that resends their answers. `id` is
 * the id of the deleted row.
 */
export const DeletedRespondent = defineEntity({
  name: 'DeletedRespondent',
  tableName: 'deleted_respondent',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    anonymousId: p.text().unique().collation('C'),
    workshop: () => p.manyToOne(Workshop),
    deletedAt: p.datetime(),
    /** The first bytes of the respondent's `idempotencyHash`; null if they had none, or were deleted by an earlier version. */
    answersDigest: p.blob().$type<Buffer>().nullable(),
    /** As in `Respondent` (shared/spec/contract.md#changes). */
    changeSeq: p.bigint('number').defaultRaw('0'),
    /** When it was recorded outside the database, so that it is repeated after a backup is restored. */
    notedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'deleted_respondent_change_order', properties: ['changeSeq', 'id'] },
    { name: 'deleted_respondent_unnoted', properties: ['id'], where: 'noted_at is null' },
  ],
})
