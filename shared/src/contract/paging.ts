import { z } from 'zod'
import { limits } from '../words/limits.ts'
import { text } from './fields.ts'

/** The requested part of a list: `count` rows after the first `offset` (shared/spec/contract.md#lists). */
export const pagination = z
  .strictObject({
    offset: z.int().min(0).max(1_000_000_000).default(0).meta({ description: 'Number of rows to skip', example: 0 }),
    count: z
      .int()
      .min(1)
      .max(limits.maxPageCount)
      .default(limits.defaultPageCount)
      .meta({ description: 'Number of rows to return, at most 100', example: 10 }),
  })
  .default({ offset: 0, count: limits.defaultPageCount })
  .meta({ description: 'Page of the list; the first 10 rows if omitted' })
export type Pagination = z.output<typeof pagination>

export const filter = z
  .strictObject({
    query: text(200).default('').meta({
      description:
        'Search text: the beginning of an anonymousId, with or without hyphens; a whole e-mail address; three or more digits of a telephone number; or the beginnings of the words of a name, or parts of them of three letters or more, in upper or lower case, with or without accents. If empty, everybody matches',
      example: 'nguyen',
    }),
  })
  .default({ query: '' })
  .meta({ description: 'Only matching rows; all if omitted' })

/** Returns the schema of one page of a list of `item`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).meta({ description: 'Rows of this page, newest first' }),
    pagination: z
      .object({
        batchSize: z.int().meta({ description: 'Requested `count`', example: 10 }),
        offset: z.int().meta({ description: 'Number of rows skipped', example: 0 }),
        hasMore: z.boolean().meta({ description: 'Whether more rows follow', example: true }),
      })
      .meta({ description: 'Which page this is' }),
    meta: z
      .object({ count: z.int().meta({ description: 'Number of all matching rows', example: 42 }) })
      .meta({ description: 'About the whole list' }),
  })
}

/** The output type of `pageOf`. */
export interface Page<Item> {
  items: Item[]
  pagination: { batchSize: number; offset: number; hasMore: boolean }
  meta: { count: number }
}
