import { z } from 'zod'
import { instant, lookupName, rowId, shownName, shownPerson } from './fields.ts'
import { pageOf, pagination } from './paging.ts'

export const downloadStatuses = ['not-started', 'running', 'completed', 'cancelled', 'failed'] as const
export type DownloadStatus = (typeof downloadStatuses)[number]

const formsOfConfiguration = 'Give a flavor (all or undownloaded), or else a start, an end or both.'

/** The respondents to export: all, those not exported before, or those who answered from `start` until before `end`. */
export const configuration = z
  .union(
    [
      z.strictObject({
        flavor: z.enum(['all', 'undownloaded']).meta({
          description:
            'All respondents, or only those who are in no completed download of the workshop, whoever requested it: the mark is shared by all integrations and admins',
          example: 'undownloaded',
        }),
      }),
      z
        .strictObject({
          start: instant.optional().meta({ description: 'Responses from this instant on, ISO 8601 in UTC' }),
          end: instant
            .optional()
            .meta({ description: 'Responses before this instant, ISO 8601 in UTC', example: '2025-04-06T07:00:00.000Z' }),
        })
        .refine((range) => range.start !== undefined || range.end !== undefined, { message: formsOfConfiguration, abort: true }),
    ],
    formsOfConfiguration,
  )
  .meta({ description: 'Which respondents to export: a flavor, or a time range with a start, an end or both' })
export type Configuration = z.output<typeof configuration>

export const downloadFormats = ['xlsx', 'csv'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** The optional columns of a download, in the order in which they appear. */
export const downloadColumns = ['agency', 'status', 'waiting', 'contact'] as const
export type DownloadColumn = (typeof downloadColumns)[number]

export const enqueue = z.strictObject({
  workshop: z.strictObject({ name: lookupName }).meta({ description: 'Workshop whose respondents are exported' }),
  configuration,
  format: z.enum(downloadFormats).default('xlsx').meta({
    description: 'File format: a workbook based on the template, or the same respondents as CSV with one column per question',
    example: 'xlsx',
  }),
  notes: z.boolean().default(false).meta({ description: 'Whether to include the notes on cases that admins may read', example: false }),
  columns: z
    .array(z.enum(downloadColumns))
    .max(downloadColumns.length)
    .default([])
    .meta({
      description:
        'Additional columns for each case: its agency, its status in words, the business days that it has waited for a decision, the last telephone call',
      example: ['status', 'waiting'],
    }),
})
export type Enqueue = z.output<typeof enqueue>
export const downloadList = z.strictObject({ workshopName: lookupName, pagination })
export type DownloadList = z.output<typeof downloadList>
const downloadId = rowId.meta({ description: 'Id of a download', example: 41 })
export const byId = z.strictObject({ id: downloadId })
export type ById = z.output<typeof byId>

const status = { description: 'Status of the spreadsheet', example: 'completed' } as const

export const downloadItem = z
  .object({
    downloadId,
    workshopName: shownName,
    status: z.enum(downloadStatuses).meta(status),
    info: configuration,
    format: z.enum(downloadFormats).meta({ description: 'File format', example: 'xlsx' }),
    notes: z.boolean().meta({ description: 'Whether it includes the notes on cases that admins may read', example: false }),
    columns: z.array(z.enum(downloadColumns)).meta({ description: 'Additional columns for each case', example: ['status', 'waiting'] }),
    progress: z
      .object({
        done: z.int().meta({ description: 'Number of respondents written', example: 480 }),
        total: z.int().meta({ description: 'Number of respondents to write', example: 480 }),
      })
      .meta({ description: 'Progress in respondents' }),
    initiatedAtUTC: instant.meta({ description: 'When it was requested, ISO 8601 in UTC' }),
    requester: shownPerson.meta({ description: 'Who requested it' }),
    cancelledTimestampUTC: instant.nullable().meta({ description: 'When it was cancelled, ISO 8601 in UTC', example: null }),
    finishedTimestampUTC: instant.nullable().meta({ description: 'When the file was completed, ISO 8601 in UTC; it is kept for 7 days' }),
    failure: z
      .object({
        timestampUTC: instant.meta({ description: 'When it failed, ISO 8601 in UTC' }),
        message: z.string().meta({ description: 'Human-readable reason', example: 'The template has no sheet.' }),
      })
      .nullable()
      .meta({ description: 'Details of the failure; null unless it failed', example: null }),
  })
  .meta({ id: 'DownloadItem', description: 'A spreadsheet of a workshop, finished or requested' })
export type DownloadItem = z.output<typeof downloadItem>
export const downloadPage = pageOf(downloadItem)
export const downloadStatus = downloadItem.pick({ status: true, progress: true, failure: true })
export type DownloadProgress = z.output<typeof downloadStatus>

/** A file that a procedure returns, which the API streams to the caller. */
export interface FileReply {
  readonly fileName: string
  readonly mediaType: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** What tRPC returns instead, which supports only JSON: where to fetch the file. */
  toJSON(): FileNotice
}

export interface FileNotice {
  readonly fileName: string
  readonly mediaType: string
  readonly path: string
}
