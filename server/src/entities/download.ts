import { defineEntity, p } from '@mikro-orm/postgresql'
import { Account } from './staff/account.ts'
import { Workshop } from './workshop.ts'
import type { Configuration, DownloadColumn, DownloadStatus } from '@portico/shared/contract/downloads'

/** A spreadsheet that someone requested. The file is sealed in pieces under its own key. */
export const Download = defineEntity({
  name: 'Download',
  tableName: 'download',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    workshop: () => p.manyToOne(Workshop),
    configuration: p.json<Configuration>(),
    format: p.text().$type<'xlsx' | 'csv'>().default('xlsx').check("format in ('xlsx', 'csv')"),
    /** Whether it includes the notes that admins may read. */
    notes: p.boolean().default(false),
    /** Additional columns for each case. */
    columns: p.array().$type<DownloadColumn[]>().default([]),
    status: p.text().$type<DownloadStatus>().check("status in ('not-started', 'running', 'completed', 'cancelled', 'failed')"),
    done: p.integer().default(0),
    total: p.integer().default(0),
    requester: () => p.manyToOne(Account),
    initiatedAt: p.datetime(),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    failureMessage: p.text().nullable(),
    keyId: p.text().nullable(),
    wrappedKey: p.blob().$type<Buffer>().nullable(),
  },
  indexes: [{ name: 'download_workshop', properties: ['workshop', 'id'] }],
})

/** One sealed piece of a finished file, in order. */
export const DownloadPiece = defineEntity({
  name: 'DownloadPiece',
  tableName: 'download_piece',
  properties: {
    download: () => p.manyToOne(Download).primary().deleteRule('cascade'),
    position: p.integer().primary(),
    sealed: p.blob().$type<Buffer>(),
  },
})
