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
    .meta({ summary: 'How far the translations of every questionnaire, of the e-mails and of the screens are' })
    .input(noInput)
    .output(contract.translationList)
    .query(({ ctx }) => getTranslationList(ctx)),
  getTranslations: query
    .meta({ summary: 'The texts of a questionnaire beside their translations', failures: ['NOT_FOUND'] })
    .input(contract.translationsRequest)
    .output(contract.translations)
    .query(({ ctx, input }) => getTranslations(ctx, input)),
  saveTranslations: mutation
    .meta({
      summary: 'Save translations, or sign them off; publishes nothing',
      failures: ['NOT_FOUND', 'TRANSLATION_CHANGED', 'PLACES_CHANGED', 'TERMS_CHANGED'],
      description: '`revision` is the one that `getTranslations` gave: of two who change a text at once, the second is refused.',
    })
    .input(contract.saveTranslations)
    .output(contract.savedTranslations)
    .mutation(({ ctx, input }) => saveTranslations(ctx, input)),
  getTranslationFile: query
    .meta({
      summary: 'The texts of a questionnaire with their translations, as a workbook or XLIFF 2',
      file: true,
      failures: ['NOT_FOUND'],
    })
    .input(contract.translationFileRequest)
    .output(z.custom<FileReply>())
    .query(({ ctx, input }) => getTranslationFile(ctx, input)),
  // Manual because it reads a file before it uses the database; stores nothing.
  checkTranslationFile: manualMutation
    .meta({
      summary: 'What a file of translations would change; saves nothing',
      limit: { name: 'uploadPerAccount', by: 'account' },
      failures: ['NOT_FOUND', 'TRANSLATION_FILE_ERROR'],
      description: 'Give the changes to `translations/saveTranslations` to save them.',
    })
    .input(contract.translationFileCheck)
    .output(contract.checkedTranslations)
    .mutation(({ ctx, input }) => checkTranslationFile(ctx, input)),
  // Manual because it reads files before it opens its own transaction.
  publishTranslations: manualMutation
    .meta({
      summary: 'Publish what was translated, as the next version of the questionnaire',
      limit: { name: 'uploadPerAccount', by: 'account' },
      failures: ['NOT_FOUND', 'TRANSLATION_CHANGED', 'TRANSLATION_UNCHANGED', 'TRANSLATION_INCOMPLETE', 'PLACES_CHANGED', 'TERMS_CHANGED'],
      description: 'Checked as an upload of its files is. A language that is new to it has to be complete.',
    })
    .input(contract.publishTranslations)
    .output(contract.publishedTranslations)
    .mutation(({ ctx, input }) => publishTranslations(ctx, input)),
  publishEmailTexts: mutation
    .meta({
      summary: 'Publish what was translated of the e-mails to respondents',
      failures: ['TRANSLATION_UNCHANGED', 'TRANSLATION_CHANGED', 'PLACES_CHANGED', 'TERMS_CHANGED', 'INVALID_REQUEST'],
      description:
        'Every e-mail that leaves from then on has them. `INVALID_REQUEST`: a text that no e-mail can have, as one that is too long.',
    })
    .input(contract.publishEmailTexts)
    .output(contract.publishedEmailTexts)
    .mutation(({ ctx, input }) => publishEmailTexts(ctx, input)),
  getGlossary: query
    .meta({ summary: 'The terms that stay as they are in every language' })
    .input(noInput)
    .output(contract.glossary)
    .query(({ ctx }) => findGlossary(ctx)),
  saveGlossary: mutation
    .meta({
      summary: 'Save the terms that stay as they are in every language',
      failures: ['TRANSLATION_CHANGED'],
      description: 'A translation that lost a term of its source can be saved, but neither signed off nor published.',
    })
    .input(contract.saveGlossary)
    .output(contract.glossary)
    .mutation(({ ctx, input }) => saveGlossary(ctx, input)),
})
