import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { anonymousId, lookupName } from './fields.ts'
import { respondentEntry } from './responses.ts'

const cursor = {
  description: 'Position up to which you have read; reading does not affect other readers',
  example: 'c1.4711.12',
} as const

/** Requests the changes since a cursor (shared/spec/contract.md#changes). */
export const changesSince = z.strictObject({
  cursor: z
    .string()
    .regex(/^c1\.\d{1,15}\.\d{1,15}$/, 'Send the cursor of the answer before as it came.')
    .optional()
    .meta({ ...cursor, description: 'The `cursor` of the previous response; omit it to read from the beginning' }),
  workshopName: lookupName.optional().meta({ description: 'Only respondents of this workshop; all if omitted' }),
  includeAnswers: z.boolean().default(false).meta({ description: 'Whether to include the answers', example: true }),
  count: z
    .int()
    .min(1)
    .max(limits.maxPageCount)
    .default(limits.maxPageCount)
    .meta({ description: 'Number of changes to return, at most 100', example: 100 }),
})
export type ChangesSince = z.output<typeof changesSince>

export const changes = z.object({
  changes: z
    .array(
      z.object({
        anonymousId,
        deleted: z.boolean().meta({ description: 'Whether the respondent was deleted; if so, delete your copy, too', example: false }),
        entry: respondentEntry.optional().meta({ description: 'Current state of the respondent; omitted if they were deleted' }),
        answers: z
          .record(z.string(), z.string())
          .optional()
          .meta({ description: 'Question identifier → stored answer; only if requested', example: { fullName: 'Mai Nguyen' } }),
      }),
    )
    .meta({ description: 'Changes, each respondent at most once, least recent change first' }),
  cursor: z.string().meta(cursor),
  hasMore: z.boolean().meta({ description: 'Whether more changes are available; if so, call again at once', example: false }),
})
export type Changes = z.output<typeof changes>
