import type { NightlyBackups } from './backup/backup-folder.ts'
import { chainAudit } from './infra/security/audit/audit-chain.ts'
import { downloadJobs } from './features/downloads/jobs.ts'
import { sweepDownloads } from './features/downloads/commands.ts'
import { questionnaireJobs } from './features/questionnaires/jobs.ts'
import { sealStoredDefinitions } from './features/questionnaires/sealed-definitions.ts'
import { sweepReviews } from './features/questionnaires/reviews/reviews.ts'
import { sweepTrials } from './features/questionnaires/trials/commands.ts'
import { runNewRules } from './features/responses/new-rules/run-new-rules.ts'
import { sweepExpiredSessions } from './features/auth/sessions.ts'
import { remindReviewers } from './features/agency/remind-reviewers.ts'
import { deleteAfterRetention, refreshStatistics, remindOfRequests, sweepEmptyCounts, sweepPrivacyLinks } from './features/privacy/jobs.ts'
import { sweepTransfers } from './features/drafts/commands.ts'
import { sweepWalkIns } from './features/workshops/walk-ins/walk-ins.ts'
import { offerSeats } from './features/seats/offer-seats.ts'
import { remindRespondents } from './features/messages/reminders.ts'
import { sweepReceivedTexts } from './features/messages/texts/replies.ts'
import { messagePolls } from './features/messages/jobs.ts'
import { webhookPolls } from './features/webhooks/jobs.ts'
import { sweepDeliveries } from './features/webhooks/send-webhooks.ts'
import { writeNotes } from './features/privacy/notes.ts'
import { rewrapKeys } from './infra/security/keys/rewrap-keys.ts'
import type { Job, Poll } from './infra/queue.ts'
import type { Services } from './infra/request-context.ts'

/** Files and folders that jobs write to outside the database. */
export interface JobFiles {
  readonly deletionsFile: string
  /** Undefined if no backups are made. */
  readonly backups?: NightlyBackups | undefined
}

/** Returns all background jobs. Without `files`, nothing but the heads of the audit chain is written outside the database. */
export function allJobs(services: Services, files?: JobFiles): (Job | Poll)[] {
  const chain: Job<'chain-audit'> = { name: 'chain-audit', run: () => anchor(services, files) }
  const sweep: Job<'sweep'> = { name: 'sweep', run: () => sweepAll(services) }
  const rewrap: Job<'rewrap-keys'> = { name: 'rewrap-keys', run: async (_, signal) => void (await rewrapKeys(services, signal)) }
  const newRules: Job<'new-rules'> = { name: 'new-rules', run: ({ trialId }, signal) => runNewRules(services, trialId, signal) }
  const remind: Job<'remind-reviewers'> = { name: 'remind-reviewers', run: () => remindReviewers(services) }
  const remindOfDay: Job<'remind-respondents'> = { name: 'remind-respondents', run: () => remindRespondents(services) }
  const offer: Job<'offer-seats'> = { name: 'offer-seats', run: () => offerSeats(services) }
  const backups = files?.backups
  const backUp: Job<'back-up'>[] = backups ? [{ name: 'back-up', run: () => backUpAtNight(services, backups) }] : []
  return [
    ...messagePolls(services),
    ...webhookPolls(services),
    ...downloadJobs(services),
    ...questionnaireJobs(services),
    newRules,
    chain,
    sweep,
    rewrap,
    ...backUp,
    remind,
    remindOfDay,
    offer,
  ]
}

// Imported at night only, to keep server start fast.
async function backUpAtNight(services: Services, backups: NightlyBackups): Promise<void> {
  const { backUpNightly } = await import('./backup/backup-folder.ts')
  await backUpNightly(services, backups)
}

/**
 * Records outside the database what must survive it: the head of the audit chain, and who was deleted or asked us to stop,
 * even if the audit trail cannot be chained. Throws what chaining threw.
 */
export async function anchor(services: Services, files?: JobFiles): Promise<void> {
  try {
    await chainAudit(services)
  } finally {
    if (files) await writeNotes(services, files.deletionsFile)
  }
}

const sweeps = [
  sweepDownloads,
  sweepExpiredSessions,
  sweepTransfers,
  sweepWalkIns,
  sweepTrials,
  sweepReviews,
  sealStoredDefinitions,
  sweepDeliveries,
  sweepPrivacyLinks,
  sweepReceivedTexts,
  deleteAfterRetention,
  sweepEmptyCounts,
  refreshStatistics,
  remindOfRequests,
] as const

// Each runs even if one before it failed.
async function sweepAll(services: Services): Promise<void> {
  let failed = 0
  for (const sweep of sweeps) {
    try {
      await sweep(services)
    } catch (error) {
      failed += 1
      services.log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${sweeps.length} sweeps failed`)
}
