import { z } from 'zod'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { instant, lookupName, respondentRef, rowId, shownLanguage, text } from './fields.ts'
import { workshop } from './workshops.ts'

const secret = text(100).min(1).meta({ description: 'Secret at the end of the link', example: 'K7QM-2XWD-94HTR.0p3nS3sam3' })
const slotId = rowId.meta({ description: 'Id of a slot', example: 12 })
const time = z.string().meta({ description: 'Time at which people come, HH:MM in the workshop’s time zone', example: '10:30' })
const free = z.int().meta({ description: 'Number of seats that can be taken', example: 3 })
const languages = z.array(shownLanguage).meta({ description: 'Languages for which an interpreter is present', example: ['es', 'vi'] })

/** The available slots, and a person's seat or place on the waiting list (shared/spec/contract.md#seats). */
const choice = {
  slots: z
    .array(z.object({ slotId, time, free, languages }))
    .meta({ description: 'Slots in order of time; empty for a workshop without slots' }),
  seat: z
    .object({
      slotId,
      time,
      offeredUntil: instant.nullable().meta({ description: 'When the offer expires, ISO 8601 in UTC; null if the seat is booked' }),
    })
    .nullable()
    .meta({ description: 'Seat of the respondent; null if they have none' }),
  waiting: z
    .object({ ahead: z.int().meta({ description: 'Number of people ahead of them', example: 4 }) })
    .nullable()
    .meta({ description: 'Place on the waiting list; null if they are not on it' }),
}

export const seatLink = z.strictObject({ token: secret })
export type SeatLink = z.output<typeof seatLink>
export const takeSeat = z.strictObject({ token: secret, slotId })
export type TakeSeat = z.output<typeof takeSeat>

export const openedSeat = z.object({
  ...choice,
  workshop: workshop
    .pick({ title: true, titles: true, eventDate: true, timeZone: true, address: true })
    .meta({ description: 'Date and place of the workshop' }),
})
export type OpenedSeat = z.output<typeof openedSeat>

export const setSeat = z.strictObject({
  respondent: respondentRef,
  slotId: slotId.nullable().meta({ description: 'Slot in which they get a seat; null to free their seat', example: 12 }),
})
export type SetSeat = z.output<typeof setSeat>
export const respondentSeat = z.object(choice)
export type RespondentSeat = z.output<typeof respondentSeat>

export const slot = z.strictObject({
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00')
    .meta({ description: 'Time at which people come, HH:MM in the workshop’s time zone', example: '10:30' }),
  seats: z.int().min(1).max(limits.slotSeatsMax).meta({ description: 'Number of people who can come at that time', example: 8 }),
  languages: z
    .array(z.enum(languageCodes))
    .max(languageCodes.length)
    .meta({ description: 'Languages for which an interpreter is present', example: ['es', 'vi'] }),
})
export type Slot = z.output<typeof slot>

export const saveSlots = z.strictObject({
  name: lookupName,
  slots: z.array(slot).max(limits.slotsMax).meta({ description: 'All slots of the workshop; if empty, people come without a set time' }),
  replaces: z
    .array(slot)
    .max(limits.slotsMax)
    .optional()
    .meta({ description: 'The slots as they were read; if they are others by now, nothing is saved (`CHANGED_MEANWHILE`)' }),
})
export type SaveSlots = z.output<typeof saveSlots>

export const workshopSlots = z.object({
  slots: z
    .array(
      z.object({
        time,
        seats: z.int().meta({ description: 'Number of people who can come at that time', example: 8 }),
        taken: z.int().meta({ description: 'Number of booked seats', example: 5 }),
        offered: z.int().meta({ description: 'Number of seats offered to people on the waiting list', example: 1 }),
        languages,
      }),
    )
    .meta({ description: 'Slots in order of time' }),
  waiting: z.int().meta({ description: 'Number of people on the waiting list', example: 14 }),
})
export type WorkshopSlots = z.output<typeof workshopSlots>
