import type { FileReply } from '@portico/shared/contract/downloads'
import * as contract from '@portico/shared/contract/questionnaires'
import * as reviews from '@portico/shared/contract/questionnaire-reviews'
import * as trials from '@portico/shared/contract/rule-trials'
import { nothing } from '@portico/shared/contract/fields'
import { z } from 'zod'
import { manualMutation, mutation, noInput, query, router } from '../../api/procedures.ts'
import { addQuestionnaire, checkFiles, getUploadProblems } from './commands.ts'
import { countDropOff } from './drop-off.ts'
import { getQuestionnaireFile } from './files.ts'
import { getQuestionnaireForStaff, getQuestionnaireInLanguage, listQuestionnaires } from './queries.ts'
import { judgeReview, listReviewLinks, openReview, revokeReviewLink, shareForReview } from './reviews/reviews.ts'
import { tryRules } from './trials/commands.ts'
import { getRuleTrial, getRuleTrialList } from './trials/queries.ts'
import { compareVersions, publishAgain } from './versions/compare-versions.ts'

const uploadFailures = [
  'MISSING_QUESTION_FILE',
  'MISSING_TEMPLATE_FILE',
  'MISSING_METADATA_FILE',
  'QUESTION_FILE_ERROR',
  'TEMPLATE_FILE_ERROR',
  'METADATA_FILE_ERROR',
  'UNEXPECTED_METADATA_FILE',
] as const

const links = { name: 'linkPerAddress', by: 'address' } as const
const uploads = { name: 'uploadPerAccount', by: 'account' } as const

