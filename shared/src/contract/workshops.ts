import { z } from 'zod'
import { languageCodes } from '../words/languages.ts'
import { limits } from '../words/limits.ts'
import { standardItems } from '../words/what-to-bring.ts'
import { agencyId } from './agency.ts'
import { workshopStations } from './stations.ts'
import {
  calendarDate,
  ifVersion,
  instant,
  lookupName,
  reason,
  requiredText,
  respondentRef,
  ruledName,
  shownDay,
  shownLanguages,
  shownName,
  text,
  version,
} from './fields.ts'

export const workshopByName = z.strictObject({ workshopName: lookupName })
export const byName = z.strictObject({ name: lookupName })

const title = { description: 'Title as displayed', example: 'Citizenship Day 2025' }
const timeZone = { description: 'IANA time zone of its dates', example: 'America/Los_Angeles' }
const isDefault = { description: 'Whether it is the default workshop; there is at most one', example: true }
const registrationOpen = {
  description: 'Whether registration is switched on; it is closed after `disableAt`, or at the end of its date, even if switched on',
  example: true,
}
const selfCheckIn = { description: 'Whether respondents may check themselves in on the day of the workshop', example: true }
const test = {
  description:
    'Whether it is a test workshop: it is in no public list, its respondents are excluded from counts and from lists of all workshops and are sent nothing, and it can be deleted with all of them',
  example: true,
}
const disableAt = {
  description: 'When registration ends, ISO 8601 in UTC; null if at the end of its date',
  example: '2025-04-06T06:59:59.000Z',
}
const startTime = { description: 'Start time, HH:MM in `timeZone`', example: '09:00' }
const endTime = { description: 'End time, HH:MM in `timeZone`, later on the same day; only with `startTime`', example: '13:00' }
const capacity = { description: 'Number of people there is room for', example: 120 }
const offers = { description: 'Questionnaires it offers, in order', example: ['citizenship_screening'] }
const agencies = { description: 'Agencies that take part', example: [3, 4] }
const openIn = shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' })

export const offeredQuestionnaire = z
  .object({
    name: openIn,
    titles: z
      .record(z.string(), z.string())
      .meta({ description: 'Titles as displayed, by language; empty if its files specify none', example: { en: 'Citizenship questions' } }),
    languages: shownLanguages,
  })
  .meta({ id: 'OfferedQuestionnaire', description: 'A questionnaire that a workshop offers, in its newest version' })
export const defaultWorkshop = z.object({
  name: shownName.optional().meta({ description: 'Name of the default workshop; omitted if there is none' }),
})

export const address = z
  .strictObject({
    line1: text(200).meta({ description: 'Street and number', example: '1 Main Street' }),
    city: text(200).meta({ description: 'City', example: 'San Jose' }),
  })
  .meta({ description: 'Where the workshop is held' })

function translationsOf(max: number) {
  return z.partialRecord(z.enum(languageCodes).exclude(['en']), requiredText(max))
}

const titles = translationsOf(limits.nameMax).meta({
  description: 'Titles in other languages; the English title is used where one is missing',
  example: { es: 'Día de la Ciudadanía 2025' },
})

export const whatToBring = z
  .strictObject({
    standard: z
      .array(z.enum(standardItems))
      .max(standardItems.length)
      .meta({ description: 'Standard items, for which Portico has texts in every language', example: ['greenCard', 'trips', 'papers'] }),
    own: z
      .array(
        z.strictObject({
          text: requiredText(limits.bringItemMax).meta({ description: 'What to bring, in English', example: 'two photos, 2 by 2 inches' }),
          translations: translationsOf(limits.bringItemMax).meta({
            description: 'Text in other languages; the English text is used where one is missing',
            example: { es: 'dos fotos de 2 por 2 pulgadas' },
          }),
        }),
      )
      .max(limits.bringItemsMax)
      .meta({ description: 'Additional items of this workshop' }),
  })
  .meta({ description: 'What respondents are asked to bring' })

const instructions = z.partialRecord(z.enum(languageCodes), requiredText(limits.instructionMax)).meta({
  description: 'Additional instructions in the invitation, by language; the English ones, if any, are used where one is missing',
  example: { en: 'Use the entrance on the side.', es: 'Use la entrada lateral.' },
})

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00')

function endsAfterStart({ startTime, endTime }: { startTime?: string | null | undefined; endTime?: string | null | undefined }): boolean {
  return !endTime || Boolean(startTime && startTime < endTime)
}

function isTimeZone(zone: string): boolean {
  return zone.length <= 64 && /^[A-Za-z0-9_+\-/]+$/.test(zone) && Intl.supportedValuesOf('timeZone').concat('UTC').includes(zone)
}

