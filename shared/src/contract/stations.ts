import { z } from 'zod'
import { lanes, stationKinds } from '../words/stations.ts'
import { instant, lookupName, respondentRef, shownLanguage, shownPerson } from './fields.ts'

export const stationKind = z.enum(stationKinds).meta({ description: 'Station', example: 'form-filling' })
const seats = z.int().min(1).max(500).meta({ description: 'Number of people who can be seated there at a time', example: 12 })
export const shownLane = z.enum(lanes).meta({ description: 'Lane; `fast`: at least 95 % of what is asked was answered', example: 'fast' })
const whole = z.int().min(0)
const medianMinutes = whole
  .nullable()
  .meta({ description: 'Median time in whole minutes; null if there is nothing to measure yet', example: 24 })
const longestMinutes = whole
  .nullable()
  .meta({ description: 'Longest time in whole minutes; null if there is nothing to measure yet', example: 51 })

export const workshopStations = z
  .array(z.strictObject({ station: stationKind, seats }))
  .max(stationKinds.length)
  .refine((list) => new Set(list.map(({ station }) => station)).size === list.length, 'Name each station once')
  .meta({ description: 'Stations in the order in which people pass through them; empty for a workshop without stations' })

export const moveToStation = z.strictObject({
  name: lookupName.meta({ description: 'Name of the workshop', example: 'citizenship_day_2025' }),
  respondent: respondentRef,
  to: stationKind.nullable().meta({ description: 'Station they move to; null if they leave', example: 'form-filling' }),
})
export type MoveToStation = z.output<typeof moveToStation>
export const movedToStation = z.object({
  station: stationKind.nullable().meta({ description: 'Current station; null if they have left', example: 'form-filling' }),
  since: instant.meta({ description: 'When they arrived there or left, ISO 8601 in UTC' }),
})
export type MovedToStation = z.output<typeof movedToStation>

export const stationBoard = z
  .object({
    stations: z
      .array(
        z.object({
          station: stationKind,
          seats,
          seated: whole.meta({ description: 'Number of occupied seats', example: 12 }),
          waiting: whole.meta({ description: 'Number of people waiting for a seat', example: 7 }),
          medianMinutes,
          longestMinutes,
          next: z.array(z.string()).meta({
            description: 'Who is called next: the last five characters of their personal numbers, at most three',
            example: ['94HTR'],
          }),
        }),
      )
      .meta({ description: 'Stations, in order' }),
    lanes: z
      .array(
        z.object({
          lane: shownLane,
          here: whole.meta({ description: 'Number of people who are here now', example: 40 }),
          left: whole.meta({ description: 'Number of people who have left', example: 62 }),
          medianMinutes,
          longestMinutes,
        }),
      )
      .meta({ description: 'Both lanes, with times from check-in to leaving' }),
  })
  .meta({ id: 'StationBoard', description: 'The stations of a workshop, for a wall display: no names and no complete personal numbers' })
export type StationBoard = z.output<typeof stationBoard>

export const dayReport = z
  .object({
    stations: workshopStations,
    people: z
      .array(
        z.object({
          anonymousId: z.string().meta({ description: 'Personal number', example: 'K7QM-2XWD-94HTR' }),
          fullName: shownPerson,
          language: shownLanguage,
          lane: shownLane,
          checkedInAt: instant.nullable().meta({ description: 'When they were checked in, ISO 8601 in UTC; null if they did not come' }),
          leftAt: instant.nullable().meta({ description: 'When they left, ISO 8601 in UTC; null if not recorded' }),
          visits: z
            .array(
              z.object({
                station: stationKind,
                from: instant.meta({ description: 'When they arrived there, ISO 8601 in UTC' }),
                until: instant.nullable().meta({ description: 'When they moved on, ISO 8601 in UTC; null if they are still there' }),
              }),
            )
            .meta({ description: 'Stations they visited, earliest first' }),
        }),
      )
      .meta({ description: 'Everyone who was invited or came' }),
  })
  .meta({ id: 'DayReport', description: 'Who was invited to a workshop, who came, and where they were' })
export type DayReport = z.output<typeof dayReport>
export type DayPerson = DayReport['people'][number]
