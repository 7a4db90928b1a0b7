import * as contract from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { mutation, query, router } from '../../api/procedures.ts'
import { cancelDownload, enqueueDownload } from './commands.ts'
import { getDownloadFile, getDownloadItem, getDownloadStatus, listDownloads } from './queries.ts'

const exportNotes = `It is generated in the background: poll \`downloads/getDownloadStatus\` every 5 seconds, then fetch \`downloads/getDownloadFile\`. Respondents become downloaded when a file with them is complete, whatever its flavor or range and whoever requested it: everybody shares one mark, and each respondent appears in at most one \`undownloaded\` file. With nobody new, the file has its header alone.

**\`xlsx\`** follows the newest template of each questionnaire of the workshop: its sheets, its header rows, and its answer row repeated for every respondent in order of arrival. The template decides what a column holds: \`{{identifier}}\` the stored value (numbers and dates as such, telephone numbers as text), \`{{identifier.label}}\` the choice as people read it, \`{{identifier.flag}}\` the flag of the answer now. A template made by Portico has two sheets with one row per respondent each: \`Respondents\` with who they are, and \`Answers\` with each question under its identifier, choices as labels, then its follow-up, then \`identifier (flag)\` where it is a red-flag question. Dates and times are those of the workshop's time zone. \`columns\` adds a sheet \`Cases\` with them. Templates differ, so a program reads CSV.

**\`csv\`** has one line per respondent, UTF-8 with a byte order mark, CRLF, quoted as in RFC 4180. First \`anonymousId\`, \`date\`, \`language\`, \`agency\`, \`checkInTime\`, \`initialFlag\`, \`currentFlag\`, \`initialRedFlagAnswerCount\`, \`currentRedFlagAnswerCount\`, \`redIdentifiers\` (separated by a comma and a space), then what \`columns\` asks for besides, then every question by identifier with its stored value: no labels. \`date\` and \`checkInTime\` carry their offset: \`2025-04-05T10:30:00-07:00\`. Telephone numbers are as stored, \`+14085550123\`. Only a value that a spreadsheet program could take for a formula is led by an apostrophe.`

export const downloadsRouter = router({
  enqueueDownload: mutation
    .meta({
      summary: 'Request a spreadsheet of a workshop',
      failures: ['NOT_FOUND'],
      description: exportNotes,
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
      description: 'For integrations: no screen of Portico uses it. `failure` says why one failed.',
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