export const workshopSettings = z.strictObject({
  name: ruledName,
  title: requiredText(limits.nameMax).meta(title),
  eventDate: calendarDate.nullable().optional().meta({ description: 'Calendar date, YYYY-MM-DD; null removes it' }),
  disableAt: instant.nullable().optional().meta(disableAt),
  timeZone: z.string().refine(isTimeZone, 'Name a time zone, like America/Los_Angeles').optional().meta(timeZone),
  startTime: clockTime.nullable().optional().meta(startTime),
  endTime: clockTime.nullable().optional().meta(endTime),
  capacity: z.int().min(1).max(limits.capacityMax).nullable().optional().meta(capacity),
  instructions: instructions.optional(),
  address: address.nullable().optional().meta({ description: 'Where it is held; null removes it' }),
  isDefault: z.boolean().optional().meta(isDefault),
  registrationOpen: z.boolean().optional().meta(registrationOpen),
  selfCheckIn: z.boolean().optional().meta(selfCheckIn),
  test: z
    .boolean()
    .optional()
    .meta({ ...test, description: `${test.description}. Cannot be changed once somebody has submitted answers` }),
  questionnaireNames: z.array(lookupName).max(50).optional().meta(offers),
  agencyIds: z.array(agencyId).max(200).optional().meta(agencies),
  titles: titles.optional(),
  bring: whatToBring.optional(),
  stations: workshopStations.optional(),
  ifVersion,
})
export const saveWorkshop = workshopSettings.refine(endsAfterStart, {
  path: ['endTime'],
  message: 'Enter a time after the start',
  when: ({ value }) => times.safeParse(value).success,
})
const times = workshopSettings.pick({ startTime: true, endTime: true }).loose()
export type SaveWorkshop = z.output<typeof saveWorkshop>

export const workshop = z
  .object({
    name: shownName,
    title: z.string().meta(title),
    eventDate: shownDay,
    disableAt: instant.nullable().meta(disableAt),
    timeZone: z.string().meta(timeZone),
    startTime: z.string().nullable().meta(startTime),
    endTime: z.string().nullable().meta(endTime),
    capacity: z.int().nullable().meta(capacity),
    instructions,
    address: address.nullable().meta({ description: 'Where it is held; null if not known' }),
    isDefault: z.boolean().meta(isDefault),
    registrationOpen: z.boolean().meta(registrationOpen),
    selfCheckIn: z.boolean().meta(selfCheckIn),
    test: z
      .literal(true)
      .optional()
      .meta({ ...test, description: `${test.description}; omitted otherwise` }),
    questionnaireNames: z.array(z.string()).meta(offers),
    agencyIds: z.array(agencyId).meta(agencies),
    titles,
    bring: whatToBring,
    stations: workshopStations,
    version,
  })
  .meta({ id: 'Workshop', description: 'A workshop with all its settings' })
export type Workshop = z.output<typeof workshop>

export const workshopListItem = z
  .object({
    name: shownName,
    title: z.string().meta(title),
    eventDate: shownDay,
    isDefault: z.boolean().meta(isDefault),
    registrationOpen: z.boolean().meta(registrationOpen),
    test: z
      .literal(true)
      .optional()
      .meta({ ...test, description: `${test.description}; omitted otherwise` }),
  })
  .meta({ id: 'WorkshopListItem', description: 'A workshop' })
export type WorkshopListItem = z.output<typeof workshopListItem>

export const openWorkshop = z
  .object({
    name: shownName,
    title: z.string().meta(title),
    titles,
    eventDate: shownDay,
    startTime: z.string().nullable().meta(startTime),
    endTime: z.string().nullable().meta(endTime),
    timeZone: z.string().meta(timeZone),
    address: address.nullable().meta({ description: 'Where it is held; null if not known' }),
    bring: whatToBring,
    isDefault: z.boolean().meta(isDefault),
    questionnaires: z.array(offeredQuestionnaire).meta({ description: 'Questionnaires that can be answered for it' }),
  })
  .meta({ id: 'OpenWorkshop', description: 'A workshop that is open for registration' })
export type OpenWorkshop = z.output<typeof openWorkshop>

export const deleteTestWorkshop = z.strictObject({
  name: lookupName,
  confirm: text(limits.nameMax).meta({ description: 'Name of the workshop again, as typed by the user', example: 'rehearsal' }),
})
export const deletedTestWorkshop = z.object({
  respondents: z.int().meta({ description: 'Number of respondents deleted with it', example: 12 }),
})

export const checkedIn = z.object({ checkedInAt: instant.meta({ description: 'When they were first checked in, ISO 8601 in UTC' }) })
export const checkInUndo = z.strictObject({ respondent: respondentRef, reason })
