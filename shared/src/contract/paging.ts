import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { text } from './fields.ts'

/** The requested part of a list: `count` rows after the first `offset` (shared/spec/contract.md#lists). */
export const pagination = z
  .strictObject({
    offset: z.int().min(0).max(1_000_000_000).default(0).meta({ description: 'Rows to skip', example: 0 }),
    count: z
      .int()
      .min(1)
      .max(limits.maxPageCount)
      .default(limits.defaultPageCount)
      .meta({ description: 'Rows to give, at most 100', example: 10 }),
  })
  .default({ offset: 0, count: limits.defaultPageCount })
  .meta({ description: 'The page of the list; the first 10 rows when left out' })
export type Pagination = z.output<typeof pagination>

export const filter = z
  .strictObject({
    query: text(200).default('').meta({
      description:
        'What to look for: an anonymousId by its beginning, with or without hyphens, an e-mail address whole, digits of a telephone number (three or more), a name by the beginnings of its words, or by parts of them from three letters on, in any case, with or without accents. Empty finds everybody',
      example: 'nguyen',
    }),
  })
  .default({ query: '' })
  .meta({ description: 'Only matching rows; all when left out' })

/** Returns the schema of one page of a list of `item`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).meta({ description: 'The rows of this part, newest first' }),
    pagination: z
      .object({
        batchSize: z.int().meta({ description: 'The requested count', example: 10 }),
        offset: z.int().meta({ description: 'Rows skipped', example: 0 }),
        hasMore: z.boolean().meta({ description: 'Whether rows follow', example: true }),
      })
      .meta({ description: 'Which part this is' }),
    meta: z
      .object({ count: z.int().meta({ description: 'All rows that match', example: 42 }) })
      .meta({ description: 'About the whole list' }),
  })
}

/** The output type of `pageOf`. */
export interface Page<Item> {
  items: Item[]
  pagination: { batchSize: number; offset: number; hasMore: boolean }
  meta: { count: number }
}
