import type { FileReply } from '@portico/shared/contract/downloads'
import type { CheckedTranslations, TranslationFileCheck, TranslationFileRequest } from '@portico/shared/contract/translations'
import { keepsPlaces } from '@portico/shared/rules/translations'
import { failures } from '@portico/shared/words/failures'
import { Failure } from '../../../infra/failure.ts'
import { FileResponse } from '../../../infra/file-response.ts'
import { inReadContext } from '../../../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../../../infra/request-context.ts'
import { runLimited } from '../../questionnaires/limited-worker.ts'
import { getTranslations } from '../queries.ts'
import { digestOf } from '../questionnaire-texts.ts'
import type { FileOutcome, ReadText } from './read-translation-file.ts'
import { writeTranslationWorkbook, writeXliff } from './write-translation-file.ts'

const mediaTypes = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xlf: 'application/xliff+xml' } as const

/** The texts of a questionnaire in one language as a file to translate elsewhere. Throws `NOT_FOUND`. */
export async function getTranslationFile(ctx: RequestContext, { format, ...about }: TranslationFileRequest): Promise<FileReply> {
  const translations = await getTranslations(ctx, about)
  const bytes = format === 'xlsx' ? await writeTranslationWorkbook(translations) : writeXliff(translations)
  const fileName = `${translations.name}-${translations.version}-${translations.language}.${format}`
  return new FileResponse('/api/translations/getTranslationFile', fileName, mediaTypes[format], once(bytes))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * What a file of translations would change; saves nothing. An empty translation changes nothing. Throws `NOT_FOUND` and
 * `TRANSLATION_FILE_ERROR`.
 */
export async function checkTranslationFile(http: HttpContext, { content, ...about }: TranslationFileCheck): Promise<CheckedTranslations> {
  const task = { language: about.language, bytes: new Uint8Array(Buffer.from(content, 'base64')) }
  const outcome = await runLimited<FileOutcome, FileOutcome>(new URL('./translation-file-worker.ts', import.meta.url), task, {
    outcomeIn: (message) => message,
    givenUp: (reason) => ({ reason }),
  })
  if ('reason' in outcome)
    throw new Failure('TRANSLATION_FILE_ERROR', `${failures.TRANSLATION_FILE_ERROR.slice(0, -1)}: ${outcome.reason}.`)
  const { rows } = outcome
  return inReadContext(http, 'translations.checkTranslationFile', 'write', async (ctx) => changesOf(ctx, about, rows))
}

async function changesOf(
  ctx: RequestContext,
  about: { name: string; language: string },
  rows: readonly ReadText[],
): Promise<CheckedTranslations> {
  const { texts } = await getTranslations(ctx, about)
  const read = new Map(rows.filter(({ text }) => text !== '').map((row) => [row.key, row]))
  const changes = texts.flatMap(({ key, source, sourceDigest, text: current, revision }) => {
    const row = read.get(key)
    if (!row || row.text === current) return []
    // White space around a text is not kept by every program.
    const isStale = row.source !== source.trim()
    return [
      {
        key,
        source,
        current,
        text: row.text,
        revision,
        sourceDigest: isStale ? digestOf(row.source) : sourceDigest,
        isStale,
        keepsPlaces: keepsPlaces(source, row.text),
      },
    ]
  })
  const known = new Set(texts.map(({ key }) => key))
  const unknownKeys = [...read.keys()].filter((key) => !known.has(key)).map((key) => key.slice(0, 400))
  return { changes, unchanged: read.size - changes.length - unknownKeys.length, unknownKeys: unknownKeys.slice(0, 100) }
}
