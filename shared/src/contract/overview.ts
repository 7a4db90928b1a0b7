import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { agency } from './agency.ts'
import { lookupName, shownLanguage, shownName } from './fields.ts'

export const overviewOf = z
  .strictObject({ name: lookupName.optional().meta({ description: 'Name of a workshop; all workshops when left out' }) })
  .default({})
const counted = z.int().meta({ description: 'Respondents', example: 12 })
export const overview = z.object({
  total: counted,
  unassigned: counted.meta({ description: 'In progress or red, with no participating agency to assign them to', example: 3 }),
  byFlag: z
    .array(z.object({ flag: z.enum(respondentFlags).meta({ description: 'The flag now', example: 'green' }), respondents: counted }))
    .meta({ description: 'By flag, each flag once' }),
  byLanguage: z
    .array(
      z.object({ language: shownLanguage.meta({ description: 'The language in which they want to hear from us' }), respondents: counted }),
    )
    .meta({ description: 'By language, the most frequent first' }),
  byAgency: z
    .array(z.object({ agency: agency.nullable().meta({ description: 'null: no agency' }), respondents: counted }))
    .meta({ description: 'By agency, the busiest first' }),
  byDay: z
    .array(
      z.object({
        day: z.string().meta({ description: 'Calendar date in the workshop’s time zone, YYYY-MM-DD', example: '2025-03-28' }),
        respondents: counted,
      }),
    )
    .meta({ description: 'By day of arrival, the first day first' }),
})
export type Overview = z.output<typeof overview>

const median = {
  respondents: z.int().meta({ description: 'How many were decided on, at least 5', example: 27 }),
  medianDays: z
    .number()
    .meta({ description: 'Median of the days from their response to the decision that holds, with one decimal', example: 3.5 }),
}
export const figures = z.object({
  decided: z.object(median).nullable().meta({ description: 'All who were marked green or red; null: fewer than 5' }),
  byAgency: z
    .array(z.object({ agency, ...median }))
    .meta({ description: 'By the agency that has the case, without those of fewer than 5' }),
  byLanguage: z
    .array(z.object({ language: shownLanguage.meta({ description: 'The language in which they want to hear from us' }), ...median }))
    .meta({ description: 'By language, without those of fewer than 5' }),
  expected: z
    .object({
      respondents: z.int().meta({ description: 'Green dots of workshops that are over', example: 40 }),
      absent: z.int().meta({ description: 'Those of them who were not checked in', example: 6 }),
    })
    .nullable()
    .meta({ description: 'Who was expected at workshops that are over; null: fewer than 5 of them were checked in, or were not' }),
  byWeek: z
    .array(
      z.object({
        week: z.string().meta({ description: 'The Monday it begins on, YYYY-MM-DD, in the workshop’s time zone', example: '2025-03-24' }),
        respondents: z.int().meta({ description: 'How many responded in that week, at least 5', example: 31 }),
        byFlag: z
          .array(z.object({ flag: z.enum(respondentFlags).meta({ description: 'The flag now', example: 'green' }), respondents: counted }))
          .meta({ description: 'Those of them by flag, without flags of fewer than 5' }),
      }),
    )
    .meta({ description: 'By week of arrival, the first week first, without weeks of fewer than 5' }),
  dropOff: z
    .array(
      z.object({
        name: shownName.meta({ description: 'Name of the questionnaire', example: 'citizenship_screening' }),
        version: z.int().meta({ description: 'Its version', example: 1 }),
        identifier: z.string().meta({ description: 'The last question that was shown', example: 'arrestedOrCited' }),
        times: z.int().meta({ description: 'How often somebody left there without sending, at least 5', example: 8 }),
      }),
    )
    .meta({ description: 'At which questions people leave, where that is counted; none when a workshop is named' }),
})
export type Figures = z.output<typeof figures>
