import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/** A time at which people come to a workshop, `HH:MM` on the clock of its time zone. It has as many seats as it has rows of `Seat`. */
export const Slot = defineEntity({
  name: 'Slot',
  tableName: 'slot',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    workshop: () => p.manyToOne(Workshop).deleteRule('cascade'),
    time: p.text().check("time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'"),
    /** For which languages there is an interpreter, BCP 47. */
    languages: p.json<readonly string[]>(),
  },
  uniques: [{ name: 'slot_time', properties: ['workshop', 'time'] }],
})

/**
 * One seat, and whose it is. There is no more room than there are rows, and nobody has two: two who want the last one want the same row. Whoever is
 * deleted leaves theirs free.
 */
export const Seat = defineEntity({
  name: 'Seat',
  tableName: 'seat',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    slot: () => p.manyToOne(Slot).deleteRule('cascade'),
    /** Null: it is free. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null').unique(),
    /** Until when somebody of the waiting list may say that they take it; null: it is theirs, or free. */
    offeredUntil: p.datetime().nullable(),
  },
  indexes: [
    { name: 'seat_slot', properties: ['slot'] },
    { name: 'seat_offered', properties: ['offeredUntil'], where: 'offered_until is not null' },
  ],
})

/** Who waits for a seat of a workshop, in the order of `id`. */
export const WaitingPlace = defineEntity({
  name: 'WaitingPlace',
  tableName: 'waiting_place',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    workshop: () => p.manyToOne(Workshop).deleteRule('cascade'),
    respondent: () => p.manyToOne(Respondent).deleteRule('cascade').unique(),
    since: p.datetime(),
  },
  indexes: [{ name: 'waiting_place_order', properties: ['workshop', 'id'] }],
})
