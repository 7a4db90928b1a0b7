import type { FileReply } from '@portico/shared/contract/downloads'
import type { CheckedTranslations, TranslationFileCheck, TranslationFileRequest, Translations } from '@portico/shared/contract/translations'
import { faultsOfTranslation, keepsPlaces } from '@portico/shared/rules/translations'
import { failures } from '@portico/shared/words/failures'
import { Failure } from '../../../infra/failure.ts'
import { FileResponse } from '../../../infra/files/file-response.ts'
import { inReadContext } from '../../../infra/postgres/transaction.ts'
import type { HttpContext, RequestContext } from '../../../infra/request-context.ts'
import { runLimited } from '../../questionnaires/run-limited.ts'
import { getTranslations } from '../queries.ts'
import { localeFileWith } from '../sources/interface-texts.ts'
import { digestOf } from '../sources/text-source.ts'
import type { FileOutcome, ReadText } from './read-translation-file.ts'
import { writeTranslationWorkbook, writeXliff } from './write-translation-file.ts'

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlf: 'application/xliff+xml',
  json: 'application/octet-stream',
} as const

/**
 * Returns the texts of a source in one language as a file to translate elsewhere; as `json`, the screens' locale file for the next release,
 * with the texts that are signed off. Throws `NOT_FOUND`.
 */
export async function getTranslationFile(ctx: RequestContext, { format, ...about }: TranslationFileRequest): Promise<FileReply> {
  const translations = await getTranslations(ctx, about)
  const bytes = await fileOf(translations, format)
  const { name, version, language } = translations
  const fileName = format === 'json' ? `${language}.json` : `${name}-${version}-${language}.${format}`
  return new FileResponse('/api/translations/getTranslationFile', fileName, mediaTypes[format], once(bytes))
}

async function fileOf(translations: Translations, format: TranslationFileRequest['format']): Promise<Uint8Array> {
  switch (format) {
    case 'xlsx':
      return writeTranslationWorkbook(translations)
    case 'xlf':
      return writeXliff(translations)
    case 'json': {
      const { kind, language, texts } = translations
      const signed = texts.filter(({ state, stale }) => state === 'signed-off' && !stale)
      const file = kind === 'interface-texts' && localeFileWith(language, new Map(signed.map(({ key, text }) => [key, text])))
      if (!file) throw new Failure('NOT_FOUND')
      return new TextEncoder().encode(file)
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Returns what a translation file would change, without saving it. Empty translations change nothing. Throws `NOT_FOUND` before it reads
 * the file, and `TRANSLATION_FILE_ERROR`.
 */
export async function checkTranslationFile(http: HttpContext, { content, ...about }: TranslationFileCheck): Promise<CheckedTranslations> {
  const translations = await inReadContext(http, 'translations.checkTranslationFile', (ctx) => getTranslations(ctx, about))
  const task = { language: about.language, bytes: new Uint8Array(Buffer.from(content, 'base64')) }
  const outcome = await runLimited<FileOutcome, FileOutcome>(http.caller, new URL('./translation-file-task.ts', import.meta.url), task, {
    outcomeOf: (message) => message,
    abortedOutcome: (reason) => ({ reason }),
  })
  if ('reason' in outcome)
    throw new Failure('TRANSLATION_FILE_ERROR', `${failures.TRANSLATION_FILE_ERROR.slice(0, -1)}: ${outcome.reason}.`)
  return changesOf(translations, outcome.rows)
}

function changesOf({ texts, terms }: Translations, rows: readonly ReadText[]): CheckedTranslations {
  const read = new Map(rows.filter(({ text }) => text !== '').map((row) => [row.key, row]))
  const changes = texts.flatMap((text) => {
    const { key, source, sourceDigest, text: current, revision } = text
    const row = read.get(key)
    if (!row || row.text === current) return []
    // Not every program preserves white space around a text.
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
        keepsPlaces: keepsPlaces(text, row.text),
        changedTerms: faultsOfTranslation(text, row.text, terms).changedTerms,
      },
    ]
  })
  const known = new Set(texts.map(({ key }) => key))
  const unknownKeys = [...read.keys()].filter((key) => !known.has(key)).map((key) => key.slice(0, 400))
  return { changes, unchanged: read.size - changes.length - unknownKeys.length, unknownKeys: unknownKeys.slice(0, 100) }
}
