import { defineEntity, p } from '@mikro-orm/postgresql'
import { Respondent } from '../respondent.ts'
import { Workshop } from '../workshop.ts'

/** An arrival time at a workshop, `HH:MM` in the workshop's time zone. It has as many seats as rows of `Seat`. */
export const Slot = defineEntity({
  name: 'Slot',
  tableName: 'slot',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    workshop: () => p.manyToOne(Workshop).deleteRule('cascade'),
    time: p.text().check("time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'"),
    /** BCP 47 tags of the languages for which there is an interpreter. */
    languages: p.json<readonly string[]>(),
  },
  uniques: [{ name: 'slot_time', properties: ['workshop', 'time'] }],
})

/**
 * One seat and the respondent who has it. Every seat is a row and a respondent has at most one, so concurrent bookings of the last seat
 * contend for the same row. Deleting a respondent frees the seat.
 */
export const Seat = defineEntity({
  name: 'Seat',
  tableName: 'seat',
  properties: {
    id: p.bigint('number').primary().autoincrement().generated('by default as identity'),
    slot: () => p.manyToOne(Slot).deleteRule('cascade'),
    /** Null: free. */
    respondent: () => p.manyToOne(Respondent).nullable().deleteRule('set null').unique(),
    /** Until when a respondent on the waiting list can accept the offered seat; null: taken or free. */
    offeredUntil: p.datetime().nullable(),
  },
  indexes: [
    { name: 'seat_slot', properties: ['slot'] },
    { name: 'seat_offered', properties: ['offeredUntil'], where: 'offered_until is not null' },
  ],
})

/** A respondent on a workshop's waiting list; the order is that of `id`. */
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
