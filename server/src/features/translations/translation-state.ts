import type { TranslationText } from '@portico/shared/contract/translations'
import type { RequestContext } from '../../infra/request-context.ts'
import { Failure } from '../../infra/failure.ts'
import { digestOf, type SourceText, type TextSource } from './sources/text-source.ts'

/** A written or signed-off text, with who wrote and signed it. */
export type WrittenText = Awaited<ReturnType<typeof findWrittenTexts>>[number]

/** Returns everything written for a source, of one language if given. */
export function findWrittenTexts(ctx: RequestContext, sourceName: string, language?: string) {
  return ctx.db
    .selectFrom('translation')
    .innerJoin('account as writer', 'writer.id', 'translation.writtenById')
    .leftJoin('account as signer', 'signer.id', 'translation.signedOffById')
    .select(['language', 'textKey', 'text', 'sourceDigest', 'replacedDigest', 'revision', 'writtenAt', 'signedOffAt'])
    .select(['writer.name as writtenBy', 'signer.name as signedOffBy'])
    .where('questionnaireName', '=', sourceName)
    .$if(language !== undefined, (all) => all.where('language', '=', language ?? ''))
    .execute()
}

/**
 * Returns the current texts of a language: those written here, else the published ones (shared/spec/questionnaire-files.md#translations).
 */
export function textsIn(from: TextSource, language: string, written: readonly WrittenText[]): TranslationText[] {
  const byKey = new Map(written.filter((row) => row.language === language).map((row) => [row.textKey, row]))
  return from.textsIn(language).map((text) => stateOf(text, from.madeFrom(text.key, language), byKey.get(text.key)))
}

function stateOf({ identifier, ...given }: SourceText, madeOf: string | undefined, row: WrittenText | undefined): TranslationText {
  const { source, published } = given
  const about = { ...given, ...(identifier !== undefined && { identifier }), sourceDigest: digestOf(source) }
  // A later upload with another translation takes precedence; the text written here is kept as `setAside`.
  const counts = row && (row.text === published || row.replacedDigest === digestOf(published))
  if (!counts) {
    return {
      ...about,
      text: published,
      state: published === '' ? 'missing' : 'published',
      stale: madeOf !== undefined && madeOf !== source,
      revision: row?.revision ?? 0,
      ...(row && row.text !== '' && { setAside: row.text }),
      writtenBy: null,
      writtenAt: null,
      signedOffBy: null,
      signedOffAt: null,
    }
  }
  const { text, revision, writtenBy, signedOffBy } = row
  return {
    ...about,
    text,
    state: writtenState(row),
    stale: text !== '' && row.sourceDigest !== about.sourceDigest,
    revision,
    writtenBy,
    writtenAt: row.writtenAt.toISOString(),
    signedOffBy,
    signedOffAt: row.signedOffAt?.toISOString() ?? null,
  }
}

function writtenState({ text, signedOffAt }: WrittenText): TranslationText['state'] {
  if (text === '') return 'missing'
  return signedOffAt ? 'signed-off' : 'draft'
}

/** Returns a digest that changes with the unpublished texts of a language. */
export function digestOfUnpublished(texts: readonly TranslationText[]): string {
  const unpublished = texts.filter(({ text, published }) => text !== published)
  return digestOf(JSON.stringify(unpublished.map(({ key, text, published, signedOffAt }) => [key, text, published, signedOffAt !== null])))
}

/**
 * Throws `TRANSLATION_CHANGED` if the unpublished texts of a language are not those that an admin saw; passes if `seen` lacks the language.
 */
export function refuseUnseen(language: string, texts: readonly TranslationText[], seen: Readonly<Record<string, string>> = {}): void {
  const digest = seen[language]
  if (digest !== undefined && digest !== digestOfUnpublished(texts)) throw new Failure('TRANSLATION_CHANGED')
}
