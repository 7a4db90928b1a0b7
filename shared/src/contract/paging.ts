import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { text } from './fields.ts'

/** Which part of a list is asked for: `count` rows after the first `offset` (contract section 2). */
export const pagination = z
  .object({
    offset: z.int().min(0).max(1_000_000_000).default(0).meta({ description: 'Rows to skip', example: 0 }),
    count: z
      .int()
      .min(1)
      .max(limits.maxPageCount)
      .default(limits.defaultPageCount)
      .meta({ description: 'Rows to give, at most 100', example: 10 }),
  })
  .default({ offset: 0, count: limits.defaultPageCount })
export type Pagination = z.output<typeof pagination>

export const filter = z
  .object({ query: text(200).default('').meta({ description: 'What to look for', example: 'nguyen' }) })
  .default({ query: '' })

/** One part of a list of `item`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    pagination: z.object({
      batchSize: z.int().meta({ description: 'The count that was asked for', example: 10 }),
      offset: z.int().meta({ description: 'Rows skipped', example: 0 }),
      hasMore: z.boolean().meta({ description: 'Whether rows follow', example: true }),
    }),
    meta: z.object({ count: z.int().meta({ description: 'All rows that match', example: 42 }) }),
  })
}

/** What `pageOf` parses to. */
export interface Page<Item> {
  items: Item[]
  pagination: { batchSize: number; offset: number; hasMore: boolean }
  meta: { count: number }
}