export const questionnairesRouter = router({
  getQuestionnaireByNameAndLanguageCode: query
    .meta({
      summary: 'The newest version of a questionnaire, as respondents see it',
      failures: ['QUESTIONNAIRE_NOT_FOUND'],
      description: 'Never says which values are red.',
    })
    .input(contract.byNameAndLanguage)
    .output(contract.questionnaire)
    .query(({ ctx, input }) => getQuestionnaireInLanguage(ctx, input)),
  // Writes no audit entry and is not rate limited by address: nothing may identify the person.
  countDropOff: manualMutation
    .meta({
      summary: 'Count that somebody leaves at this question without sending',
      description: 'For the questionnaire pages, where `countsDropOff` says so; elsewhere nothing is counted.',
    })
    .input(contract.countDropOff)
    .output(nothing)
    .mutation(({ ctx, input }) => countDropOff(ctx, input)),
  getQuestionnaireById: query
    .meta({
      summary: 'One version, for staff',
      failures: ['NOT_FOUND'],
      description: 'A language it lacks falls back to its default language.',
    })
    .input(contract.byIdAndCode)
    .output(contract.questionnaire)
    .query(({ ctx, input }) => getQuestionnaireForStaff(ctx, input)),
  // The files are read before the transaction starts, because that may take seconds.
  addNewFullQuestionnaire: manualMutation
    .meta({
      summary: 'Publish a questionnaire, or a new version of one, from its three files',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
      description:
        'A published version never changes: under an existing name, the next version is made. Nothing is stored unless all files pass; `message` lists each problem with its location, one per line.',
    })
    .input(contract.upload)
    .output(contract.uploaded)
    .mutation(({ ctx, input }) => addQuestionnaire(ctx, input)),
  // Reads files; stores nothing.
  checkFiles: manualMutation
    .meta({
      summary: 'Check the three files; stores nothing',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
    })
    .input(contract.upload)
    .output(contract.checked)
    .mutation(({ ctx, input }) => checkFiles(ctx, input)),
  // Reads files; stores nothing.
  getUploadProblems: manualMutation
    .meta({
      summary: 'Every problem of the three files, at every place',
      multipart: true,
      limit: uploads,
      failures: ['MISSING_QUESTION_FILE', 'MISSING_TEMPLATE_FILE', 'MISSING_METADATA_FILE'],
      description:
        'The refusal of an upload names at most 20 causes; this names all. The files are read in order up to the first that has problems.',
    })
    .input(contract.upload)
    .output(contract.uploadProblems)
    .mutation(({ input }) => getUploadProblems(input)),
  getQuestionnaireFile: query
    .meta({
      summary: 'A file of a version, or of the example',
      file: true,
      failures: ['NOT_FOUND'],
      description: 'Uploading the three files of a version again yields the same questionnaire.',
    })
    .input(contract.fileRequest)
    .output(z.custom<FileReply>())
    .query(({ ctx, input }) => getQuestionnaireFile(ctx, input)),
  getVersionDifference: query
    .meta({
      summary: 'What changed from one version to another',
      failures: ['NOT_FOUND'],
      description: 'Any two versions, of one name or of two.',
    })
    .input(contract.versionPair)
    .output(contract.difference)
    .query(({ ctx, input }) => compareVersions(ctx, input)),
  publishAgain: mutation
    .meta({
      summary: 'Publish an earlier version again, as the next version of its name',
      failures: ['NOT_FOUND'],
      description: 'Nothing is taken back: responses keep the version they were given for.',
    })
    .input(contract.versionRequest)
    .output(contract.publishedAgain)
    .mutation(({ ctx, input }) => publishAgain(ctx, input)),
  // Reads files, then stores in its own transaction.
  tryRules: manualMutation
    .meta({
      summary: 'Try the rules of three files on past answers; publishes nothing',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
      description: 'Runs apart from the request; `getRuleTrial` says how far it is. No answer, flag or case changes.',
    })
    .input(contract.upload)
    .output(trials.trialStarted)
    .mutation(({ ctx, input }) => tryRules(ctx, input)),
  // Reads files, then stores in its own transaction.
  shareForReview: manualMutation
    .meta({
      summary: 'Make a link to review the draft that three files are; publishes nothing',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
      description: 'The link is `/preview#draft={token}`. Whoever has it reads and tries the draft, without an account, for 14 days.',
    })
    .input(contract.upload)
    .output(reviews.sharedForReview)
    .mutation(({ ctx, input }) => shareForReview(ctx, input)),
  getReviewLinkList: query
    .meta({ summary: 'The links to review drafts that work' })
    .input(noInput)
    .output(reviews.reviewLinks)
    .query(({ ctx }) => listReviewLinks(ctx)),
  revokeReviewLink: mutation
    .meta({ summary: 'End a link to review a draft', failures: ['NOT_FOUND'] })
    .input(reviews.reviewRef)
    .output(nothing)
    .mutation(({ ctx, input }) => revokeReviewLink(ctx, input)),
  openReview: query
    .meta({ summary: 'The draft behind a link, with the reasons of red answers', limit: links, failures: ['INVALID_CODE'] })
    .input(reviews.openReview)
    .output(reviews.openedReview)
    .query(({ ctx, input }) => openReview(ctx, input)),
  judgeReview: query
    .meta({
      summary: 'What would become of these answers to a draft',
      limit: links,
      failures: ['INVALID_CODE'],
      description: 'Checked and flagged as a submission is, and stored nowhere. A fault is a 422 at `["answers", identifier]`.',
    })
    .input(reviews.judgeReview)
    .output(reviews.judgedReview)
    .query(({ ctx, input }) => judgeReview(ctx, input)),
  getRuleTrial: query
    .meta({ summary: 'What new rules would have said of past answers, in numbers', failures: ['NOT_FOUND'] })
    .input(trials.trialRequest)
    .output(trials.ruleTrial)
    .query(({ ctx, input }) => getRuleTrial(ctx, input)),
  getRuleTrialList: query
    .meta({ summary: 'Who is behind a number of a trial', failures: ['NOT_FOUND'] })
    .input(trials.trialListRequest)
    .output(trials.trialList)
    .query(({ ctx, input }) => getRuleTrialList(ctx, input)),
  getQuestionnaireList: query
    .meta({ summary: 'Published versions, newest first' })
    .input(contract.listInput)
    .output(contract.list)
    .query(({ ctx, input }) => listQuestionnaires(ctx, input)),
})
