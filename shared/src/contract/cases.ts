import { z } from 'zod'
import { byRespondent, instant, shownPerson } from './fields.ts'

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
