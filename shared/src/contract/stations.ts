import { z } from 'zod'
import { lanes, stationKinds } from '../words/stations.ts'
import { instant, lookupName, respondentRef, shownLanguage, shownPerson } from './fields.ts'

export const stationKind = z.enum(stationKinds).meta({ description: 'Which station', example: 'form-filling' })
const seats = z.int().min(1).max(500).meta({ description: 'How many can sit there at a time', example: 12 })
export const shownLane = z.enum(lanes).meta({ description: '`fast`: at least 95 % of what is asked is answered', example: 'fast' })
const whole = z.int().min(0)
const medianMinutes = whole.nullable().meta({ description: 'The median, in whole minutes; null: nothing to measure yet', example: 24 })
const longestMinutes = whole.nullable().meta({ description: 'The longest, in whole minutes; null: nothing to measure yet', example: 51 })

export const workshopStations = z
  .array(z.strictObject({ station: stationKind, seats }))
  .max(stationKinds.length)
  .refine((list) => new Set(list.map(({ station }) => station)).size === list.length, 'Name each station once')
  .meta({ description: 'Its stations in the order in which people pass them; none: it works without' })

export const moveToStation = z.strictObject({
  name: lookupName.meta({ description: 'Name of the workshop', example: 'citizenship_day_2025' }),
  respondent: respondentRef,
  to: stationKind.nullable().meta({ description: 'The station to which they go; null: they leave', example: 'form-filling' }),
})
export type MoveToStation = z.output<typeof moveToStation>
export const movedToStation = z.object({
  station: stationKind.nullable().meta({ description: 'Where they are now; null: they have left', example: 'form-filling' }),
  since: instant.meta({ description: 'Since when, ISO 8601 in UTC' }),
})
export type MovedToStation = z.output<typeof movedToStation>

export const stationBoard = z
  .object({
    stations: z
      .array(
        z.object({
          station: stationKind,
          seats,
          seated: whole.meta({ description: 'How many of the seats are taken', example: 12 }),
          waiting: whole.meta({ description: 'How many wait for a seat', example: 7 }),
          medianMinutes,
          longestMinutes,
          next: z
            .array(z.string())
            .meta({ description: 'Who is called next: the last five characters of their numbers, at most three', example: ['94HTR'] }),
        }),
      )
      .meta({ description: 'The stations, in their order' }),
    lanes: z
      .array(
        z.object({
          lane: shownLane,
          here: whole.meta({ description: 'How many are here now', example: 40 }),
          left: whole.meta({ description: 'How many have left', example: 62 }),
          medianMinutes,
          longestMinutes,
        }),
      )
      .meta({ description: 'Both lanes, from check-in to leaving' }),
  })
  .meta({ id: 'StationBoard', description: 'The stations of a workshop as a wall shows them: no name, no whole number' })
export type StationBoard = z.output<typeof stationBoard>

export const dayReport = z
  .object({
    stations: workshopStations,
    people: z
      .array(
        z.object({
          anonymousId: z.string().meta({ description: 'Their number', example: 'K7QM-2XWD-94HTR' }),
          fullName: shownPerson,
          language: shownLanguage,
          lane: shownLane,
          checkedInAt: instant.nullable().meta({ description: 'When they came, ISO 8601 in UTC; null: they did not' }),
          leftAt: instant.nullable().meta({ description: 'When they left; null: nobody noted it' }),
          visits: z
            .array(
              z.object({
                station: stationKind,
                from: instant.meta({ description: 'When they got there, ISO 8601 in UTC' }),
                until: instant.nullable().meta({ description: 'When they went on; null: they are there' }),
              }),
            )
            .meta({ description: 'The stations where they were, the first one first' }),
        }),
      )
      .meta({ description: 'Everyone who was invited or came' }),
  })
  .meta({ id: 'DayReport', description: 'Who was invited to a workshop, who came, and where they were' })
export type DayReport = z.output<typeof dayReport>
export type DayPerson = DayReport['people'][number]
