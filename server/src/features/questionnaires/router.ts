import type { FileReply } from '@portico/shared/contract/downloads'
import * as contract from '@portico/shared/contract/questionnaires'
import * as reviews from '@portico/shared/contract/questionnaire-reviews'
import * as trials from '@portico/shared/contract/rule-trials'
import { upload } from '@portico/shared/contract/uploads'
import { nothing } from '@portico/shared/contract/fields'
import { z } from 'zod'
import { manualMutation, mutation, noInput, query, router, wrongLinks } from '../../api/procedures.ts'
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

const uploads = { name: 'uploadPerAccount', by: 'account' } as const

const byReviewLink = {
  ...wrongLinks,
  link: z
    .object({ token: reviews.judgeReview.shape.token })
    .strip()
    .transform(({ token }) => token),
}

export const questionnairesRouter = router({
  getQuestionnaireByNameAndLanguageCode: query
    .meta({
      summary: 'Get the newest version of a questionnaire, or the one that was begun, as respondents see it',
      // Its response is many times as long as its request.
      noBatch: true,
      failures: ['QUESTIONNAIRE_NOT_FOUND'],
      description: 'Never reveals which values are red.',
    })
    .input(contract.byNameAndLanguage)
    .output(contract.questionnaire)
    .query(({ ctx, input }) => getQuestionnaireInLanguage(ctx, input)),
  // Writes no audit entry and is not rate limited by address: nothing may identify the person.
  countDropOff: manualMutation
    .meta({
      summary: 'Report that somebody left at this question without submitting',
      description: 'For the questionnaire pages, if `countsDropOff` is true; otherwise nothing is counted.',
    })
    .input(contract.countDropOff)
    .output(nothing)
    .mutation(({ ctx, input }) => countDropOff(ctx, input)),
  getQuestionnaireById: query
    .meta({
      summary: 'Get a version of a questionnaire, for staff',
      failures: ['NOT_FOUND'],
      description:
        'Falls back to the default language if the requested one is missing. With the reasons for red answers only for admins, and for agencies that have a case of this version.',
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
      failures: [...uploadFailures, 'CHANGED_MEANWHILE'],
      description:
        'A published version never changes: an existing name gets its next version. `CHANGED_MEANWHILE`: its newest version is no longer `ifVersion`; the message says who published it and when. Nothing is stored unless all files pass; `message` lists each problem with its location, one per line.',
    })
    .input(upload)
    .output(contract.uploaded)
    .mutation(({ ctx, input }) => addQuestionnaire(ctx, input)),
  // Reads files; stores nothing.
  checkFiles: manualMutation
    .meta({
      summary: 'Validate the three files without storing them',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
    })
    .input(upload)
    .output(contract.checked)
    .mutation(({ ctx, input }) => checkFiles(ctx, input)),
  // Reads files; stores nothing.
  getUploadProblems: manualMutation
    .meta({
      summary: 'List every problem in the three files',
      multipart: true,
      limit: uploads,
      failures: ['MISSING_QUESTION_FILE', 'MISSING_TEMPLATE_FILE', 'MISSING_METADATA_FILE'],
      description:
        'The refusal of an upload names at most 20 causes; this lists all. The files are checked in order, up to the first that has problems.',
    })
    .input(upload)
    .output(contract.uploadProblems)
    .mutation(({ ctx, input }) => getUploadProblems(ctx, input)),
  getQuestionnaireFile: query
    .meta({
      summary: 'Download a file of a version, or of the example',
      file: true,
      failures: ['NOT_FOUND'],
      description: 'Uploading the three files of a version again yields the same questionnaire.',
    })
    .input(contract.fileRequest)
    .output(z.custom<FileReply>())
    .query(({ ctx, input }) => getQuestionnaireFile(ctx, input)),
  getVersionDifference: query
    .meta({
      summary: 'Compare two versions of questionnaires',
      failures: ['NOT_FOUND'],
      description: 'Any two versions, with the same name or different ones.',
    })
    .input(contract.versionPair)
    .output(contract.difference)
    .query(({ ctx, input }) => compareVersions(ctx, input)),
  publishAgain: mutation
    .meta({
      summary: 'Publish an earlier version again, as the next version of its name',
      failures: ['NOT_FOUND'],
      description: 'Existing responses keep the version they were submitted for.',
    })
    .input(contract.versionRequest)
    .output(contract.publishedAgain)
    .mutation(({ ctx, input }) => publishAgain(ctx, input)),
  // Reads files, then stores in its own transaction.
  tryRules: manualMutation
    .meta({
      summary: 'Try the rules of three files on past answers',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
      description: 'Runs in the background; `getRuleTrial` returns its progress. Publishes nothing, and changes no answer, flag or case.',
    })
    .input(upload)
    .output(trials.trialStarted)
    .mutation(({ ctx, input }) => tryRules(ctx, input)),
  // Reads files, then stores in its own transaction.
  shareForReview: manualMutation
    .meta({
      summary: 'Create a review link for the draft in three files',
      multipart: true,
      limit: uploads,
      failures: uploadFailures,
      description:
        'Publishes nothing. The link is `/preview#draft={token}`. Anyone who has it can read and try the draft, without an account, for 14 days.',
    })
    .input(upload)
    .output(reviews.sharedForReview)
    .mutation(({ ctx, input }) => shareForReview(ctx, input)),
  getReviewLinkList: query
    .meta({ summary: 'List active review links' })
    .input(noInput)
    .output(reviews.reviewLinks)
    .query(({ ctx }) => listReviewLinks(ctx)),
  revokeReviewLink: mutation
    .meta({ summary: 'Revoke a review link', failures: ['NOT_FOUND'] })
    .input(reviews.reviewRef)
    .output(nothing)
    .mutation(({ ctx, input }) => revokeReviewLink(ctx, input)),
  openReview: query
    .meta({
      summary: 'Open the draft of a review link, with the reasons for red answers',
      noBatch: true,
      limit: byReviewLink,
      failures: ['INVALID_CODE'],
    })
    .input(reviews.openReview)
    .output(reviews.openedReview)
    .query(({ ctx, input }) => openReview(ctx, input)),
  judgeReview: query
    .meta({
      summary: 'Evaluate answers to a draft',
      // It takes time.
      limit: byReviewLink,
      failures: ['INVALID_CODE'],
      description: 'Validated and flagged like a submission, but not stored. An invalid answer is a 422 at `["answers", identifier]`.',
    })
    .input(reviews.judgeReview)
    .output(reviews.judgedReview)
    .query(({ ctx, input }) => judgeReview(ctx, input)),
  getRuleTrial: query
    .meta({ summary: 'Get the progress and figures of a rule trial', failures: ['NOT_FOUND'] })
    .input(trials.trialRequest)
    .output(trials.ruleTrial)
    .query(({ ctx, input }) => getRuleTrial(ctx, input)),
  getRuleTrialList: query
    .meta({ summary: 'List the respondents behind a figure of a rule trial', failures: ['NOT_FOUND'] })
    .input(trials.trialListRequest)
    .output(trials.trialList)
    .query(({ ctx, input }) => getRuleTrialList(ctx, input)),
  getQuestionnaireList: query
    .meta({ summary: 'List published versions, newest first' })
    .input(contract.listInput)
    .output(contract.list)
    .query(({ ctx, input }) => listQuestionnaires(ctx, input)),
})
