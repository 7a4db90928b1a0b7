import { z } from 'zod'
import { sourceKinds, textKinds } from '../rules/translations.ts'
import { limits } from '../words/limits.ts'
import { instant, lookupName, rowId, shownLanguage, shownName, shownPerson, text, translatedLanguage } from './fields.ts'
import { question, uploaded } from './questionnaires.ts'

const id = rowId.meta({ description: 'Id of the newest version of the questionnaire', example: 5 })
const shownId = z.int().meta({ description: 'Id of the newest version of the questionnaire; 0 if it is not a questionnaire', example: 5 })
const kind = z.enum(sourceKinds).meta({ description: 'Source of the texts', example: 'questionnaire' })
const name = shownName.meta({
  description: 'Name of the questionnaire, or `e-mails` or `interface-texts`',
  example: 'citizenship_screening',
})
const version = z.int().meta({ description: 'Newest version of the questionnaire; 0 if it is not a questionnaire', example: 3 })
const title = z.string().optional().meta({ description: 'Title as displayed, in its main language', example: 'Citizenship questions' })
const mainLanguage = shownLanguage.meta({ description: 'Language that is translated from' })
const isOffered = z.boolean().meta({ description: 'Whether respondents can currently choose the language', example: true })
const count = (description: string) => z.int().meta({ description, example: 12 })
const who = (description: string) => shownPerson.nullable().meta({ description, example: 'Ana Alvarez' })
const when = (description: string) =>
  instant.nullable().meta({ description: `${description}, ISO 8601 in UTC`, example: '2026-11-21T20:00:00.000Z' })

const digest = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description, example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })

const languageState = z.object({
  language: shownLanguage,
  isOffered,
  texts: count('Number of texts to translate'),
  missing: count('Number of texts without a translation'),
  stale: count('Number of texts whose source has changed since they were translated or signed off'),
  draft: count('Number of texts written but not signed off'),
  signedOff: count('Number of texts signed off'),
  unpublished: count('Number of texts that differ from the published ones'),
  digest: digest('SHA-256 digest of these texts and whether they are signed off; send it back as `seen`'),
  signedOffBy: who('Who last signed off a text'),
  signedOffAt: when('When a text was last signed off'),
})

/** Every questionnaire with the progress of each language. */
export const translationList = z.array(
  z
    .object({
      kind,
      id: shownId,
      name,
      title,
      version,
      language: mainLanguage,
      languages: z.array(languageState).meta({ description: 'All other languages that have a text' }),
    })
    .meta({ id: 'TranslatedQuestionnaire', description: 'Translation progress of a questionnaire' }),
)

export const translationsRequest = z.strictObject({ name: lookupName, language: translatedLanguage })

const textKey = z.string().meta({ description: 'Key of the text in its questionnaire', example: 'arrestedOrCited/text' })
const revision = z.int().min(0).meta({ description: 'Revision, incremented with each change of the text; 0 before the first', example: 2 })
const sourceDigest = digest('SHA-256 digest of the source that was translated, as returned by `getTranslations`')

export const translationText = z
  .object({
    key: textKey,
    kind: z.enum(textKinds).meta({ description: 'Kind of text', example: 'text' }),
    identifier: z.string().optional().meta({
      description:
        'Identifier of the first question that has it, omitted for the title; for other sources, the e-mail or the place on the screens',
      example: 'arrestedOrCited',
    }),
    source: z.string().meta({ description: 'The text in the main language', example: 'Have you ever been arrested?' }),
    optionalPlaces: z
      .array(z.string())
      .optional()
      .meta({ description: 'Placeholders that this plural form may omit', example: ['{{count}}'] }),
    sourceDigest,
    text: z.string().meta({ description: 'Current translation; empty if there is none', example: '¿Lo han arrestado alguna vez?' }),
    published: z
      .string()
      .meta({ description: 'Published translation; empty if respondents read the main language', example: '¿Lo han arrestado?' }),
    state: z.enum(['missing', 'published', 'draft', 'signed-off']).meta({
      description: '`published`: from an upload, not signed off here',
      example: 'draft',
    }),
    stale: z.boolean().meta({ description: 'Whether the source has changed since it was translated or signed off', example: false }),
    revision,
    setAside: z.string().optional().meta({
      description: 'Translation that was written here before an upload brought a different one',
      example: '¿Ha sido arrestado?',
    }),
    writtenBy: who('Who wrote it'),
    writtenAt: when('When it was written'),
    signedOffBy: who('Who signed it off'),
    signedOffAt: when('When it was signed off'),
  })
  .meta({ id: 'Translation', description: 'One text of a questionnaire and its translation' })
export type TranslationText = z.output<typeof translationText>

/** The texts of a questionnaire in one language beside their source, with their questions. */
export const translations = z.object({
  kind,
  id: shownId,
  name,
  title,
  version,
  mainLanguage,
  language: shownLanguage,
  isOffered,
  texts: z.array(translationText).meta({ description: 'Texts in the order in which people see them' }),
  questions: z.array(question).meta({ description: 'Questions in the main language, for context' }),
  terms: z.array(z.string()).meta({ description: 'Terms that are never translated', example: ['N-400', 'USCIS'] }),
})
export type Translations = z.output<typeof translations>

