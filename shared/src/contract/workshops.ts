import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { calendarDate, instant, lookupName, reason, requiredText, respondentRef, rowId, ruledName, text } from './fields.ts'

export const workshopByName = z.object({ workshopName: lookupName })
export const byName = z.object({ name: lookupName })

export const offeredQuestionnaire = z.object({ name: z.string(), languages: z.array(z.string()) })
export const defaultWorkshop = z.object({ name: z.string().optional() })

export const address = z
  .object({ line1: text(200), city: text(200) })
  .meta({ description: 'Where the workshop is held', example: { line1: '1 Main Street', city: 'San Jose' } })

function isTimeZone(zone: string): boolean {
  return zone.length <= 64 && /^[A-Za-z0-9_+\-/]+$/.test(zone) && Intl.supportedValuesOf('timeZone').concat('UTC').includes(zone)
}

export const saveWorkshop = z.object({
  name: ruledName,
  title: requiredText(limits.nameMax),
  eventDate: calendarDate.nullable().optional(),
  disableAt: instant.nullable().optional(),
  timeZone: z.string().refine(isTimeZone, 'Name a time zone, like America/Los_Angeles').optional(),
  address: address.nullable().optional(),
  isDefault: z.boolean().optional(),
  registrationOpen: z.boolean().optional(),
  selfCheckIn: z.boolean().optional(),
  questionnaireNames: z.array(lookupName).max(50).optional(),
  agencyIds: z.array(rowId).max(200).optional(),
})
export type SaveWorkshop = z.output<typeof saveWorkshop>

export const workshop = z.object({
  name: z.string(),
  title: z.string(),
  eventDate: z.string().nullable(),
  disableAt: instant.nullable(),
  timeZone: z.string(),
  address: address.nullable(),
  isDefault: z.boolean(),
  registrationOpen: z.boolean(),
  selfCheckIn: z.boolean(),
  questionnaireNames: z.array(z.string()),
  agencyIds: z.array(rowId),
})
export type Workshop = z.output<typeof workshop>

export const workshopListItem = z.object({
  name: z.string(),
  title: z.string(),
  eventDate: z.string().nullable(),
  isDefault: z.boolean(),
  registrationOpen: z.boolean(),
})
export type WorkshopListItem = z.output<typeof workshopListItem>

export const openWorkshop = z.object({
  name: z.string(),
  title: z.string(),
  eventDate: z.string().nullable(),
  address: address.nullable(),
  isDefault: z.boolean(),
  questionnaires: z.array(offeredQuestionnaire),
})
export type OpenWorkshop = z.output<typeof openWorkshop>

export const checkedIn = z.object({ checkedInAt: instant })
export const checkInUndo = z.object({ respondent: respondentRef, reason })
