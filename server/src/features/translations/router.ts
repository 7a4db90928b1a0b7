import * as contract from '@portico/shared/contract/translations'
import type { FileReply } from '@portico/shared/contract/downloads'
import { z } from 'zod'
import { manualMutation, mutation, noInput, query, router } from '../../api/procedures.ts'
import { publishTranslations, saveTranslations } from './commands.ts'
import { findGlossary, saveGlossary } from './glossary.ts'
import { publishEmailTexts } from './publish-emails.ts'
import { checkTranslationFile, getTranslationFile } from './exchange/translation-files.ts'
import { getTranslationList, getTranslations } from './queries.ts'

export const translationsRouter = router({
  getTranslationList: query
    .meta({ summary: 'Get the translation progress of every questionnaire, the e-mails and the screens' })
    .input(noInput)
    .output(contract.translationList)
    .query(({ ctx }) => getTranslationList(ctx)),
  getTranslations: query
    .meta({ summary: 'Get the texts of a questionnaire with their translations', failures: ['NOT_FOUND'] })
    .input(contract.translationsRequest)
    .output(contract.translations)
    .query(({ ctx, input }) => getTranslations(ctx, input)),
  saveTranslations: mutation
    .meta({
      summary: 'Save translations or sign them off, without publishing',
      failures: ['NOT_FOUND', 'TRANSLATION_CHANGED', 'PLACES_CHANGED', 'TERMS_CHANGED'],
      description: '`revision` is the one returned by `getTranslations`: if two people change a text at once, the second is refused.',
    })
    .input(contract.saveTranslations)
    .output(contract.savedTranslations)
    .mutation(({ ctx, input }) => saveTranslations(ctx, input)),
  getTranslationFile: query
    .meta({
      summary: 'Download the texts of a questionnaire with their translations, as a workbook or XLIFF 2',
      file: true,
      failures: ['NOT_FOUND'],
    })
    .input(contract.translationFileRequest)
    .output(z.custom<FileReply>())
    .query(({ ctx, input }) => getTranslationFile(ctx, input)),
  // Manual because it reads a file before it uses the database; stores nothing.
  checkTranslationFile: manualMutation
    .meta({
      summary: 'Preview what a translation file would change',
      limit: { name: 'uploadPerAccount', by: 'account' },
      failures: ['NOT_FOUND', 'TRANSLATION_FILE_ERROR'],
      description: 'Saves nothing: pass the changes to `translations/saveTranslations` to save them.',
    })
    .input(contract.translationFileCheck)
    .output(contract.checkedTranslations)
    .mutation(({ ctx, input }) => checkTranslationFile(ctx, input)),
  // Manual because it reads files before it opens its own transaction.
  publishTranslations: manualMutation
    .meta({
      summary: 'Publish translations as the next version of the questionnaire',
      limit: { name: 'uploadPerAccount', by: 'account' },
      failures: [
        'NOT_FOUND',
        'TRANSLATION_CHANGED',
        'TRANSLATION_UNCHANGED',
        'TRANSLATION_INCOMPLETE',
        'PLACES_CHANGED',
        'TERMS_CHANGED',
        'QUESTION_FILE_ERROR',
      ],
      description:
        'Validated like an upload of its files, which have to yield the same questionnaire. A language that is new to the questionnaire has to be complete.',
    })
    .input(contract.publishTranslations)
    .output(contract.publishedTranslations)
    .mutation(({ ctx, input }) => publishTranslations(ctx, input)),
  publishEmailTexts: mutation
    .meta({
      summary: 'Publish translations of the e-mails to respondents',
      failures: ['TRANSLATION_UNCHANGED', 'TRANSLATION_CHANGED', 'PLACES_CHANGED', 'TERMS_CHANGED', 'INVALID_REQUEST'],
      description:
        'They are used for every e-mail sent from then on. `INVALID_REQUEST`: an invalid e-mail text, such as one that is too long.',
    })
    .input(contract.publishEmailTexts)
    .output(contract.publishedEmailTexts)
    .mutation(({ ctx, input }) => publishEmailTexts(ctx, input)),
  getGlossary: query
    .meta({ summary: 'Get the glossary of terms that are never translated' })
    .input(noInput)
    .output(contract.glossary)
    .query(({ ctx }) => findGlossary(ctx)),
  saveGlossary: mutation
    .meta({
      summary: 'Save the glossary of terms that are never translated',
      failures: ['TRANSLATION_CHANGED'],
      description: 'A translation that lacks a term of its source can be saved, but neither signed off nor published.',
    })
    .input(contract.saveGlossary)
    .output(contract.glossary)
    .mutation(({ ctx, input }) => saveGlossary(ctx, input)),
})
