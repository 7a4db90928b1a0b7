import * as contract from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { mutation, query, router } from '../../api/procedures.ts'
import { cancelDownload, enqueueDownload } from './commands.ts'
import { getDownloadFile, getDownloadItem, getDownloadStatus, listDownloads } from './queries.ts'

export const downloadsRouter = router({
  enqueueDownload: mutation
    .meta({
      summary: 'Request a spreadsheet of a workshop',
      failures: ['NOT_FOUND'],
      description:
        'It is generated in the background: poll `downloads/getDownloadStatus` every 5 seconds, then fetch `downloads/getDownloadFile`. Respondents become downloaded when the file is complete; each appears in at most one `undownloaded` file.',
    })
    .input(contract.enqueue)
    .output(contract.downloadItem)
    .mutation(({ ctx, input }) => enqueueDownload(ctx, input)),
  getDownloadList: query
    .meta({
      summary: 'The spreadsheets of a workshop, newest first',
      failures: ['NOT_FOUND'],
    })
    .input(contract.downloadList)
    .output(contract.downloadPage)
    .query(({ ctx, input }) => listDownloads(ctx, input)),
  getDownloadListItem: query
    .meta({
      summary: 'A spreadsheet',
      failures: ['NOT_FOUND'],
      description: 'For integrations: no screen of Portico uses it.',
    })
    .input(contract.byId)
    .output(contract.downloadItem)
    .query(({ ctx, input }) => getDownloadItem(ctx, input)),
  getDownloadStatus: query
    .meta({
      summary: 'Progress of a spreadsheet',
      failures: ['NOT_FOUND'],
      description: 'For integrations: no screen of Portico uses it.',
    })
    .input(contract.byId)
    .output(contract.downloadStatus)
    .query(({ ctx, input }) => getDownloadStatus(ctx, input)),
  cancelDownload: mutation
    .meta({
      summary: 'Cancel a spreadsheet',
      failures: ['NOT_FOUND'],
      description: 'Cancelling a finished one changes nothing.',
    })
    .input(contract.byId)
    .output(contract.downloadItem)
    .mutation(({ ctx, input }) => cancelDownload(ctx, input)),
  getDownloadFile: query
    .meta({
      summary: 'The finished file',
      file: true,
      failures: ['NOT_FOUND', 'DOWNLOAD_NOT_READY'],
      description:
        'Named `{workshop}.xlsx` (or `.csv`). A file is kept for 7 days. tRPC, which speaks JSON alone, answers `{fileName, mediaType, path}` instead.',
    })
    .input(contract.byId)
    .output(z.custom<contract.FileReply>())
    .query(({ ctx, input }) => getDownloadFile(ctx, input)),
})
