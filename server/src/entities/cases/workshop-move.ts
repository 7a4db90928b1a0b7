import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/** That a respondent went from one workshop to another: whoever reads the changes of the first is told that they have gone. */
export const WorkshopMove = defineEntity({
  name: 'WorkshopMove',
  tableName: 'workshop_move',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null'),
    anonymousId: p.text().collation('C'),
    /** The one that they left. */
    workshop: () => p.manyToOne(Workshop),
    movedAt: p.datetime(),
    /** As of a respondent (shared/spec/contract.md#changes). */
    changeSeq: p.bigint('number').defaultRaw('0'),
  },
  indexes: [
    { name: 'workshop_move_change_order', properties: ['changeSeq', 'id'] },
    { name: 'workshop_move_respondent', properties: ['respondent'] },
  ],
})
