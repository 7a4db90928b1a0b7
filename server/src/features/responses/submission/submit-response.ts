import { idempotencyHeader, type Submission } from '@portico/shared/contract/responses'
import { Failure } from '../../../infra/failure.ts'
import { isOutage } from '../../../infra/postgres/connection-loss.ts'
import { inPipelinedTransaction } from '../../../infra/postgres/statements/pipelined-transaction.ts'
import { inTransaction } from '../../../infra/postgres/transaction.ts'
import { requireProof } from '../../../infra/security/proof-of-work.ts'
import { anonymousIdOf, newAnonymousId } from '../../../infra/security/encryption.ts'
import type { HttpContext, Services } from '../../../infra/request-context.ts'
import { idempotencyOf } from './idempotency.ts'
import { EarlierVersion, sendSubmissions, storeSubmissions, type PendingSubmission, type SubmissionResult } from './store-submissions.ts'

// While one transaction is in the database, the other checks and seals; a third would only make batches smaller.
const newestVersion = { batchSize: 200, maxTransactions: 2 }
// Judging takes several statements for each that rules change, during which others wait for the rows that all submissions count in.
const earlierVersion = { batchSize: 5, maxTransactions: 1 }
// The second begins only for as many as this, because each submission of a small batch costs this process and the database more; or once
// the first takes so long that something must be blocking it.
const minSecondBatch = 12
const slowTransactionMs = 100
const maxTries = 3
// An outage is retried only while it fails fast, as in a restart: callers must not wait for several timeouts.
const maxRetryPeriodMs = 5_000

interface Waiting {
  readonly submission: PendingSubmission
  resolve(result: SubmissionResult): void
}

/** The submissions that wait for a transaction, and the transactions that are running. */
interface SubmissionQueue {
  readonly waiting: Waiting[]
  readonly running: Set<Running>
  readonly batchSize: number
  readonly maxTransactions: number
  readonly store: typeof storeTogether
}

interface Running {
  isSlow: boolean
}

/** Submissions to an earlier version wait apart, because newer rules may have to judge them: that takes longer. */
interface Queues {
  readonly newest: SubmissionQueue
  readonly earlier: SubmissionQueue
}

const queues = new WeakMap<Services, Queues>()

/**
 * Stores a response (shared/spec/contract.md#submission). Responses that arrive while transactions are being committed share the next one;
 * a lone one is never delayed, and a few wait for a running transaction for at most 100 ms. Returns only after the commit. Throws the
 * documented failures.
 */
export async function submitResponse(ctx: HttpContext, input: Submission): Promise<{ anonymousId: string }> {
  // Past the limit, which a crowded workshop hall never reaches, a silent proof of work is required, which grows with the excess.
  const { within, hits, allowed, retryAfter } = await ctx.services.rateLimits.countApproximately('submissionPerAddress', ctx.ipAddress)
  if (!within) await requireProof(ctx, { purpose: 'submission', proof: input.proof, retryAfter, timesOver: hits / allowed })
  const idempotencyKey = (input.idempotencyKey ?? keyOfHeader(ctx))?.toLowerCase()
  const { encryption } = ctx.services
  const submission: PendingSubmission = {
    input,
    anonymousId: idempotencyKey === undefined ? newAnonymousId() : anonymousIdOf(encryption, idempotencyKey),
    requestId: ctx.requestId,
    accountId: ctx.caller?.id ?? null,
    idempotency: idempotencyKey === undefined ? undefined : idempotencyOf(encryption, idempotencyKey, input),
  }
  const result = await new Promise<SubmissionResult>((resolve) => enqueue(ctx.services, 'newest', { submission, resolve }))
  if ('error' in result) throw result.error
  return { anonymousId: result.anonymousId }
}

// Refused rather than ignored, because an invalid key would protect nobody.
function keyOfHeader({ idempotencyKey }: HttpContext): string | undefined {
  if (idempotencyKey === undefined) return undefined
  const key = idempotencyHeader.safeParse(idempotencyKey)
  if (key.success) return key.data
  const issues = key.error.issues.map(({ code, message }) => ({ path: ['idempotencyKey'], code, message }))
  throw new Failure('VALIDATION_ERROR', undefined, { issues })
}

function enqueue(services: Services, version: keyof Queues, waiting: Waiting): void {
  const all = queues.get(services) ?? {
    newest: { waiting: [], running: new Set(), ...newestVersion, store: storeTogether },
    earlier: { waiting: [], running: new Set(), ...earlierVersion, store: storeEarlier },
  }
  queues.set(services, all)
  all[version].waiting.push(waiting)
  drainIfDue(services, all[version])
}

function drainIfDue(services: Services, queue: SubmissionQueue): void {
  if (queue.running.size < queue.maxTransactions && isDue(queue)) void drainQueue(services, queue)
}

// Whether a transaction, besides those that are running, is to begin.
function isDue({ waiting, running }: SubmissionQueue): boolean {
  if (waiting.length === 0) return false
  return waiting.length >= minSecondBatch || [...running].every(({ isSlow }) => isSlow)
}

async function drainQueue(services: Services, queue: SubmissionQueue): Promise<void> {
  do {
    const transaction = { isSlow: false }
    queue.running.add(transaction)
    const timer = setTimeout(() => {
      transaction.isSlow = true
      drainIfDue(services, queue)
    }, slowTransactionMs)
    // Lets every request that has already been read join.
    await new Promise(setImmediate)
    const batch = queue.waiting.splice(0, queue.batchSize)
    if (batch.length > 0) await commit(services, queue, batch)
    clearTimeout(timer)
    queue.running.delete(transaction)
  } while (isDue(queue))
}

async function commit(services: Services, queue: SubmissionQueue, batch: readonly Waiting[], tries = 0): Promise<void> {
  const began = performance.now()
  try {
    const results = await queue.store(
      services,
      batch.map((waiting) => waiting.submission),
      tries > 0,
    )
    for (const [index, waiting] of batch.entries()) {
      const result = results[index] ?? { error: new Error('A submission got no result') }
      if ('error' in result && result.error instanceof EarlierVersion) enqueue(services, 'earlier', waiting)
      else waiting.resolve(result)
    }
  } catch (error) {
    // Another replica may be storing the same idempotency key, or the response to our own commit was lost: the retry finds what is stored.
    if (isOutage(error)) {
      if (tries < maxTries && performance.now() - began < maxRetryPeriodMs) return commit(services, queue, batch, tries + 1)
      // No single submission is at fault: retrying one by one would only block those behind them.
      return batch.forEach((waiting) => waiting.resolve({ error }))
    }
    if (batch.length === 1 && tries >= maxTries) return batch[0]?.resolve({ error })
    // One submission is at fault: retried one by one, the others succeed.
    for (const waiting of batch) await commit(services, queue, [waiting], tries + 1)
  }
}

function storeTogether(services: Services, submissions: readonly PendingSubmission[], isRetry: boolean): Promise<SubmissionResult[]> {
  return inPipelinedTransaction(services.orm, (db) => sendSubmissions({ services, db, now: services.clock() }, submissions, { isRetry }))
}

function storeEarlier(services: Services, submissions: readonly PendingSubmission[], isRetry: boolean): Promise<SubmissionResult[]> {
  return inTransaction(services, 'earlier-version', (ctx) => storeSubmissions(ctx, submissions, { isRetry }))
}