const newText = z.strictObject({
  key: text(400).meta({ description: 'Key of the text in its questionnaire', example: 'arrestedOrCited/text' }),
  text: text(limits.cellMax).trim().meta({ description: 'The translation', example: '¿Lo han arrestado alguna vez?' }),
  sourceDigest,
  revision,
  signedOff: z.boolean().meta({ description: 'Whether to sign it off', example: true }),
})

export const saveTranslations = z.strictObject({
  name: lookupName,
  language: translatedLanguage,
  texts: z
    .array(newText)
    .min(1)
    .max(20_000)
    .refine((texts) => new Set(texts.map(({ key }) => key)).size === texts.length, 'Write each text once')
    .meta({ description: 'Translations to save; either all are saved or none' }),
})
export type SaveTranslations = z.output<typeof saveTranslations>

export const savedTranslations = z.object({
  texts: z.array(translationText).meta({ description: 'Current state of the same texts' }),
})

const published = {
  languages: z
    .array(translatedLanguage)
    .min(1)
    .max(limits.languagesMax)
    .meta({ description: 'Languages whose unpublished texts are published', example: ['es'] }),
  seen: z
    .record(translatedLanguage, digest('The `digest` returned by `getTranslationList`'))
    .optional()
    .meta({
      description:
        'Digests of the texts that were seen, by language: if the texts have changed since, they are not published. Languages without a digest are published as they are',
      example: { es: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    }),
}

export const publishTranslations = z.strictObject({
  id,
  ...published,
})
export type PublishTranslations = z.output<typeof publishTranslations>
export const publishedTranslations = uploaded

export const publishEmailTexts = z.strictObject({
  ...published,
})
export type PublishEmailTexts = z.output<typeof publishEmailTexts>
export const publishedEmailTexts = z.object({ published: count('Number of e-mails with new texts') })

const glossaryVersion = z.int().min(0).meta({ description: 'Version of the list; 0 for the shipped one', example: 2 })

/** The terms that stay unchanged in every language. */
export const glossary = z.object({
  version: glossaryVersion,
  terms: z.array(z.string()).meta({ description: 'Terms that are never translated', example: ['N-400', 'USCIS'] }),
  savedBy: who('Who saved the list'),
  savedAt: when('When it was saved'),
})
export type Glossary = z.output<typeof glossary>

export const saveGlossary = z.strictObject({
  terms: z
    .array(text(limits.nameMax).trim().min(1).meta({ description: 'A term', example: 'N-400' }))
    .max(500)
    .meta({ description: 'Complete list of terms', example: ['N-400', 'USCIS'] }),
  basedOn: glossaryVersion,
})
export type SaveGlossary = z.output<typeof saveGlossary>

export const translationFileRequest = z.strictObject({
  name: lookupName,
  language: translatedLanguage,
  format: z
    .enum(['xlsx', 'xlf', 'json'])
    .meta({ description: 'A workbook, XLIFF 2.0 or, for `interface-texts`, the locale file for the next release', example: 'xlsx' }),
})
export type TranslationFileRequest = z.output<typeof translationFileRequest>

export const translationFileCheck = z.strictObject({
  name: lookupName,
  language: translatedLanguage,
  content: z
    .base64('Send the file in Base64')
    .min(1)
    .meta({ description: 'The .xlsx or XLIFF 2 file in Base64, at most 4 MB including the rest of the body', example: 'UEsDBBQAAAAIAA==' }),
})
export type TranslationFileCheck = z.output<typeof translationFileCheck>

/** The changes that a file would make; `saveTranslations` with these changes saves them. */
export const checkedTranslations = z.object({
  changes: z
    .array(
      z
        .object({
          key: textKey,
          source: z.string().meta({ description: 'Current text in the main language', example: 'Have you ever been arrested?' }),
          current: z
            .string()
            .meta({ description: 'Translation that would be overwritten; empty if there is none', example: '¿Lo han arrestado?' }),
          text: z.string().meta({ description: 'The translation in the file', example: '¿Lo han arrestado alguna vez?' }),
          revision,
          sourceDigest,
          isStale: z.boolean().meta({ description: 'Whether the file translates a source that has changed since', example: false }),
          keepsPlaces: z.boolean().meta({ description: 'Whether it contains the placeholders `${…}` of its source', example: true }),
          changedTerms: z
            .array(z.string())
            .meta({ description: 'Glossary terms that are missing from the translation', example: ['N-400'] }),
        })
        .meta({ id: 'TranslationChange', description: 'One text that differs in the file' }),
    )
    .meta({ description: 'Changes in the order in which people see the texts' }),
  unchanged: count('Number of translations in the file that are already there'),
  unknownKeys: z
    .array(z.string())
    .meta({ description: 'Keys in the file that the questionnaire does not have, at most 100', example: ['formerQuestion/text'] }),
})
export type CheckedTranslations = z.output<typeof checkedTranslations>
