import { z } from 'zod'
import { instant, lookupName, rowId } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

export const downloadStatuses = ['not-started', 'running', 'completed', 'cancelled', 'failed'] as const
export type DownloadStatus = (typeof downloadStatuses)[number]

/** What to export: everybody, those not exported before, or those who answered from `start` to before `end`. */
export const configuration = z.union([
  z.strictObject({ flavor: z.enum(['all', 'undownloaded']) }),
  z
    .strictObject({ start: instant.optional(), end: instant.optional() })
    .refine((range) => range.start !== undefined || range.end !== undefined, 'Give a start or an end'),
])
export type Configuration = z.output<typeof configuration>

export const downloadFormats = ['xlsx', 'csv'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

export const enqueue = z.object({
  workshop: z.object({ name: lookupName }),
  configuration,
  format: z
    .enum(downloadFormats)
    .default('xlsx')
    .meta({ description: 'A workbook after the template, or the same rows as CSV', example: 'xlsx' }),
})
export type Enqueue = z.output<typeof enqueue>
export const downloadList = z.object({ workshopName: lookupName, pagination })
export type DownloadList = z.output<typeof downloadList>
export const byId = z.object({ id: rowId })
export type ById = z.output<typeof byId>

export const downloadItem = z.object({
  downloadId: rowId,
  workshopName: z.string(),
  status: z.enum(downloadStatuses),
  info: configuration,
  format: z.enum(downloadFormats),
  progress: z
    .object({ done: z.int(), total: z.int() })
    .meta({ description: 'Respondents written and to write', example: { done: 120, total: 480 } }),
  initiatedAtUTC: instant,
  requester: z.string(),
  cancelledTimestampUTC: instant.nullable(),
  finishedTimestampUTC: instant.nullable(),
  failure: z.object({ timestampUTC: instant, message: z.string() }).nullable(),
})
export type DownloadItem = z.output<typeof downloadItem>
export const downloadPage = pageOf(downloadItem)
export const downloadStatus = z.object({ status: z.enum(downloadStatuses) })

/** A file as a procedure hands it to the edge, which streams it to the caller. */
export interface FileReply {
  readonly fileName: string
  readonly mediaType: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** What a door that only speaks JSON says instead: where to fetch the file. */
  toJSON(): FileNotice
}

export interface FileNotice {
  readonly fileName: string
  readonly mediaType: string
  readonly path: string
}
