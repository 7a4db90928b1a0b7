import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { anonymousId, lookupName } from './fields.ts'
import { respondentEntry } from './responses.ts'

const cursor = {
  description: 'How far you have read. It is yours: reading takes nothing away from anybody else',
  example: 'c1.4711.12',
} as const

/** Requests the changes since a cursor (shared/spec/contract.md#changes). */
export const changesSince = z.strictObject({
  cursor: z
    .string()
    .regex(/^c1\.\d{1,15}\.\d{1,15}$/, 'Send the cursor of the answer before as it came.')
    .optional()
    .meta({ ...cursor, description: 'The `cursor` of the answer before; left out: from the beginning' }),
  workshopName: lookupName.optional().meta({ description: 'Only respondents of this workshop; all when left out' }),
  includeAnswers: z.boolean().default(false).meta({ description: 'Whether the answers come too', example: true }),
  count: z
    .int()
    .min(1)
    .max(limits.maxPageCount)
    .default(limits.maxPageCount)
    .meta({ description: 'Changes to give, at most 100', example: 100 }),
})
export type ChangesSince = z.output<typeof changesSince>

export const changes = z.object({
  changes: z
    .array(
      z.object({
        anonymousId,
        deleted: z.boolean().meta({ description: 'The respondent was deleted: delete them, too', example: false }),
        entry: respondentEntry.optional().meta({ description: 'How they are now; left out when they were deleted' }),
        answers: z
          .record(z.string(), z.string())
          .optional()
          .meta({ description: 'Question identifier → stored answer; only if asked for', example: { fullName: 'Mai Nguyen' } }),
      }),
    )
    .meta({ description: 'Each respondent at most once, the least recent change first' }),
  cursor: z.string().meta(cursor),
  hasMore: z.boolean().meta({ description: 'Whether more is there already: ask again at once', example: false }),
})
export type Changes = z.output<typeof changes>
