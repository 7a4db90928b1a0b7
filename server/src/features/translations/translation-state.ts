import type { TranslationText } from '@portico/shared/contract/translations'
import type { RequestContext } from '../../infra/request-context.ts'
import { Failure } from '../../infra/failure.ts'
import { digestOf, type SourceText, type TextSource } from './sources/text-source.ts'

/** What somebody wrote or signed off, with who it was. */
export type WrittenText = Awaited<ReturnType<typeof findWritten>>[number]

/** Everything written for a source, of one language if it is given. */
export function findWritten(ctx: RequestContext, sourceName: string, language?: string) {
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

/** The texts of a language as they stand: what was written here, else what is published (shared/spec/questionnaire-files.md#translations). */
export function textsIn(from: TextSource, language: string, written: readonly WrittenText[]): TranslationText[] {
  const byKey = new Map(written.filter((row) => row.language === language).map((row) => [row.textKey, row]))
  return from.textsIn(language).map((text) => stateOf(text, from.madeFrom(text.key, language), byKey.get(text.key)))
}

function stateOf({ identifier, ...given }: SourceText, madeOf: string | undefined, row: WrittenText | undefined): TranslationText {
  const { source, published } = given
  const about = { ...given, ...(identifier !== undefined && { identifier }), sourceDigest: digestOf(source) }
  // An upload brought another translation since: that one counts, and what was written here is kept to look at.
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

/** What tells whether the texts of a language that wait to be published are still the same. */
export function digestOfUnpublished(texts: readonly TranslationText[]): string {
  const unpublished = texts.filter(({ text, published }) => text !== published)
  return digestOf(JSON.stringify(unpublished.map(({ key, text, published, signedOffAt }) => [key, text, published, signedOffAt !== null])))
}

/**
 * Throws `TRANSLATION_CHANGED` when other texts of a language wait to be published than those that an admin saw; who does not say what they saw is
 * not asked.
 */
export function refuseUnseen(language: string, texts: readonly TranslationText[], seen: Readonly<Record<string, string>> = {}): void {
  const digest = seen[language]
  if (digest !== undefined && digest !== digestOfUnpublished(texts)) throw new Failure('TRANSLATION_CHANGED')
}
