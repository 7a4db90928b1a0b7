import * as contract from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { changes, reads, router } from '../../api/procedures.ts'
import { cancelDownload, enqueueDownload } from './commands.ts'
import { getDownloadFile, getDownloadItem, getDownloadStatus, listDownloads } from './queries.ts'

export const downloadsRouter = router({
  enqueueDownload: changes(contract.enqueue, contract.downloadItem, enqueueDownload, { summary: 'Ask for a spreadsheet of a workshop' }),
  getDownloadList: reads(contract.downloadList, contract.downloadPage, listDownloads, {
    summary: 'The spreadsheets of a workshop, newest first',
  }),
  getDownloadListItem: reads(contract.byId, contract.downloadItem, getDownloadItem, { summary: 'One spreadsheet' }),
  getDownloadStatus: reads(contract.byId, contract.downloadStatus, getDownloadStatus, { summary: 'How far a spreadsheet is' }),
  cancelDownload: changes(contract.byId, contract.downloadItem, cancelDownload, { summary: 'Stop making a spreadsheet' }),
  getDownloadFile: reads(contract.byId, z.custom<contract.FileReply>(), getDownloadFile, { summary: 'The finished file', file: true }),
})
