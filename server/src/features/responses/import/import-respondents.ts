import { randomUUID } from 'node:crypto'
import { isWelcome } from '@portico/shared/rules/flags'
import { Failure } from '../../../infra/failure.ts'
import { lock } from '../../../infra/postgres/locks.ts'
import { inAuditedTransaction, inTransaction } from '../../../infra/postgres/transaction.ts'
import type { Origin, RequestContext, Services } from '../../../infra/request-context.ts'
import { auditRespondents, auditSubject } from '../../../infra/security/audit/audit.ts'
import { inviteToWorkshop } from '../../messages/invitations.ts'
import { storeSubmissions, type StoreOptions, type SubmissionResult } from '../submission/store-submissions.ts'
import { prepareImport, type ImportFiles, type Prepared, type RowFinding, type RowSubmission } from './prepare-import.ts'

/** An operator's request to import respondents. */
export interface ImportRequest extends ImportFiles {
  /** E-mail address of the admin who runs the import, whom the audit trail names. */
  readonly operator: string
  /** If omitted, everything is checked and nothing is written. */
  readonly write?: boolean
  /** Invites green dots to the workshop, including those imported by an earlier run. */
  readonly invite?: boolean
  /** Called after each committed batch with the number of respondents written so far. */
  readonly onWritten?: (written: number) => void
}

/** The result of an import. */
export interface ImportReport {
  /** Faults of the files themselves; if there are any, nothing else was checked. */
  readonly faults: readonly string[]
  readonly rows: number
  readonly findings: readonly RowFinding[]
  /** Rows of new respondents (`fresh`), and of existing ones with the same (`known`) or other answers (`changed`). */
  readonly fresh: number
  readonly known: number
  readonly changed: number
  readonly written: number
}

const batchSize = 200
const action = 'responses.import'

/**
 * Imports the respondents of an earlier system (shared/spec/contract.md#importing-respondents) through the same steps as any submission: checked,
 * sealed, flagged, assigned and counted. Checks all rows before writing the first; with a problem in one, writes none. Each batch is one
 * transaction, and rows that exist already are left unchanged, so that the next run completes one that was killed. Throws if the operator
 * is not an admin.
 */
export async function importRespondents(services: Services, request: ImportRequest): Promise<ImportReport> {
  const requestId = `import-${randomUUID()}`
  const prepared = await inTransaction(services, requestId, (ctx) => prepareImport(ctx, request))
  if ('faults' in prepared) return { faults: prepared.faults, rows: 0, findings: [], fresh: 0, known: 0, changed: 0, written: 0 }
  const { caller, rows } = prepared
  const checked = await checkAll(services, prepared, requestId)
  const report = { faults: [], rows: rows.length + prepared.unread, ...checked, written: 0 }
  const isSound = report.findings.every(({ kind }) => kind !== 'problem')
  if (!request.write || !isSound) return report
  return { ...report, written: await writeAll({ services, caller, requestId }, prepared, request) }
}

async function checkAll(services: Services, { rows, findings: before }: Prepared, requestId: string) {
  const findings = [...before]
  const counts = { fresh: 0, known: 0, changed: 0 }
  for (const batch of batchesOf(rows)) {
    const results = await inTransaction(services, requestId, (ctx) => storeSubmissions(ctx, submissionsOf(batch), storeOptionsOf(true)))
    for (const [index, row] of batch.entries()) {
      const result = results[index]
      if (!result) throw new Error('A row got no result')
      const found = findingsOf(row, result)
      findings.push(...found)
      if ('error' in result) counts.changed += found.some(({ kind }) => kind === 'changed') ? 1 : 0
      else counts[result.isNew ? 'fresh' : 'known'] += 1
    }
  }
  return { ...counts, findings: findings.toSorted((one, other) => one.row - other.row) }
}

function findingsOf(row: RowSubmission, result: SubmissionResult): RowFinding[] {
  if (!('error' in result)) return []
  const { error } = result
  if (!(error instanceof Failure)) throw error
  if (error.id === 'IDEMPOTENCY_KEY_REUSED')
    return [{ kind: 'changed', row: row.number, column: '', text: 'was received before with other answers; nothing is changed' }]
  const issues = error.details.issues ?? [{ path: [], message: error.message }]
  return issues.map(({ path, message }) => row.problem(path, message))
}

async function writeAll(origin: Origin, { rows, source, workshopId }: Prepared, request: ImportRequest): Promise<number> {
  let written = 0
  for (const batch of batchesOf(rows)) {
    written += await inAuditedTransaction(origin, action, async (ctx) => {
      auditSubject(ctx, 'workshop', workshopId)
      // Serializes imports from the same system, so that the second sees what the first has written.
      await lock(ctx.db, 'imports', source)
      const results = await storeSubmissions(ctx, submissionsOf(batch), storeOptionsOf(false, request.invite))
      for (const result of results) if ('error' in result && !isChanged(result.error)) throw result.error
      const stored = results.flatMap((result) => ('error' in result ? [] : result))
      if (request.invite) await inviteKnown(ctx, stored)
      return stored.filter(({ isNew }) => isNew).length
    })
    request.onWritten?.(written)
  }
  return written
}

function isChanged(error: unknown): boolean {
  return error instanceof Failure && error.id === 'IDEMPOTENCY_KEY_REUSED'
}

// Invites respondents from an earlier run who have not been invited.
async function inviteKnown(ctx: RequestContext, stored: readonly { anonymousId: string; isNew: boolean }[]): Promise<void> {
  const known = stored.flatMap(({ anonymousId, isNew }) => (isNew ? [] : anonymousId))
  if (known.length === 0) return
  const people = await ctx.db
    .selectFrom('respondent')
    .select(['id', 'anonymousId', 'currentFlag'])
    .where('anonymousId', 'in', known)
    .where('wrappedKey', 'is not', null)
    .where('emailHash', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('message')
            .select('id')
            .whereRef('respondentId', '=', 'respondent.id')
            .where('kind', 'in', ['invitation', 'invitation-again']),
        ),
      ),
    )
    .execute()
  const welcome = people.filter(({ currentFlag }) => isWelcome(currentFlag))
  await inviteToWorkshop(ctx, welcome)
  auditRespondents(
    ctx,
    welcome.map(({ anonymousId }) => anonymousId),
  )
}

function storeOptionsOf(checkOnly: boolean, invite = false): StoreOptions {
  return { action, checkOnly, whenClosed: true, withoutInvitation: !invite }
}

function submissionsOf(batch: readonly RowSubmission[]) {
  return batch.map(({ submission }) => submission)
}

function batchesOf(rows: readonly RowSubmission[]): RowSubmission[][] {
  return Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) => rows.slice(index * batchSize, (index + 1) * batchSize))
}
