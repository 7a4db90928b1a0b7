import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/** A respondent's move to another workshop, so that clients that read only the first workshop's changes learn that the respondent left. */
export const WorkshopMove = defineEntity({
  name: 'WorkshopMove',
  tableName: 'workshop_move',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null'),
    anonymousId: p.text().collation('C'),
    /** The workshop that they left. */
    workshop: () => p.manyToOne(Workshop),
    movedAt: p.datetime(),
    /** As in `Respondent` (shared/spec/contract.md#changes). */
    changeSeq: p.bigint('number').defaultRaw('0'),
  },
  indexes: [
    { name: 'workshop_move_change_order', properties: ['changeSeq', 'id'] },
    { name: 'workshop_move_respondent', properties: ['respondent'] },
  ],
})
