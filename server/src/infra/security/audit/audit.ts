import type { CompiledQuery, Kysely } from 'kysely'
import { writtenId } from '@portico/shared/rules/scanned-id'
import type { FailureId, FaultId } from '@portico/shared/words/failures'
import { preparedStatement } from '../../postgres/statements/prepared.ts'
import { createContext, sql, type CallContext, type Database, type Origin, type RequestContext } from '../../request-context.ts'
import { signedEntry } from './audit-signature.ts'
import { sealSubjects } from './sealed-subjects.ts'

/** Adds respondents to the subjects of the audit entry. */
export function auditRespondents(ctx: RequestContext, anonymousIds: Iterable<string>): void {
  for (const id of anonymousIds) ctx.auditSubjects.add(`respondent:${id}`)
}

/** Adds any other subject, such as `workshop:12`, to the audit entry. */
export function auditSubject(
  ctx: Pick<RequestContext, 'auditSubjects'>,
  kind:
    | 'account'
    | 'agency'
    | 'download'
    | 'invitation'
    | 'announcement'
    | 'message'
    | 'message template'
    | 'notes'
    | 'passkey'
    | 'questionnaire'
    | 'review link'
    | 'role'
    | 'rule trial'
    | 'texts'
    | 'glossary'
    | 'session'
    | 'token'
    | 'walk-in'
    | 'webhook'
    | 'workshop',
  id: number | string,
): void {
  ctx.auditSubjects.add(`${kind}:${id}`)
}

/** The most respondents that an entry of a search names. */
export const maxNamedRespondents = 200

/**
 * Records all matches of a search, not only the page that is shown: their ids, or above 200 only the count. The query is recorded as a
 * keyed hash, so that equal queries can be recognized but not read. `count` is given where `anonymousIds` may not be all of them.
 */
export function auditSearch(ctx: RequestContext, query: string, anonymousIds: readonly string[], count = anonymousIds.length): void {
  const hash = ctx.services.encryption.lookupHash('query', query.trim().toLowerCase()).toString('base64url')
  ctx.auditSubjects.add(`query:${hash}`)
  if (anonymousIds.length === 0 || count > maxNamedRespondents) auditCount(ctx, count)
  else auditRespondents(ctx, anonymousIds)
}

/** Records the respondents on a page of a list; on an empty page, how many the list has. */
export function auditPage(ctx: RequestContext, anonymousIds: readonly string[], count: number): void {
  if (anonymousIds.length === 0) auditCount(ctx, count)
  else auditRespondents(ctx, anonymousIds)
}

/** Records how many respondents the caller learned of without being shown them. */
export function auditCount(ctx: RequestContext, count: number): void {
  ctx.auditSubjects.add(`found:${count}`)
}

// Refusals that reveal that something does not exist, or is not the caller's.
const revealingRefusals: readonly string[] = ['FORBIDDEN', 'NOT_FOUND', 'VOLUNTEER_CANT_ACCESS_WORKSHOP']

/** The refusal of a call, the subjects it had touched by then, and its input. */
export interface Refusal {
  readonly id: FailureId | FaultId
  readonly seen: ReadonlySet<string>
  readonly input: unknown
}

/**
 * Writes an audit entry for a refused call, after its transaction was rolled back: the subjects it had touched, and the respondents it
 * asked for, who may be out of scope or not exist. A refusal that involves no subjects or respondents and reveals nothing leaves no entry.
 */
export async function auditRefusal(origin: Origin, action: string, { id, seen, input }: Refusal): Promise<void> {
  // A rate-limited call is rejected unseen, so it reveals nothing, and floods must not fill the audit trail.
  if (id === 'TOO_MANY_REQUESTS') return
  const requestedIds = requestedRespondents(input)
  if (seen.size === 0 && requestedIds.length === 0 && !revealingRefusals.includes(id)) return
  const ctx = createContext(origin, origin.services.orm.em.fork())
  for (const subject of seen) ctx.auditSubjects.add(subject)
  auditRespondents(ctx, requestedIds)
  ctx.auditSubjects.add(`refused:${id}`)
  await writeAudit(ctx, action)
}

// All fields that name one respondent or a list of them, whatever they are called. Only values in the form of an anonymousId, because
// anything else could be arbitrary user input; and only so many, because the input of a refused call may be unlimited.
function requestedRespondents(input: unknown): string[] {
  const fields: unknown[] = typeof input === 'object' && input !== null ? Object.values(input).flat() : []
  const named = new Set<string>()
  for (const field of fields) {
    const id = typeof field === 'object' && field !== null && 'anonymousId' in field ? field.anonymousId : undefined
    const written = typeof id === 'string' ? writtenId(id) : undefined
    if (written) named.add(written)
    if (named.size === maxNamedRespondents) break
  }
  return [...named]
}

const insertEntry = preparedStatement<ReturnType<typeof signedEntry>>()((db: Kysely<Database>, place) =>
  db.insertInto('audit_entry').values({
    at: place('at'),
    accountId: place('accountId'),
    action: place('action'),
    subjects: place('subjects'),
    sealedSubjects: place('sealedSubjects'),
    requestId: place('requestId'),
    signature: place('signature'),
  }),
)

/**
 * Writes the audit entry of a call, in the call's own transaction if it has one. Entries contain ids of subjects, those of
 * respondents sealed, and no personal data.
 */
export async function writeAudit(ctx: RequestContext, action: string): Promise<void> {
  await sql(ctx.em).executeQuery(auditStatement(ctx, action))
}

/** Returns the statement that writes the audit entry of a call. */
export function auditStatement({ now: at, caller, auditSubjects, requestId, services, db }: CallContext, action: string): CompiledQuery {
  const place = { at, accountId: caller?.id ?? null, action, requestId }
  return insertEntry(db, signedEntry(services.encryption, sealSubjects(services.encryption, place, auditSubjects)))
}
