import { z } from 'zod'
import { byRespondent, instant, shownPerson } from './fields.ts'

/** How long a case has waited (shared/spec/contract.md#queue). */
export const waiting = z.object({
  businessDays: z.int().meta({ description: 'Business days since the response arrived', example: 4 }),
  level: z.enum(['in-time', 'amber', 'red']).meta({ description: 'How late that is by the settings of the agency', example: 'amber' }),
})

/** Who is reading a case (shared/spec/contract.md#claims). */
export const caseClaim = z
  .object({
    by: shownPerson.meta({ description: 'Who is reading the case', example: 'Ana Alvarez' }),
    mine: z.boolean().meta({ description: 'Whether it is the caller', example: false }),
    until: instant.meta({ description: 'Until when, unless it is renewed; ISO 8601 in UTC' }),
  })
  .meta({ id: 'CaseClaim', description: 'Who is reading a case; it locks nothing' })
export type CaseClaim = z.output<typeof caseClaim>

export const claim = byRespondent.extend({
  takeOver: z.boolean().default(false).meta({ description: 'Whether to take it over from whoever is reading it now', example: false }),
})
