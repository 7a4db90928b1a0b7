import { z } from 'zod'
import { languageTag, lookupName } from './fields.ts'
import { filter } from './paging.ts'

/** The orders of a list of respondents; `newest` is the documented default. */
export const respondentOrders = ['newest', 'waiting', 'workshop', 'flags', 'name', 'contact', 'language'] as const
export type RespondentOrder = (typeof respondentOrders)[number]

/** How lists of respondents are ordered and filtered (shared/spec/contract.md#queue). */
export const ordered = {
  order: z.enum(respondentOrders).default('newest').meta({
    description:
      'Sort order. `newest`: newest first; `waiting`: longest waiting first; `workshop`: next workshop first, then longest waiting; `flags`: fewest remaining red answers first; `name`, `contact`, `language`: names, e-mail addresses (respondents without one first) or languages from A to Z',
    example: 'workshop',
  }),
  reverse: z.boolean().default(false).meta({ description: 'Whether to reverse the order', example: false }),
  filter: filter
    .unwrap()
    .extend({
      language: languageTag.optional().meta({ description: 'Only respondents with this contact language', example: 'es' }),
      workshopName: lookupName.optional().meta({ description: 'Only respondents of this workshop' }),
      ready: z.boolean().optional().meta({ description: 'Only respondents in progress without a red answer', example: true }),
      mine: z.boolean().optional().meta({ description: 'Only cases last read by the caller', example: true }),
    })
    .default({ query: '' })
    .meta({ description: 'Only matching rows; all if omitted' }),
}
