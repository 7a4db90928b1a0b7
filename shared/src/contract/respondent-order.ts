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
      'What comes first: the newest; those who wait longest; those whose workshop comes soonest, then the longest waiting; the fewest red answers left; names, e-mail addresses (those to telephone first) or languages from A to Z',
    example: 'workshop',
  }),
  reverse: z.boolean().default(false).meta({ description: 'Whether to turn the order around', example: false }),
  filter: filter
    .unwrap()
    .extend({
      language: languageTag.optional().meta({ description: 'Only those who want to hear from us in this language', example: 'es' }),
      workshopName: lookupName.optional().meta({ description: 'Only those of this workshop' }),
      ready: z.boolean().optional().meta({ description: 'true: only those in progress without a red answer', example: true }),
      mine: z.boolean().optional().meta({ description: 'true: only cases that the caller read last', example: true }),
    })
    .default({ query: '' })
    .meta({ description: 'Only matching rows; all when left out' }),
}
