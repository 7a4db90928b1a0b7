import { z } from 'zod'
import { checkInOutcomes } from '../rules/check-ins.ts'
import { moveOutcomes } from '../rules/stations.ts'
import { limits } from '../words/limits.ts'
import { anonymousId, instant, lookupName, reason, shownLanguage, shownName, shownPerson } from './fields.ts'
import { shownLane, stationKind, workshopStations } from './stations.ts'
import { waitingWalkIn } from './walk-ins.ts'

const eventId = z.uuid().meta({ description: 'Made by the device, one for each event', example: '0b8f6c1e-6f0a-4a52-9d0e-3f5c2f7d1a44' })
const by = shownPerson.nullable().meta({ description: 'Who checked them in; null: they did themselves', example: 'Vera Volunteer' })
const place = z
  .object({
    station: stationKind.nullable().meta({ description: 'Which station; null: they have left', example: 'form-filling' }),
    since: instant.meta({ description: 'Since when, ISO 8601 in UTC' }),
  })
  .nullable()
  .meta({ description: 'Where they are, by all that is known now; null: not in, or at a workshop without stations' })

export const doorList = z
  .object({
    workshop: z
      .object({ name: shownName, title: z.string().meta({ description: 'What people read', example: 'Citizenship Day 2025' }) })
      .meta({ description: 'The workshop of the door' }),
    keepMs: z.int().min(0).meta({
      description:
        'For how many ms a device may keep the list: until the day ends in the workshop’s time zone, or what lets the caller ask for it, whichever comes first',
      example: 36_000_000,
    }),
    stations: workshopStations,
    people: z
      .array(
        z.object({
          anonymousId,
          fullName: shownPerson,
          phoneEnd: z.string().nullable().meta({ description: 'The last four digits of their phone number', example: '0142' }),
          language: shownLanguage,
          green: z.boolean().meta({ description: 'Whether they may come in; no more is told of their flag', example: true }),
          seatTime: z
            .string()
            .optional()
            .meta({ description: 'When they come, HH:MM on the clock of the workshop; left out without a seat', example: '10:30' }),
          checkIns: z
            .array(z.object({ eventId, at: instant, by }))
            .meta({ description: 'Check-ins that nobody has undone, the earliest first: that one counts. At most 20' }),
          lane: shownLane.nullable().meta({ description: 'Their lane; null at a workshop without stations', example: 'fast' }),
          place,
        }),
      )
      .meta({ description: 'Everyone of the workshop' }),
    walkIns: z.array(waitingWalkIn).meta({ description: 'Walk-ins whose answers have not come yet, oldest first' }),
  })
  .meta({ id: 'DoorList', description: 'Everyone of a workshop, as its door needs them' })
export type DoorList = z.output<typeof doorList>
export type DoorPerson = DoorList['people'][number]

const shared = {
  eventId,
  anonymousId,
  ageMs: z
    .int()
    .min(0)
    .max(limits.doorEventAgeMs)
    .meta({ description: 'How long ago it happened, in ms by the device’s own clock', example: 840_000 }),
}

export const doorEvent = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('in').meta({ description: 'What happened', example: 'in' }), ...shared })
    .meta({ description: 'A check-in' }),
  z
    .strictObject({
      kind: z.literal('undo').meta({ description: 'What happened', example: 'undo' }),
      ...shared,
      undoes: z.array(eventId).min(1).max(100).meta({ description: 'The check-ins that the device saw' }),
      reason,
    })
    .meta({ description: 'Check-ins taken back' }),
  z
    .strictObject({
      kind: z.literal('move').meta({ description: 'What happened', example: 'move' }),
      ...shared,
      to: stationKind.nullable().meta({ description: 'The station to which they went; null: they left', example: 'form-filling' }),
    })
    .meta({ description: 'Somebody moved on' }),
])
export type DoorEvent = z.output<typeof doorEvent>

export const syncCheckIns = z.strictObject({
  name: lookupName,
  deviceId: z.uuid().meta({ description: 'Made by the device for the day', example: '5a5f2f6e-2d2c-4a9e-8a7c-0d9d1d1f6b10' }),
  events: z.array(doorEvent).max(limits.doorEventsMax).meta({ description: 'In the order in which they happened' }),
})
export type SyncCheckIns = z.output<typeof syncCheckIns>

export const syncedEvent = z.object({
  eventId,
  outcome: z.enum([...checkInOutcomes, ...moveOutcomes]).meta({
    description:
      '`in`: it counts; `out`: undone; `already-in`: another one was earlier; `still-in`: the device had not seen another check-in; `not-green`: noted, and not checked in; `unknown`: nobody of this workshop; `moved`: they went there; `out-of-order`: moves of several devices contradict each other, and the later one counts; `not-in`: kept, and counts as soon as a check-in before it is heard of',
    example: 'in',
  }),
  checkedInAt: instant.nullable().meta({ description: 'When the person was checked in, by all that is known now; null: they are not' }),
  by: by.meta({ description: 'Who checked them in, or for a move who moved them last; null: they did themselves, or nobody' }),
  place,
})
export type SyncedEvent = z.output<typeof syncedEvent>
