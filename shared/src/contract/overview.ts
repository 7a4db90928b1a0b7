import { z } from 'zod'
import { respondentFlags } from '../words/flags.ts'
import { agency } from './agency.ts'
import { lookupName, shownLanguage } from './fields.ts'

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
