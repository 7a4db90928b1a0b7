import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { agency } from './agency.ts'
import { lookupName, shownLanguage, shownName } from './fields.ts'

export const overviewOf = z
  .strictObject({ name: lookupName.optional().meta({ description: 'Name of a workshop; all workshops if omitted' }) })
  .default({})
const counted = z.int().meta({ description: 'Number of respondents', example: 12 })
export const overview = z.object({
  total: counted,
  unassigned: counted.meta({ description: 'Number of respondents in progress or red who are not assigned to any agency', example: 3 }),
  byFlag: z
    .array(z.object({ flag: z.enum(respondentFlags).meta({ description: 'Current flag', example: 'green' }), respondents: counted }))
    .meta({ description: 'Counts by flag, each flag once' }),
  byLanguage: z
    .array(z.object({ language: shownLanguage.meta({ description: 'Contact language' }), respondents: counted }))
    .meta({ description: 'Counts by contact language, most frequent first' }),
  byAgency: z
    .array(z.object({ agency: agency.nullable().meta({ description: 'Agency; null for respondents without one' }), respondents: counted }))
    .meta({ description: 'Counts by agency, largest first' }),
  byDay: z
    .array(
      z.object({
        day: z.string().meta({ description: 'Calendar date in the workshop’s time zone, YYYY-MM-DD', example: '2025-03-28' }),
        respondents: counted,
      }),
    )
    .meta({ description: 'Counts by day of arrival, earliest first' }),
})
export type Overview = z.output<typeof overview>

const median = {
  respondents: z.int().meta({ description: 'Number of respondents decided on, at least 5', example: 27 }),
  medianDays: z
    .number()
    .meta({ description: 'Median number of days from the response to the decision in effect, with one decimal', example: 3.5 }),
}
export const figures = z.object({
  decided: z.object(median).nullable().meta({ description: 'All respondents who were marked green or red; null if fewer than 5' }),
  byAgency: z
    .array(z.object({ agency, ...median }))
    .meta({ description: 'By the agency that has the case; agencies with fewer than 5 are omitted' }),
  byLanguage: z
    .array(z.object({ language: shownLanguage.meta({ description: 'Contact language' }), ...median }))
    .meta({ description: 'By contact language; languages with fewer than 5 are omitted' }),
  expected: z
    .object({
      respondents: z.int().meta({ description: 'Number of green dots of past workshops', example: 40 }),
      absent: z.int().meta({ description: 'Number of them who were not checked in', example: 6 }),
    })
    .nullable()
    .meta({ description: 'Attendance at past workshops; null if fewer than 5 were checked in, or fewer than 5 were not' }),
  byWeek: z
    .array(
      z.object({
        week: z
          .string()
          .meta({ description: 'Monday on which the week begins, YYYY-MM-DD, in the workshop’s time zone', example: '2025-03-24' }),
        respondents: z.int().meta({ description: 'Number of respondents who responded in that week, at least 5', example: 31 }),
        byFlag: z
          .array(z.object({ flag: z.enum(respondentFlags).meta({ description: 'Current flag', example: 'green' }), respondents: counted }))
          .meta({ description: 'Counts by current flag; flags with fewer than 5 are omitted' }),
      }),
    )
    .meta({ description: 'By week of arrival, earliest first; weeks with fewer than 5 are omitted' }),
  dropOff: z
    .array(
      z.object({
        name: shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
        version: z.int().meta({ description: 'Version of the questionnaire', example: 1 }),
        identifier: z.string().meta({ description: 'Identifier of the last question that was shown', example: 'arrestedOrCited' }),
        times: z.int().meta({ description: 'Number of times somebody left at this question without submitting, at least 5', example: 8 }),
      }),
    )
    .meta({ description: 'Questions at which people leave, if that is counted; empty if a workshop is given' }),
})
export type Figures = z.output<typeof figures>
