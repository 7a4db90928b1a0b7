import type { FailureId } from '@portico/shared/words/failures'
import { storeDefinition } from '../../src/features/questionnaires/sealed-definitions.ts'
import { inTransaction } from '../../src/infra/postgres/transaction.ts'
import { hashOfSecret, newSecret } from '../../src/infra/security/encryption.ts'
import { buildAnswers, questionnaireName, sampleDefinition, sampleForm } from '../support/builders.ts'
import { asAdam, asAna, type CallRows, type Provoke } from './call-row.ts'
import { missingNumber, type World } from './world.ts'

const text = (name: string) => new File(['no such thing'], name)

const uploadFailures = {
  MISSING_QUESTION_FILE: async () => asAdam(await sampleForm({ questionFile: null })),
  MISSING_TEMPLATE_FILE: async () => asAdam(await sampleForm({ templateFile: null })),
  MISSING_METADATA_FILE: async () => asAdam(await sampleForm({ fieldMetadataFile: null })),
  QUESTION_FILE_ERROR: async () => asAdam(await sampleForm({ questionFile: text('questions.xlsx') })),
  TEMPLATE_FILE_ERROR: async () => asAdam(await sampleForm({ templateFile: text('template.xlsx') })),
  METADATA_FILE_ERROR: async () => asAdam(await sampleForm({ fieldMetadataFile: text('metadata.csv') })),
  UNEXPECTED_METADATA_FILE: async () => asAdam(await sampleForm({ fieldMetadataFile: await foreignMetadata() })),
} satisfies Partial<Record<FailureId, Provoke>>

// Returns the metadata of another questionnaire: the right columns, but no common identifiers.
async function foreignMetadata(): Promise<File> {
  const own = (await sampleForm()).get('fieldMetadataFile')
  const lines = own instanceof File ? (await own.text()).split(/\r?\n/) : []
  const [header = '', ...rows] = lines
  return new File([[header, ...rows.filter(Boolean).map((row) => `other_${row}`)].join('\n')], 'metadata.csv')
}

async function buildTrial({ portico, questionnaireId }: World): Promise<number> {
  const [row] = await portico.sql<{ id: number }>(
    `insert into rule_trial (name, status, done, total, started_by_id, started_at)
     select name, 'waiting', 0, 0, (select min(id) from account), now() from questionnaire where id = $1 returning id`,
    [questionnaireId],
  )
  return row?.id ?? 0
}

/** Creates a review link for a draft like sharing does, without reading the three files each time. */
async function shareDraft({ portico, questionnaireId }: World): Promise<{ id: number; token: string }> {
  const token = newSecret()
  const [row] = await portico.sql<{ id: number }>(
    `insert into questionnaire_review (name, secret_hash, shared_by_id, created_at, expires_at)
     select name, $2, (select min(id) from account), $3, $3::timestamptz + interval '14 days' from questionnaire where id = $1 returning id`,
    [questionnaireId, hashOfSecret(token), portico.services.clock()],
  )
  const { id = 0 } = row ?? {}
  const definition = await sampleDefinition()
  await inTransaction(portico.services, 'test', (ctx) => storeDefinition(ctx, 'reviewId', id, { definition }))
  return { id, token }
}

export const questionnaireCalls: CallRows = {
  'questionnaires.shareForReview': { sample: async () => ({ input: await sampleForm() }), failures: uploadFailures },
  'questionnaires.getReviewLinkList': { sample: () => ({}) },
  'questionnaires.revokeReviewLink': {
    sample: async (world) => ({ input: { id: (await shareDraft(world)).id } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  },
  'questionnaires.openReview': {
    sample: async (world) => ({ input: { token: (await shareDraft(world)).token, languageCode: 'es' } }),
    failures: { INVALID_CODE: () => ({ input: { token: 'nothing', languageCode: 'en' } }) },
  },
  'questionnaires.countDropOff': {
    sample: ({ questionnaireId }) => ({ input: { questionnaireId, identifier: 'fullName' } }),
  },
  'questionnaires.judgeReview': {
    sample: async (world) => ({ input: { token: (await shareDraft(world)).token, answers: await buildAnswers() } }),
    failures: { INVALID_CODE: () => ({ input: { token: 'nothing', answers: {} } }) },
  },
  'questionnaires.getQuestionnaireByNameAndLanguageCode': {
    sample: () => ({ input: { name: questionnaireName, languageCode: 'es' } }),
    failures: { QUESTIONNAIRE_NOT_FOUND: () => ({ input: { name: questionnaireName, languageCode: 'ko' } }) },
  },
  'questionnaires.getQuestionnaireById': {
    sample: ({ questionnaireId }) => ({ input: { id: questionnaireId, code: 'en' } }),
    failures: { NOT_FOUND: () => asAna({ id: missingNumber, code: 'en' }) },
  },
  'questionnaires.addNewFullQuestionnaire': {
    sample: async () => ({ input: await sampleForm() }),
    failures: { ...uploadFailures, CHANGED_MEANWHILE: async () => asAdam(await sampleForm({ ifVersion: '0' })) },
  },
  'questionnaires.checkFiles': { sample: async () => ({ input: await sampleForm() }), failures: uploadFailures },
  'questionnaires.getUploadProblems': {
    sample: async () => ({ input: await sampleForm() }),
    failures: {
      MISSING_QUESTION_FILE: uploadFailures.MISSING_QUESTION_FILE,
      MISSING_TEMPLATE_FILE: uploadFailures.MISSING_TEMPLATE_FILE,
      MISSING_METADATA_FILE: uploadFailures.MISSING_METADATA_FILE,
    },
  },
  'questionnaires.getVersionDifference': {
    sample: ({ questionnaireId }) => ({ input: { from: questionnaireId, to: questionnaireId } }),
    failures: { NOT_FOUND: ({ questionnaireId }) => asAdam({ from: questionnaireId, to: missingNumber }) },
  },
  'questionnaires.publishAgain': {
    sample: ({ questionnaireId }) => ({ input: { id: questionnaireId } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  },
  'questionnaires.tryRules': { sample: async () => ({ input: await sampleForm() }), failures: uploadFailures },
  'questionnaires.getRuleTrial': {
    sample: async (world) => ({ input: { id: await buildTrial(world) } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber }) },
  },
  'questionnaires.getRuleTrialList': {
    sample: async (world) => ({ input: { id: await buildTrial(world), to: 'green', pagination: { offset: 0, count: 10 } } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber, pagination: { offset: 0, count: 10 } }) },
  },
  'questionnaires.getQuestionnaireList': { sample: () => ({ input: {} }) },
  'questionnaires.getQuestionnaireFile': {
    sample: ({ questionnaireId }) => ({ input: { id: questionnaireId, kind: 'questions' } }),
    failures: { NOT_FOUND: () => asAdam({ id: missingNumber, kind: 'questions' }) },
  },
}
