import * as contract from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { changes, reads, router } from '../../api/procedures.ts'
import { cancelDownload, enqueueDownload } from './commands.ts'
import { getDownloadFile, getDownloadItem, getDownloadStatus, listDownloads } from './queries.ts'

export const downloadsRouter = router({
  enqueueDownload: changes(contract.enqueue, contract.downloadItem, enqueueDownload, {
    summary: 'Ask for a spreadsheet of a workshop',
    failures: ['NOT_FOUND'],
    description:
      'It is made in the background: ask `downloads/getDownloadStatus` every 5 seconds, then fetch `downloads/getDownloadFile`. Respondents become downloaded when the file is complete; each appears in at most one `undownloaded` file.',
  }),
  getDownloadList: reads(contract.downloadList, contract.downloadPage, listDownloads, {
    summary: 'The spreadsheets of a workshop, newest first',
    failures: ['NOT_FOUND'],
  }),
  getDownloadListItem: reads(contract.byId, contract.downloadItem, getDownloadItem, {
    summary: 'One spreadsheet',
    failures: ['NOT_FOUND'],
  }),
  getDownloadStatus: reads(contract.byId, contract.downloadStatus, getDownloadStatus, {
    summary: 'How far a spreadsheet is',
    failures: ['NOT_FOUND'],
  }),
  cancelDownload: changes(contract.byId, contract.downloadItem, cancelDownload, {
    summary: 'Stop making a spreadsheet',
    failures: ['NOT_FOUND'],
    description: 'Cancelling what has ended changes nothing.',
  }),
  getDownloadFile: reads(contract.byId, z.custom<contract.FileReply>(), getDownloadFile, {
    summary: 'The finished file',
    file: true,
    failures: ['NOT_FOUND', 'DOWNLOAD_NOT_READY'],
    description:
      'Named `{workshop}.xlsx` (or `.csv`). A file is kept for 7 days. The tRPC door, which speaks JSON alone, answers `{fileName, mediaType, path}` instead.',
  }),
})
