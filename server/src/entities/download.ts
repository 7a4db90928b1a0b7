import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Configuration, DownloadStatus } from '@portico/shared/contract/downloads'

/** A spreadsheet that somebody asked for. The file is sealed under a key of its own, in pieces. */
export const Download = defineEntity({
  name: 'Download',
  tableName: 'download',
  properties: {
    id: p.integer().primary().autoincrement(),
    workshopId: p.integer(),
    configuration: p.json<Configuration>(),
    format: p.text().$type<'xlsx' | 'csv'>().default('xlsx'),
    status: p.text().$type<DownloadStatus>(),
    done: p.integer().default(0),
    total: p.integer().default(0),
    requesterId: p.integer(),
    initiatedAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    failureMessage: p.text().nullable(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
  },
})

/** One sealed piece of a finished file, in order. */
export const DownloadPiece = defineEntity({
  name: 'DownloadPiece',
  tableName: 'download_piece',
  properties: { downloadId: p.integer().primary(), position: p.integer().primary(), sealed: p.blob().$type<Buffer>() },
})
