import type { CompiledQuery } from 'kysely'
import { auditStatement, writeAudit } from '../security/audit/audit.ts'
import { createCallContext, createContext, type CallContext, type Origin, type RequestContext, type Services } from '../request-context.ts'
import { isConnectionLoss } from './connection-loss.ts'
import { requireKeptRights } from './current-rights.ts'
import type { EntityManager } from './orm.ts'
import { inPipelinedTransaction, sendInOrder } from './statements/pipelined-transaction.ts'

// deadlock_detected, serialization_failure: two reviewers can lock the same rows in a different order, and PostgreSQL aborts one of them.
const retryable = new Set(['40P01', '40001'])
const maxTries = 4

/**
 * Runs `run` in one transaction together with its audit entry under `action`. Deadlocks and serialization failures are retried, with at
 * most four attempts; so is a transaction that never began because the pool held a lost connection. Throws `UNAUTHENTICATED` or `FORBIDDEN`
 * if the caller of a call that needs rights lost them meanwhile.
 */
export function inAuditedTransaction<Result>(
  origin: Origin,
  action: string,
  run: (ctx: RequestContext) => Promise<Result>,
): Promise<Result> {
  return withRetries((begun) =>
    transactional(origin.services, async (em) => {
      begun()
      const ctx = createContext(origin, em)
      const result = await run(ctx)
      if (origin.needsRights) await requireKeptRights(ctx)
      await writeAudit(ctx, action)
      return result
    }),
  )
}

/** The result of a transaction, and the statements that it still has to run, in this order. */
export interface Outstanding<Result> {
  readonly result: Result
  readonly statements: readonly CompiledQuery[]
}

/**
 * Like `inAuditedTransaction`, in a pipelined transaction: the statements that `run` returns are sent together with the audit entry and the
 * commit. For calls so frequent that each wait for the database counts.
 */
export function inAuditedPipeline<Result>(
  origin: Origin,
  action: string,
  run: (ctx: CallContext) => Promise<Outstanding<Result>>,
): Promise<Result> {
  const { orm, tracing } = origin.services
  return withRetries((begun) =>
    tracing.inSpan({ kind: 'transaction', name: 'transaction' }, () =>
      inPipelinedTransaction(orm, async (db) => {
        const ctx = createCallContext(origin, db)
        const { result, statements } = await run(ctx)
        begun()
        return { result, pending: sendInOrder(db, [...statements, auditStatement(ctx, action)]) }
      }),
    ),
  )
}

async function withRetries<Result>(attempt: (begun: () => void) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    let hasBegun = false
    try {
      return await attempt(() => (hasBegun = true))
    } catch (error) {
      const canRetry = isRetryable(error) || (!hasBegun && tries === 1 && isConnectionLoss(error))
      if (tries >= maxTries || !canRetry) throw error
    }
  }
}

/** Runs the work of a job or a start-up step in one transaction, without an audit entry. */
export function inTransaction<Result>(
  services: Services,
  requestId: string,
  run: (ctx: RequestContext) => Promise<Result>,
): Promise<Result> {
  return transactional(services, (em) => run(createContext({ services, requestId }, em)))
}

function transactional<Result>({ orm, tracing }: Services, run: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return tracing.inSpan({ kind: 'transaction', name: 'transaction' }, () => orm.em.fork().transactional(run))
}

/**
 * Runs a read without a transaction; the people it noted are in the audit trail before the result is returned. The pool may still hold
 * connections from before a restart of the database, so a read that loses its connection is retried once.
 */
export async function inReadContext<Result>(
  origin: Origin,
  action: string,
  run: (ctx: RequestContext) => Promise<Result>,
): Promise<Result> {
  const read = async () => {
    const ctx = createContext(origin, origin.services.orm.em.fork())
    const auditWrites: Promise<void>[] = []
    let auditedCount = 0
    const startAudit = () => {
      auditedCount = ctx.auditSubjects.size
      const auditWrite = writeAudit(ctx, action)
      // Avoids an unhandled rejection when the read fails first.
      auditWrite.catch(() => {})
      auditWrites.push(auditWrite)
    }
    const result = await run({ ...ctx, startAudit })
    await Promise.all(auditWrites)
    if (ctx.auditSubjects.size > auditedCount) await writeAudit(ctx, action)
    return result
  }
  try {
    return await read()
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return read()
  }
}

function isRetryable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && retryable.has(at.code)) return true
  return false
}
