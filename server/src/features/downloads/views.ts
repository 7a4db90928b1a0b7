import type { Configuration, DownloadColumn, DownloadFormat, DownloadItem, DownloadStatus } from '@portico/shared/contract/downloads'

/** The database row of a download item. */
export interface DownloadRow {
  readonly id: number
  readonly workshopName: string
  readonly configuration: Configuration
  readonly format: DownloadFormat
  readonly notes: boolean
  readonly columns: DownloadColumn[]
  readonly status: DownloadStatus
  readonly done: number
  readonly total: number
  readonly requester: string
  readonly initiatedAt: Date
  readonly finishedAt: Date | null
  readonly cancelledAt: Date | null
  readonly failedAt: Date | null
  readonly failureMessage: string | null
}

/** Converts a download to the shape shown to admins (shared/spec/product.md#download-item). */
export function downloadItemView(row: DownloadRow): DownloadItem {
  return {
    downloadId: row.id,
    workshopName: row.workshopName,
    status: row.status,
    info: row.configuration,
    format: row.format,
    notes: row.notes,
    columns: row.columns,
    progress: { done: row.done, total: row.total },
    initiatedAtUTC: row.initiatedAt.toISOString(),
    requester: row.requester,
    cancelledTimestampUTC: row.cancelledAt?.toISOString() ?? null,
    // A file that is made again keeps the time at which it was first complete.
    finishedTimestampUTC: row.status === 'completed' ? (row.finishedAt?.toISOString() ?? null) : null,
    failure: row.failedAt && { timestampUTC: row.failedAt.toISOString(), message: row.failureMessage ?? '' },
  }
}
